"""The page Friction: what it asks of the problem of the instant."""
