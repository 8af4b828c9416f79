"""What is whole in a damaged database: its events, read from the bytes, each proving itself."""
