"""The page Checks: what is computed for it, of the state shown and behind the window of the whole recording."""
