"""What works from the command line: one file a command."""
