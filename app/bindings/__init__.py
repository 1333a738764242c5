"""Each file introduces one panel to the session: what it shows, and what the user's hand on it does."""
