"""Definitions in TOML: text to checked values, shapes and poses; shared by robots and scenes."""
