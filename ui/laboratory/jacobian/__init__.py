"""The Jacobian by several routes, column by column."""
