"""Preferences and policies."""
