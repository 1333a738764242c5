"""Time-stepping: one contact solve a step."""
