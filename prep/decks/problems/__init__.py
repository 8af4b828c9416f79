"""The rules that deck files are held to, and the report that collects breaches."""
