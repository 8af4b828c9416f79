"""Lessons about learning by reward."""
