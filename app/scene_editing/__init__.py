"""Making and changing what is simulated by hand: scenes of robots, and edits of scenes."""
