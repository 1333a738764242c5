"""From a `Model` to a URDF file."""
