"""Lessons about generative models."""
