"""Robots in the Unified Robot Description Format, and their reference poses in SRDF."""
