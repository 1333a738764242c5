"""A planned motion: its fields, its torques over time, and what they come to."""
