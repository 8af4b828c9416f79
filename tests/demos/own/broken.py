"""A user's demo file that can't be imported."""

raise RuntimeError("half written")
