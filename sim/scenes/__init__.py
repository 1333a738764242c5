"""The scenes we ship, as TOML files; read by `sim/simulation/scene/scene_file.py`."""
