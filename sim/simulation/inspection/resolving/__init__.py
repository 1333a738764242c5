"""Recordings solved again: by other solvers, under other laws, or with something changed."""
