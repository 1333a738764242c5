"""Singular values and their directions."""
