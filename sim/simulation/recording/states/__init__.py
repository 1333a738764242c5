"""Where the states of a recording are: in memory, or in its file."""
