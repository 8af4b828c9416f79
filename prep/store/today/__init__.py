"""What waits today: the counts for Home, the due order, the rows of the queue."""
