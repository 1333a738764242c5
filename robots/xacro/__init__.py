"""Xacro: expanded in a process of its own, then read as URDF."""
