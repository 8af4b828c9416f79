"""Lessons about retrieval."""
