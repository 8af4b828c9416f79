"""A lesson as a script that a person can paste into a notebook."""
