"""Questions about one configuration: the Jacobian of a frame, its singular values, its ellipsoids."""
