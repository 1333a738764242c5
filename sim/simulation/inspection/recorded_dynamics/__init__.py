"""The dynamics of what was recorded: the parts of its equation of motion over time, and their statistics."""
