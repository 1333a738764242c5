"""Friction in the plane of one contact: its section, its laws side by side, and its directions."""
