"""One contact problem looked at: what it means, what solves it, and how its parts act."""
