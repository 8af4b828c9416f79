"""Before networks."""
