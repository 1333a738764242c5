"""The page of exercises on contact."""
