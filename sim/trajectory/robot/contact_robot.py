"""A robot of the library and what it touches with, as a task names them: passive values, without CasADi."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError, UnknownNameError
from ...multibody.model.model import GRAVITY, Model
from ...texts import tr


class Touch(Enum):
    """What a point does on its surface. The value is the word used in tasks."""

    STICK = "stick"
    SLIDE = "slide"  # wherever it goes: the direction is an unknown
    SLIDE_FORWARD = "slide forward"  # along the x axis of the surface, known beforehand
    SLIDE_BACKWARD = "slide backward"


@dataclass(frozen=True)
class TouchingPoint:
    """A point of a robot that may touch a plane: the ground, or a surface that another body carries."""

    name: str
    frame: str  # body or frame of the model that carries it
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0)  # in that frame [m]
    surface: str | None = None  # frame whose plane z = 0 it touches from above; None: the world's
    friction: float | None = None  # None: the task's
    extent: tuple[float, float] | None = None  # where along the surface's x axis it may touch [m]; None: anywhere
    clear: bool = True  # stays above the surface, and out of bars, while it does not touch


@dataclass(frozen=True)
class ContactMode:
    """A mode by what touches in it; points that are not named do not."""

    name: str
    touching: tuple[tuple[str, Touch], ...] = ()


@dataclass(frozen=True, eq=False)
class ContactRobot:
    """A robot with its points and modes: what a task for a robot of the library has beside others (`PlanTask.robot`).

    travel : names of the state that grow from one period to the next, as how far it has come; the motion is then periodic:
             its last mode leads to its first, by a blow if points touch down. None: it is not
    way    : where to start looking: times as shares 0 … 1 of the whole, and configurations (nq,) there
    Equal are those of equal models and equal values. Raises ArgumentError, and UnknownNameError for a name that does not exist.
    """

    model: Model
    points: tuple[TouchingPoint, ...]
    modes: tuple[ContactMode, ...]
    planar: bool = False  # points move in the plane x z of the world alone
    motors: tuple[str, ...] | None = None  # joints with a motor; None: all of one degree whose effort limit is not 0
    facets: int = 0  # of the friction cone in 3-D, an even number from 4; 0: the cone itself
    travel: tuple[str, ...] | None = None
    mirrored: tuple[tuple[str, str], ...] = ()  # pairs of joints, and of points, that change places at the end of a period
    way: tuple[tuple[float, tuple[float, ...]], ...] = ()
    dry_speed: float = 0.0  # dry friction of joints is smoothed over it [rad/s | m/s]; 0: refused where there is some
    gravity: tuple[float, float, float] = GRAVITY
    reference: str = ""  # how a file names the model, where it came from one
    columns: Array = field(init=False)  # (motors,) int: where their numbers are in v

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", _columns(self.model, self.motors))
        self._check_points()
        self._check_modes()
        if self.facets % 2 or 0 < self.facets < 4:
            raise ArgumentError(
                "a friction cone has an even number of facets from 4, or 0 for none; given {facets}", facets=self.facets
            )
        for _, q in self.way:
            if len(q) != self.model.nq:
                raise ArgumentError(
                    "the way of {model!r} has {count} numbers of q; wanted {nq}",
                    model=self.model.name,
                    count=len(q),
                    nq=self.model.nq,
                )
        dry = [joint.name for joint in self.model.joints if joint.friction]
        if dry and not self.dry_speed:
            raise ArgumentError(
                "model {model!r} has dry friction at {dry}, and planning needs smooth forces; give the speed over which it "
                "is smoothed (dry_speed), or a model without",
                model=self.model.name,
                dry=", ".join(map(repr, dry)),
            )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ContactRobot) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __reduce__(self) -> tuple[object, ...]:
        return ContactRobot, (
            self.model,
            self.points,
            self.modes,
            self.planar,
            self.motors,
            self.facets,
            self.travel,
            self.mirrored,
            self.way,
            self.dry_speed,
            self.gravity,
            self.reference,
        )

    @cached_property
    def _key(self) -> tuple[object, ...]:
        """What makes two equal: the numbers of the model that enter equations, and the values here but the way."""
        model = self.model
        digest = hashlib.sha256()
        for part in (model.table, model.frame_row, model.frame_placement, model.lower, model.upper, model.velocity_limit):
            digest.update(np.ascontiguousarray(part).tobytes())
        named = (model.name, model.joint_names, model.frame_names, digest.hexdigest())
        return (
            *named,
            self.points,
            self.modes,
            self.planar,
            tuple(self.columns),
            self.facets,
            self.travel,
            self.mirrored,
            self.dry_speed,
            self.gravity,
        )

    def mode(self, name: str) -> ContactMode:
        """The mode of this name; UnknownNameError if there is none."""
        for mode in self.modes:
            if mode.name == name:
                return mode
        raise UnknownNameError(
            "mode", name, (mode.name for mode in self.modes), tr("the task of {model!r}", model=self.model.name)
        )

    def _check_points(self) -> None:
        names = [point.name for point in self.points]
        for name in names:
            if names.count(name) > 1:
                raise ArgumentError("two touching points are called {name!r}; each wants its own name", name=name)
        model = self.model
        for point in self.points:
            row = model.frame_row[model.frame_index(point.frame)]
            surface = 0 if point.surface is None else model.frame_row[model.frame_index(point.surface)]
            if row == surface:
                on = tr("the ground") if point.surface is None else tr("surface {surface!r}", surface=point.surface)
                raise ArgumentError(
                    "touching point {point!r} of frame {frame!r} never moves on {on}",
                    point=point.name,
                    frame=point.frame,
                    on=on,
                )
            if point.friction is not None and not point.friction >= 0.0:
                raise ArgumentError(
                    "the friction of touching point {point!r} is 0 at least; given {friction:g}",
                    point=point.name,
                    friction=point.friction,
                )

    def _check_modes(self) -> None:
        known = [point.name for point in self.points]
        for mode in self.modes:
            for name, touch in mode.touching:
                if name not in known:
                    raise UnknownNameError(tr("touching point"), name, known, tr("mode {mode!r}", mode=mode.name))
                if self.planar and touch is Touch.SLIDE:
                    raise ArgumentError(
                        "point {name!r} slides in mode {mode!r}: in the plane say whether forward or backward",
                        name=name,
                        mode=mode.name,
                    )


def _columns(model: Model, motors: Iterable[str] | None) -> Array:
    slices = model.joint_slices()
    if motors is None:
        single = [name for name in model.joint_names if model.joint(name).kind.nv == 1]
        motors = [name for name in single if model.joint(name).effort_limit > 0.0]
    found = []
    for name in motors:
        if name not in slices:
            raise UnknownNameError("joint", name, slices, tr("model {model!r}", model=model.name))
        if model.joint(name).kind.nv != 1:
            kind = model.joint(name).kind.value
            raise ArgumentError(
                "joint {name!r} is {kind}; only joints of one degree of freedom have a motor", name=name, kind=kind
            )
        found.append(slices[name][1].start)
    return np.array(found, dtype=np.int64)
