"""The browser of robots, and its thumbnails."""
