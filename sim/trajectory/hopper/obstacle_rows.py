"""What stands in the hopper's way, as formulas."""

from __future__ import annotations

from typing import Any

from .symbols import Symbols

_SMOOTH = 1e-6  # [m] within which of a bar's axis the distance to it is smoothed: a leg through it has derivatives too


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


def bar_clearance(s: Symbols, name: str) -> Any:
    """Distance of the leg, body and foot at its ends, from a bar's surface [m]."""
    import casadi as ca

    kind = name.removesuffix("_x")
    centre = ca.vertcat(s.parameter(f"{kind}_x"), s.parameter(f"{kind}_z"))
    leg = s.body - s.foot
    along = ca.fmin(ca.fmax(ca.dot(centre - s.foot, leg) / s.length**2, 0), 1)
    off = s.foot + along * leg - centre
    return ca.sqrt(ca.sumsqr(off) + _SMOOTH**2) - s.parameter(f"{kind}_radius")
