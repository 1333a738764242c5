"""What a DH file may say, key by key.

Lengths in metres, masses in kilograms, SI throughout. Angles are radians unless the file says `angle_unit = "deg"`;
then theta, alpha, every rpy, and the limits, velocities and poses of revolute joints are in degrees.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from torseur.sim.definition.inertia_rows import Inertia
from torseur.sim.definition.shape_rows import AngleUnit, NotNegative, Positive, SolidRow, Triple

Convention = Literal["standard", "modified"]
"""Where a row's frame stands on its link: at the end, or at the beginning (Craig)."""


class Placement(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """Where something is: turned by roll, pitch, yaw about the fixed x, y, z axes, then moved to xyz."""

    xyz: Triple = (0.0, 0.0, 0.0)  # [m]
    rpy: Triple = (0.0, 0.0, 0.0)  # angle unit of the file


class Base(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """What stands still: its frame is frame 0, placed in the world by xyz and rpy."""

    name: str = "base"
    xyz: Triple = (0.0, 0.0, 0.0)
    rpy: Triple = (0.0, 0.0, 0.0)
    mass: NotNegative = 0.0
    com: Triple = (0.0, 0.0, 0.0)
    inertia: Inertia | None = None
    visuals: tuple[SolidRow, ...] = ()
    collisions: tuple[SolidRow, ...] = ()


class JointRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """One row of the table, and the link it moves: the link's frame is the row's DH frame."""

    name: str
    kind: Literal["revolute", "prismatic", "fixed"]
    theta: float = 0.0
    d: float = 0.0
    a: float = 0.0
    alpha: float = 0.0
    lower: float | None = None  # of q, not of θ or d
    upper: float | None = None
    velocity: Positive | None = None
    effort: Positive | None = None
    damping: NotNegative = 0.0
    friction: NotNegative = 0.0
    armature: NotNegative = 0.0
    link: str = ""  # name of the link; empty: link1, link2, …
    mass: NotNegative | None = None
    com: Triple = (0.0, 0.0, 0.0)  # in the link's frame
    inertia: Inertia | None = None
    visuals: tuple[SolidRow, ...] = ()
    collisions: tuple[SolidRow, ...] = ()


class Definition(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The whole file."""

    name: str
    convention: Convention
    joints: Annotated[tuple[JointRow, ...], msgspec.Meta(min_length=1)]
    title: str = ""
    angle_unit: AngleUnit = "rad"
    base: Base = Base()
    tool: Placement = Placement()
    colors: dict[str, str] = {}
    poses: dict[str, tuple[float, ...]] = {}
