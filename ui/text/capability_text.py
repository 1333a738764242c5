"""What ellipsoids and polytopes of a frame are called, in which unit they are, and what they are the image of."""

from __future__ import annotations

from collections.abc import Sequence

from torseur.sim.analysis.ellipsoids.values import Capability
from torseur.sim.texts import marked, tr

from ..look.math_notation import DOT
from .units import are_mixed, per_unit

UNITS = {
    "position": {"velocity": "m/s", "force": "N", "dynamic": "m/s²"},
    "orientation": {"velocity": "rad/s", "force": "N·m", "dynamic": "rad/s²"},
}
NAMES = {
    "position": {
        "velocity": marked("Velocity"),
        "force": marked("Force"),
        "dynamic": marked("Acceleration"),
        "velocity_polytope": marked("Velocity polytope"),
        "force_polytope": marked("Force polytope"),
    },
    "orientation": {
        "velocity": marked("Angular velocity"),
        "force": marked("Moment"),
        "dynamic": marked("Angular acceleration"),
        "velocity_polytope": marked("Angular velocity polytope"),
        "force_polytope": marked("Moment polytope"),
    },
}
ELLIPSOIDS = {  # in the words of the course in French: en vitesse, en effort
    "position": {
        "velocity": marked("velocity ellipsoid"),
        "force": marked("force ellipsoid"),
        "dynamic": marked("acceleration ellipsoid"),
    },
    "orientation": {
        "velocity": marked("angular velocity ellipsoid"),
        "force": marked("moment ellipsoid"),
        "dynamic": marked("angular acceleration ellipsoid"),
    },
}


def kind_text(kind: str, rows: str) -> str:
    """The name of one kind of shape."""
    return tr(NAMES[rows][kind])


def ellipsoid_text(kind: str, rows: str) -> str:
    """What an ellipsoid of one kind is called within a line."""
    return tr(ELLIPSOIDS[rows][kind])


def unit_of(kind: str, rows: str) -> str:
    """The unit of its semi-axes, or of its extents."""
    return UNITS[rows][kind.removesuffix("_polytope")]


def ball_text(kind: str, prismatic: Sequence[bool], weighted: bool) -> str:
    """What is mapped, in the notation of `paint_math`: a ball of joint speeds or torques, or the box of their limits."""
    speed = kind.startswith("velocity")
    letter = f"q{DOT}" if speed else "τ"
    if kind.endswith("_polytope"):
        return f"|{letter}_k| ≤ {letter}_{{max,k}}"
    if weighted:
        return f"|{letter} / {letter}_{{max}}| ≤ 1"
    unit = per_unit(prismatic, *(("rad/s", "m/s") if speed else ("N·m", "N")))
    return f"|{letter}| ≤ 1 ({unit})" if are_mixed(prismatic) else f"|{letter}| ≤ 1 {unit}"


def frame_text(capability: Capability, named: bool) -> str:
    """The frame before a label where there are several."""
    return f"{capability.frame.rsplit('/', 1)[-1]}: " if named else ""
