"""What a demo declares: parameters, question, pictures; and what one run of it yields."""
