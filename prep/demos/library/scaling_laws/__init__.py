"""Lessons about scaling laws."""
