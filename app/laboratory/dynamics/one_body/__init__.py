"""One body alone: the forces on it and its motion."""
