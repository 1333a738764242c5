"""How a Jacobian is written: names of its rows, and the references it is given in. Its units: see `units`."""

from __future__ import annotations

ROWS = ("v_x", "v_y", "v_z", "ω_x", "ω_y", "ω_z")
REFERENCES = {"world_aligned": "world axes", "local": "frame axes", "world": "world origin"}
