"""An impact: the state before, the jump map and the state after, and the guard that finds its instant."""
