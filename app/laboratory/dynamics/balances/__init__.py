"""Momentum, centre of mass and energy, each with what changes it."""
