"""Loads and the torques that hold them."""
