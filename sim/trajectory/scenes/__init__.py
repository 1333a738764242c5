"""Planning tasks that are shipped."""
