"""Pages as values: what a page is given, what it asks, and what it has the session do."""
