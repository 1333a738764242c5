"""What is asked for: a planning task as a value."""
