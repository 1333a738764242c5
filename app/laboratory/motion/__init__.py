"""The motion that the pages on dynamics share: q̇, q̈ and loads of the environment."""
