"""Velocity and force ellipsoids, zonotopes and polytopes of a frame."""
