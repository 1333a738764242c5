"""Independent contacts of large islands, four at a time in `Lanes`."""
