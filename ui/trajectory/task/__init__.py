"""The dock Task: every number of what is planned."""
