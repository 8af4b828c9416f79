"""Notes of other programs: what they ask and answer, and what of each can't become a card."""
