"""What a step solves: islands of bodies in contact."""
