"""Curves over time."""
