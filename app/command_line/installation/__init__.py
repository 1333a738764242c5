"""Whether what is installed, and where it runs, lets the program do all that it can."""
