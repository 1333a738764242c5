"""Friction in what was simulated: modes of contacts over time, and what the relaxed law lifts."""
