"""Copies of the database: made, checked, put back, and what remains where there is no database."""
