"""Joint positions for a pose, and joint velocities for a twist."""
