"""What the inspector of contacts paints: the friction cone."""
