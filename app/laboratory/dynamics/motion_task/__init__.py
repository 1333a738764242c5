"""A planned motion of chosen joints: its torques, and playing them back."""
