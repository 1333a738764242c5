"""The docks and bars of the window, one file each."""
