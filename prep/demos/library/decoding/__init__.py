"""Lessons about decoding."""
