"""What a recurrence does to gradients."""
