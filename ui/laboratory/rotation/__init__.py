"""Rotation vectors, Rodrigues' formula, angular velocity."""
