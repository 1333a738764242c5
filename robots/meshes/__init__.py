"""Mesh files, read into arrays that are ready to be drawn."""
