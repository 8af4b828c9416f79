"""Choosing the next token."""
