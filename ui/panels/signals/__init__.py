"""Quantities over time that are chosen from a tree: their plots, and statistics of a range."""
