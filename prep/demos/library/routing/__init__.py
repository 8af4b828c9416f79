"""Lessons about routing to experts."""
