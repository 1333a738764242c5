"""Scenes, one step, time-stepping, the hybrid scheme, recordings."""
