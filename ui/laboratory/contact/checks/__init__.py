"""The page Checks: whether the state shown, and all of its recording, is right."""
