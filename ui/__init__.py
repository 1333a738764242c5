"""What is seen and touched. No physics, no threads."""
