"""Where a robot is singular: by formulas, on maps, along a motion."""
