"""Errors and times of solvers, in few characters."""

from __future__ import annotations

from ....text.number_text import as_shown, residual_text, scientific_text

_SMALL = 0.01  # below it an error is written by its power of ten


def error_text(x: float) -> str:
    """An error by its size, one digit, never longer than 6e-12."""
    return scientific_text(x, 1) if 0.0 < abs(x) < _SMALL else residual_text(x)


def time_text(seconds: float) -> str:
    """A time of a solver, in the unit that suits it."""
    unit, size = next(((unit, size) for unit, size in (("s", 1.0), ("ms", 1e-3)) if seconds >= size), ("µs", 1e-6))
    return as_shown(f"{seconds / size:.3g} {unit}")
