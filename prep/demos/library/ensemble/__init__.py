"""Lessons about ensembles."""
