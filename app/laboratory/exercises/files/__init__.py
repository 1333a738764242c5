"""Files of exercises: read, and checked as `torseur check` does."""
