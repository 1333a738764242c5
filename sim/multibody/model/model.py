"""The tree of an articulated system: what a definition says (bodies, joints, frames) and the table kernels read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

import numpy as np

from ...arrays import Array
from ...copies import check_copy
from ...errors import UnknownNameError
from ...texts import marked, tr, translated_anew
from .shapes import Color, Shape, Skin

GRAVITY = (0.0, 0.0, -9.81)
"""Acceleration of gravity in the world, unless said otherwise [m/s²]."""

_NQ = {"fixed": 0, "planar": 3, "spherical": 4, "free_flyer": 7}
"""Numbers that joints take in q where they are not one, by the word of their kind: words are looked up faster than members."""
_NV = {"fixed": 0, "planar": 3, "spherical": 3, "free_flyer": 6}
_SLIDES = {"prismatic": 1, "planar": 2, "free_flyer": 3}


class JointKind(Enum):
    """Kinds of joint. The value is the word used in definitions."""

    FIXED = "fixed"
    REVOLUTE = "revolute"  # q: angle [rad], within limits
    CONTINUOUS = "continuous"  # q: angle [rad], without limits
    PRISMATIC = "prismatic"  # q: displacement [m]
    HELICAL = "helical"  # q: angle [rad]; the child also moves pitch · q along the axis
    PLANAR = "planar"  # q: x y θ in the plane across the axis, v: their rates; x and y are those of `plane_axes`
    SPHERICAL = "spherical"  # q: qx qy qz qw; v: angular velocity of what it carries, in the joint's own, moved axes
    FREE_FLYER = "free_flyer"  # q: x y z qx qy qz qw; v: twist of the child at its origin, in its own axes

    @property
    def nq(self) -> int:
        """Numbers this joint takes in q."""
        return _NQ.get(self._value_, 1)

    @property
    def nv(self) -> int:
        """Numbers this joint takes in v: its degrees of freedom."""
        return _NV.get(self._value_, 1)

    @property
    def slides(self) -> int:
        """How many of its numbers in v, the first ones, are of sliding; the others are of turning."""
        return _SLIDES.get(self._value_, 0)

    @property
    def has_quaternion(self) -> bool:
        """Whether it turns every way: the last four of its numbers in q are a quaternion, the last three in v ω."""
        return self.nq > self.nv


def _identity() -> Array:
    return np.eye(4)


@dataclass(frozen=True, eq=False, slots=True)
class Visual:
    """A shape drawn with a body."""

    shape: Shape
    placement: Array = field(default_factory=_identity)  # (4, 4) pose of the shape in the body frame
    color: Color = (0.72, 0.75, 0.80, 1.0)
    name: str = ""
    skin: Skin | None = None  # times whose colours its own is


@dataclass(frozen=True, eq=False, slots=True)
class Collision:
    """A shape a body touches with."""

    shape: Shape
    placement: Array = field(default_factory=_identity)  # (4, 4) pose of the shape in the body frame
    name: str = ""
    material: str = ""  # name of a material of the scene; empty: the default one


@dataclass(frozen=True, eq=False, slots=True)
class Body:
    """A rigid body. `inertia` is about the centre of mass, along the axes of the body frame."""

    name: str
    mass: float = 0.0  # [kg]
    com: Array = field(default_factory=lambda: np.zeros(3))  # (3,) centre of mass in the body frame [m]
    inertia: Array = field(default_factory=lambda: np.zeros((3, 3)))  # (3, 3) [kg m²]
    visuals: tuple[Visual, ...] = ()
    collisions: tuple[Collision, ...] = ()


@dataclass(frozen=True, slots=True)
class Mimic:
    """A joint that moves as ratio · q(joint) + offset."""

    joint: str
    ratio: float = 1.0
    offset: float = 0.0  # [rad | m]


@dataclass(frozen=True, eq=False, slots=True)
class Joint:
    """What lets `child` move relative to `parent`.

    The joint frame sits at `placement` in the parent's body frame (in the world if parent is None), moves
    by q along or about `axis` (in the joint frame), and carries the child's body frame at `child_placement`.
    URDF and modified DH leave `child_placement` at identity; standard DH puts d, a, α there.
    """

    name: str
    kind: JointKind
    parent: str | None
    child: str
    placement: Array = field(default_factory=_identity)  # (4, 4)
    axis: Array = field(default_factory=lambda: np.array([0.0, 0.0, 1.0]))  # (3,) unit, in the joint frame
    child_placement: Array = field(default_factory=_identity)  # (4, 4)
    lower: float = -np.inf  # [rad | m]
    upper: float = np.inf  # [rad | m]
    velocity_limit: float = np.inf  # [rad/s | m/s]
    effort_limit: float = np.inf  # [N m | N]
    damping: float = 0.0  # viscous [N m s/rad | N s/m]
    friction: float = 0.0  # dry [N m | N]
    armature: float = 0.0  # rotor inertia seen at the joint, at each of its degrees of freedom [kg m² | kg]
    pitch: float = 0.0  # of a helical joint [m/rad]
    stiffness: float = 0.0  # of a spring [N m/rad | N/m]
    rest: float = 0.0  # where the spring pulls to [rad | m]
    mimic: Mimic | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Frame:
    """A named coordinate frame fixed to a body: a tool, a sensor, a foot."""

    name: str
    body: str | None  # None: the world
    placement: Array = field(default_factory=_identity)  # (4, 4) in the body frame


class Severity(Enum):
    """How much a finding matters."""

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something a reader has to say about a definition: what is wrong, missing, doubtful, or left out."""

    severity: Severity
    message: str  # a sentence
    path: str = ""
    line: int = 0  # 0: none
    rule: str = ""  # short and stable, such as "axis-zero"
    element: str = ""  # what it is about, such as "joint 'elbow'"
    found: str = ""  # what the file says
    wanted: str = ""  # what it should say

    def translated(self) -> Finding:
        """The same in the language that is chosen now."""
        names = ("message", "element", "found", "wanted")
        texts: dict[str, Any] = {name: translated_anew(getattr(self, name)) for name in names}
        return replace(self, **texts)

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}: " if self.line else f"{self.path}: " if self.path else ""
        return f"{place}{tr(self.severity.value)}: {self.message}"


