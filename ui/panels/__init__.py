"""What the docks of the window hold, a folder each."""
