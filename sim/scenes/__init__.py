"""The scenes we ship, as TOML files; read by `simulation/scene_file.py`."""
