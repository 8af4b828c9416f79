"""The parts of a demo's page: what it asks, what it measured, how the two compare."""
