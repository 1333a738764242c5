"""The equation of motion at one state."""
