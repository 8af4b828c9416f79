"""Lessons about evaluation."""
