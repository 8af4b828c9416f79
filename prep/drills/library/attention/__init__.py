"""Attention and what stands around it."""
