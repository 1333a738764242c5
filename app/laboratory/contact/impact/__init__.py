"""The page Impact."""
