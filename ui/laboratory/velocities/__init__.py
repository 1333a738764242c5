"""The page of velocities."""
