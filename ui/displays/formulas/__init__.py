"""Formulas, painted."""
