"""Questions about one configuration: singular values, ellipsoids, measures."""
