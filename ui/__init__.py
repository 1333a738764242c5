"""What is seen and touched. No physics, and no threads but the one that draws pictures."""
