"""Where bodies touch: broad phase, narrow phase, contact rows."""
