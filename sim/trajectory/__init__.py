"""Trajectories through contact: planned by optimisation, explained, and replayed by the simulation."""
