"""Transport and time line."""
