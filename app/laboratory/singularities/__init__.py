"""The page of singularities."""
