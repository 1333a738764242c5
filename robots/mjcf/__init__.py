"""MuJoCo's MJCF: compiled by MuJoCo in a process of its own, then built from the numbers."""
