"""Robots given as Denavit-Hartenberg tables, in TOML."""
