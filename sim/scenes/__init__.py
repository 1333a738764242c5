"""The scenes we ship, as TOML files; read by `sim/simulation/running/scene/scene_file.py`."""
