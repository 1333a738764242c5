"""The page Derivations."""
