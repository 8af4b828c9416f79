"""What a person does to cards besides rating them, each as one action that can be undone."""
