"""Velocities of bodies and points: joint by joint at one point, and seen from any frame."""
