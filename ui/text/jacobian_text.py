"""How a Jacobian is written: names of its rows, the references it is given in, its units."""

from __future__ import annotations

from collections.abc import Sequence

ROWS = ("v_x", "v_y", "v_z", "ω_x", "ω_y", "ω_z")
REFERENCES = {"world_aligned": "world axes", "local": "frame axes", "world": "world origin"}


def jacobian_units(prismatic: Sequence[bool]) -> tuple[str, ...]:
    """Units of the rows of J, or where kinds of joints are mixed, of its cells, row after row."""
    if not any(prismatic):
        return ("m",) * 3 + ("1",) * 3
    if all(prismatic):
        return ("1",) * 3 + ("1/m",) * 3
    return (
        tuple("1" if slides else "m" for slides in prismatic) * 3
        + tuple("1/m" if slides else "1" for slides in prismatic) * 3
    )
