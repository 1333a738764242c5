"""What is dragged and typed into."""
