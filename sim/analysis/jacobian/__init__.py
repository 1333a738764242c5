"""The Jacobian by several routes, its columns, and what follows from it."""
