"""Derivatives of inverse and forward dynamics beside finite differences."""