# Kinds of row in `Model.table`. Revolute and continuous joints are the same motion; a planar joint is three rows (along x,
# along y, about z), a helical one two that share a number (about z, along z).
WORLD, REVOLUTE, PRISMATIC, FREE_FLYER, SPHERICAL = 0, 1, 2, 3, 4
# A row of several degrees turns every way: its numbers in v are the last nv, 3 or 6, of its motion relative to its parent, in its
# own axes, and the last 4 of its nv + 1 numbers in q are a quaternion. Kernels tell them by nv.

ROW = np.dtype(
    [
        ("kind", "i8"),
        ("parent", "i8"),  # row this one moves relative to; row 0 is the world
        ("iq", "i8"),  # its first number in q; in row 0, nq
        ("iv", "i8"),  # its first number in v; in row 0, nv
        ("nv", "i8"),  # its own degrees of freedom: 0 for a mimic joint, which shares the numbers of another
        ("tree", "i8"),  # row that its kinematic tree starts at
        ("ratio", "f8"),  # joint motion = ratio · q[iq] + offset
        ("offset", "f8"),
        ("rotation", "f8", (3, 3)),  # placement at zero motion in the parent row's frame
        ("translation", "f8", (3,)),  # [m]
        ("mass", "f8"),  # [kg], of all bodies fixed to this row
        ("moment", "f8", (3,)),  # mass · centre of mass, in the row's frame [kg m]
        ("inertia", "f8", (6,)),  # about the row's origin: xx xy xz yy yz zz [kg m²]
        ("armature", "f8"),  # [kg m² | kg]
        ("damping", "f8"),  # [N m s/rad | N s/m]
        ("stiffness", "f8"),  # [N m/rad | N/m]
        ("rest", "f8"),  # [rad | m]
        ("friction", "f8"),  # [N m | N]
        ("lower", "f8"),  # [rad | m]
        ("upper", "f8"),  # [rad | m]
        ("effort", "f8"),  # [N m | N]
    ],
    align=True,
)
"""One row of `Model.table`.

A row is a joint that moves (or a part of one), with all bodies fixed to what it carries. Its frame has its origin at the
joint and its z axis along the joint's axis (a free-flyer row has the frame of its body, a spherical one the joint's moved
axes), so that every row of one degree turns about or slides along z. Rows are in depth-first order: parents come before
children, subtrees are contiguous.
"""


WORK, PLACEMENTS_AT = 240, 208
"""Numbers of scratch per row of a model (nv² more are there for its mass matrix), and those before the rows' placements."""


