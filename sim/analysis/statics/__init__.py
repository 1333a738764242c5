"""Loads on a robot at rest, and what carries them."""
