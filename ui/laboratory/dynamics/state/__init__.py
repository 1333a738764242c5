"""The motion: q̇, q̈ and the loads of the environment."""
