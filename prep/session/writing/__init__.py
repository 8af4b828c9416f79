"""A drill on the desk: the work file, what its runs said, what is logged of it."""
