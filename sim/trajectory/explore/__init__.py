"""What the task leaves open: other optima, and contact sequences that an optimiser finds."""
