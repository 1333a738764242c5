"""The page One contact."""
