"""The page Own problem: bodies, contacts and loads in the plane, drawn by the user."""
