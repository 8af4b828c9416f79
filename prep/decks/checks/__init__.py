"""Checks of one file's text: code, claims, citations, tables, length."""
