"""The laboratory: a folder a page."""
