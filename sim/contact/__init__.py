"""Collision, the contact problem, its solvers, and what they leave."""
