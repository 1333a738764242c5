"""Worked exercises, with answers computed from the robot itself."""
