"""How a scene begins: what is inside other things, or spins too fast, and how far shapes reach."""