_CALLS = {
    "bodies": marked("with_body for one, or build_model with all"),
    "joints": marked("with_joint for one, or build_model with all"),
    "frames": marked("build_model with all of them"),
    **dict.fromkeys(
        (
            "nq",
            "nv",
            "joint_names",
            "body_names",
            "frame_names",
            "lower",
            "upper",
            "velocity_limit",
            "effort_limit",
            "table",
            "columns",
            "parents",
            "work",
            "frame_row",
            "frame_placement",
            "by_mass_matrix",
        ),
        marked("with_body or with_joint, which build it anew"),
    ),
}
"""Fields of a model that belong together, and what changes them."""


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Model:
    """An articulated system: one tree or several, fixed or floating. Made by `build_model`.

    A copy with something changed: `with_body`, `with_joint`, `lock_joints`. `dataclasses.replace` changes name, poses, findings,
    source and never_touching, and raises ArgumentError for all that belongs together. Models pickle: they are built anew.
    """

    name: str
    bodies: tuple[Body, ...]
    joints: tuple[Joint, ...]  # all, in the order of the definition, fixed ones too
    frames: tuple[Frame, ...]  # named frames beside those of the bodies
    nq: int
    nv: int
    joint_names: tuple[str, ...]  # of the joints that own numbers of q, in the order of q
    body_names: tuple[str, ...]
    frame_names: tuple[str, ...]  # bodies first, then `frames`
    lower: Array  # (nq,) [rad | m]; a free-flyer has none: -inf
    upper: Array  # (nq,)
    velocity_limit: Array  # (nv,) [rad/s | m/s]; inf: none given
    effort_limit: Array  # (nv,) [N m | N]; inf: none given
    table: np.ndarray  # (1 + moving joints,) of ROW, the only form kernels take
    columns: np.ndarray  # of COLUMN, see `columns`: the degrees of freedom of all rows
    parents: np.ndarray  # (nv,) int64: for each number in v the one before it on its way to the world, or -1
    work: Array  # (len(table) · WORK + nv²,) scratch of native entries, which never run two at a time
    frame_row: np.ndarray  # (len(frame_names),) int64: the row that carries the frame
    frame_placement: Array  # (len(frame_names), 4, 4) pose of the frame in its row's frame
    poses: Mapping[str, Array]  # named configurations, (nq,) each
    findings: tuple[Finding, ...]  # what the reader had to say
    source: str  # file it came from, or ""
    by_mass_matrix: bool  # forward dynamics takes the mass matrix: rows share a number of q, or a free-flyer has armature
    _frame_index: Mapping[str, int]
    _joint_index: Mapping[str, int]
    _slices: Mapping[str, tuple[slice, slice]]
    _builder: Callable[..., Model] = field(repr=False)  # what a pickle is built by
    never_touching: tuple[tuple[str, str], ...] = ()  # pairs of bodies whose contacts are not looked for
    _built: tuple[object, ...] = field(default=(), repr=False)  # what belongs together

    def __post_init__(self) -> None:
        object.__setattr__(self, "_built", check_copy(self, tr("model {name!r}", name=self.name), self._built, _CALLS))

    def __copy__(self) -> Model:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.name, self.bodies, self.joints, self.frames, dict(self.poses), self.findings, self.source)
        return self._builder, (*parts, self.never_touching)

    def frame_index(self, name: str) -> int:
        """Position of a frame in `frame_names`; `UnknownNameError` if there is none."""
        try:
            return self._frame_index[name]
        except (KeyError, TypeError):
            raise UnknownNameError("frame", str(name), self.frame_names, tr("model {name!r}", name=self.name)) from None

    def joint(self, name: str) -> Joint:
        """The joint of this name; `UnknownNameError` if there is none."""
        try:
            return self.joints[self._joint_index[name]]
        except (KeyError, TypeError):
            names = (joint.name for joint in self.joints)
            raise UnknownNameError("joint", str(name), names, tr("model {name!r}", name=self.name)) from None

    def joint_slices(self) -> Mapping[str, tuple[slice, slice]]:
        """For each of `joint_names`, where its numbers are in q and in v."""
        return self._slices

    def __repr__(self) -> str:
        return tr(
            "<Model {name!r}: {count} bodies, nq {nq}, nv {nv}>", name=self.name, count=len(self.bodies), nq=self.nq, nv=self.nv
        )
