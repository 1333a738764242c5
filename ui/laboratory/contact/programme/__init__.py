"""The page Quadratic programme: the contact problem as an optimisation, and what solves it."""
