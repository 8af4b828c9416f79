"""The child process that runs demos, and the host that talks to it."""
