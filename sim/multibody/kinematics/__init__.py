"""Where frames are, how they move, and steps on the manifold of configurations."""
