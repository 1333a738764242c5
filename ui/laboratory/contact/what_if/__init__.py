"""The page What if: the state shown with something changed, and runs that branch off from it."""
