"""The tree of a model, and its masses."""
