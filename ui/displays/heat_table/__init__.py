"""Matrices with their numbers coloured by size."""
