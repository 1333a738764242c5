"""Plans played by the event-driven simulation: their inputs alone, or with feedback; and how far the robot strays."""
