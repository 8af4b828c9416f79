"""Adapting what is trained."""
