"""The workspace Compare: one scene by several schemes, on one clock."""
