"""Planning in a process of its own: with progress, stopped at any moment, and warm when it is asked again."""
