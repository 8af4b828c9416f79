"""What a drill looks like: its task, its checks, its first failure, a solution beside the reference."""
