"""Rotations and spatial vectors, compiled and in plain NumPy."""
