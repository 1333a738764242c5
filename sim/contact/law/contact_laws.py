"""The laws of friction, as the number a contact carries: see `friction_cone`."""

COULOMB, CONVEX = 0, -1
"""The exact cone; its convex relaxation. A positive number is that of the facets of the pyramid."""
