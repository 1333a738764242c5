"""Short labels and units of generalised velocities, for the matrices of a contact problem."""

from __future__ import annotations

from collections.abc import Sequence

LONGEST = 14  # characters of a name in a row's label
TURNING = "rad/s"


def row_label(name: str) -> str:
    """The name, cut where it is long; "brick v_x" keeps its end."""
    body, part = _parted(name)
    short = body if len(body) <= LONGEST else body[: LONGEST - 1].rstrip() + "…"
    return f"{short} {part}".strip()


def column_label(name: str) -> str:
    """The part alone where there is one: columns are narrow, and rows say whose it is."""
    body, part = _parted(name)
    return part or row_label(body)


def full_name(name: str) -> str:
    """The whole name, for a tooltip beside its column's label; empty where that says it all."""
    body, _ = _parted(name)
    return body if column_label(name) != body else ""


def mass_units(of: Sequence[str]) -> tuple[str, ...]:
    """Units of the cells of H, row by row; `of` are those of the velocities, "m/s" or "rad/s"."""
    return tuple(mass_unit(of, i, j) for i in range(len(of)) for j in range(len(of)))


def mass_unit(of: Sequence[str], i: int, j: int) -> str:
    """Unit of one cell of H."""
    return ("kg", "kg·m", "kg·m²")[(of[i] == TURNING) + (of[j] == TURNING)]


def direction_units(of: Sequence[str], count: int) -> tuple[str, ...]:
    """Units of the cells of T, row by row, with so many columns; `of` are those of the velocities."""
    return tuple("m" if unit == TURNING else "1" for unit in of for _ in range(count))


def _parted(name: str) -> tuple[str, str]:
    """Whose it is, and which of the six velocities of a free body."""
    body, _, part = name.rpartition(" ")
    if body and part[:2] in ("v_", "ω_"):
        return body, part
    return name, ""
