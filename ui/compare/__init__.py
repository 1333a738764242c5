"""The workspace Compare: one scene by several schemes."""
