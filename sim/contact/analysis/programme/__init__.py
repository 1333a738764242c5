"""The contact problem as a quadratic programme: its conditions, its dual, its sections, and how methods solve it."""
