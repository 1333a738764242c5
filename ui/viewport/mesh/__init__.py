"""Triangles and lines of what is drawn."""
