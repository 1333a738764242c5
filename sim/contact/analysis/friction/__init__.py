"""Friction in the plane of one contact: its section, its laws side by side, its directions, and Painlevé's regions."""
