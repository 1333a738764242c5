"""Laws of contact: cones, dry friction, one contact alone."""
