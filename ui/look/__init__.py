"""Theme, icons, and painting."""
