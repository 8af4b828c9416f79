"""Numbers that come one by one."""
