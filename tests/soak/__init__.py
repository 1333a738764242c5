"""A long day of use, compressed: what the program holds at the end of it is what it held after the first minutes."""
