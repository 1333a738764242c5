"""The sweep of the window, which another process runs."""
