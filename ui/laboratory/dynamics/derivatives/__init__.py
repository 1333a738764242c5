"""Derivatives as tables, beside finite differences."""
