"""Articulated systems: models, kinematics, dynamics, energy."""
