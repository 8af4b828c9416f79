"""Not a demo file: its name begins with an underscore."""

raise AssertionError("nobody imports this")
