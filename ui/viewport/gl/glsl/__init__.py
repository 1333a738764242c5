"""Shader sources, read by `programs.py`."""
