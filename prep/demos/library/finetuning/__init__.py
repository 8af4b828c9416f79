"""Lessons about fine-tuning."""
