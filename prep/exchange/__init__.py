"""Logs in and out of prep."""
