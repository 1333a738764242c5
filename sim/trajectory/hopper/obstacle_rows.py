"""What stands in the hopper's way, as formulas."""

from __future__ import annotations

from typing import Any

from .symbols import Symbols


def ground_height(x: Any, s: Symbols) -> Any:
    """Of the ground at x [m]: steps, each rounded over its `edge` on the lower side, so that it is never above what is shown."""
    import casadi as ca

    height = ca.SX(0)
    for name in s.names:
        if name.startswith("step") and name.endswith("_x"):
            kind = name.removesuffix("_x")
            at, rise, edge = (s.parameter(f"{kind}_{part}") for part in ("x", "height", "edge"))
            begin = at - edge * (rise > 0)
            t = ca.fmin(ca.fmax((x - begin) / edge, 0), 1)
            height += rise * t**3 * (10 - 15 * t + 6 * t**2)  # two continuous derivatives
    return height


ROUNDED = 1e-3
"""Distances are √(d² + ROUNDED²) [m]: smooth where a leg goes through a bar's axis, and still least where they were."""


def bar_clearance(s: Symbols, name: str) -> Any:
    """How far the leg, body and foot at its ends, is from a bar's surface [m]: 0 exactly where it touches."""
    import casadi as ca

    kind = name.removesuffix("_x")
    radius = s.parameter(f"{kind}_radius")
    centre = ca.vertcat(s.parameter(f"{kind}_x"), s.parameter(f"{kind}_z"))
    leg = s.body - s.foot
    along = ca.fmin(ca.fmax(ca.dot(centre - s.foot, leg) / s.length**2, 0), 1)
    off = s.foot + along * leg - centre
    return ca.sqrt(ca.dot(off, off) + ROUNDED**2) - ca.sqrt(radius**2 + ROUNDED**2)
