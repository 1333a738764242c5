"""What is pressed."""
