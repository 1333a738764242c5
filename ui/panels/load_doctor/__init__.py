"""What is wrong or doubtful with a robot's file."""
