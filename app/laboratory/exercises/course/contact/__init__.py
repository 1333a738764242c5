"""Exercises on contact, about shipped scenes; every answer is computed from the scene by public functions of `sim`."""
