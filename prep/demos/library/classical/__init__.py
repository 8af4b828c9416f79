"""Lessons about classical models."""
