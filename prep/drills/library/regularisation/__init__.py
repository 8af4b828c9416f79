"""Layers that hold a network back."""
