"""What the program remembers from one start to the next: what there is to remember, its file, and who asks for it."""
