"""Plans for interviews: what a person says of one, and what follows for a day."""
