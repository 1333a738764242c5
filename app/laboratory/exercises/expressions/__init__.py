"""Expressions of exercises, and what they may ask of a robot or a scene."""
