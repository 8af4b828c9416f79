"""The year in numbers, and the fit of the memory model."""
