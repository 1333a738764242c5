"""Friction in what was simulated: modes of contacts over time."""
