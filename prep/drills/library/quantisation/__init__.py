"""Fewer bits."""
