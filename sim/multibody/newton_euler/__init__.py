"""The recursive Newton-Euler algorithm written out step by step, and one body by itself: to be read, not to be fast."""
