"""Bodies, materials, settings and events of a scene."""
