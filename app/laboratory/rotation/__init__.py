"""The page of rotations."""
