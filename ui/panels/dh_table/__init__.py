"""The Denavit-Hartenberg table that is edited."""
