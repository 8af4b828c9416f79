"""Backward passes by hand."""
