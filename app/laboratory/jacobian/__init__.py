"""The page of the Jacobian."""
