"""The robots that can be opened, as cards."""
