"""Studies of the equation of motion."""
