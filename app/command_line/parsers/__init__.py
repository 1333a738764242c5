"""What each command of the command line takes, and how it says so."""
