"""Several contacts at once, in numbers."""
