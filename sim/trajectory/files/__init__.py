"""Planning tasks as TOML files, and plans as files: MCAP, NumPy archives, and tables."""
