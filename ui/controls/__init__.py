"""What is pressed, dragged and typed into."""
