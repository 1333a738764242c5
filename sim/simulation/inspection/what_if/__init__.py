"""What would have been: an instant of a recording with another friction, restitution, mass or wrench."""
