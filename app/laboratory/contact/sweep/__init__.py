"""The page Sweep: one scene run many times with some of its values varied."""
