"""Worked exercises."""
