"""The child process that judges a solution, and the side that talks to it."""
