"""The page Friction: one contact's friction in its plane, its laws, its directions, its modes, and Painlevé's regions."""
