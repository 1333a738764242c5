"""The contact inspector: table, equation, cone, solvers."""
