"""The page Friction: one contact's friction in its plane, its laws, its directions, and its modes."""
