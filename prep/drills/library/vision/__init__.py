"""Boxes and images."""
