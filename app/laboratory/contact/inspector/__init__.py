"""The page Inspector: contacts of an instant, the problem behind their forces, and how it was solved."""
