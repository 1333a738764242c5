"""The page of statics."""
