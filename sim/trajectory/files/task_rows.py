"""What the TOML file of a planning task may say, from `TaskFile` down.

SI throughout: metres, kilograms, seconds, radians. A bound is a value, [least, greatest], or { least = … } with one side open.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ...definition.shape_rows import NotNegative, Positive, Triple
from ..task.lecture_switches import MOST_SUBSTEPS

Whole = Annotated[int, msgspec.Meta(ge=0)]
Number = Annotated[int, msgspec.Meta(ge=1)]  # of a phase, counted from 1


class OpenBoundRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """{ least = … } or { greatest = … }: the other side is open."""

    least: float | None = None
    greatest: float | None = None


BoundRow = float | tuple[float, float] | OpenBoundRow


class PhaseRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """[[phases]]: see `TaskPhase`."""

    mode: str
    intervals: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 20
    duration: BoundRow = (0.1, 0.8)  # [s]
    guess: Positive | None = None  # [s]
    ends_at: dict[str, BoundRow] = {}  # states
    foothold: dict[str, BoundRow] = {}


class GapRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """[[gaps]]: see `GapObstacle`."""

    start: float  # [m]
    end: float  # [m]
    crossed_in: Number


class StepRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """[[steps]]: see `StepObstacle`."""

    x: float  # [m]
    height: float  # [m]
    crossed_in: Number
    edge: Positive = 0.05  # [m]


class BarRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """[[bars]]: see `BarObstacle`."""

    x: float  # [m]
    z: float  # [m]
    radius: NotNegative = 0.05  # [m]


class ReferenceRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """[reference]: see `StateReference`."""

    t: Annotated[tuple[float, ...], msgspec.Meta(min_length=2)]  # [s]
    values: dict[str, tuple[float, ...]]
    weights: dict[str, NotNegative]


class TouchingRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """[[robot.points]]: see `TouchingPoint`."""

    name: str
    frame: str
    offset: Triple = (0.0, 0.0, 0.0)  # [m]
    surface: str | None = None
    friction: NotNegative | None = None  # the task's
    extent: tuple[float, float] | None = None  # [m]
    clear: bool = True


class ContactModeRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """[[robot.modes]]: see `ContactMode`."""

    name: str
    touching: dict[str, Literal["stick", "slide", "slide forward", "slide backward"]] = {}


class PlannedRobotRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """[robot]: a robot of the library, by name, or of a file beside this one, by path; see `ContactRobot`."""

    model: str
    points: tuple[TouchingRow, ...] = ()
    modes: tuple[ContactModeRow, ...] = ()
    planar: bool = False
    motors: tuple[str, ...] | None = None
    facets: Whole = 0
    travel: tuple[str, ...] | None = None
    mirrored: tuple[tuple[str, str], ...] = ()
    way: tuple[tuple[Annotated[float, msgspec.Meta(ge=0.0, le=1.0)], tuple[float, ...]], ...] = ()
    dry_speed: NotNegative = 0.0
    gravity: Triple = (0.0, 0.0, -9.81)


class LectureRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """[lecture], of the system "lecture": see `LectureSwitches`."""

    torque: bool = False
    body_inertia: Positive | None = None  # [kg m²]
    touch_down_speed: Positive | None = None  # [m/s]
    substeps: Annotated[int, msgspec.Meta(ge=1, le=MOST_SUBSTEPS)] = 1


class TaskFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The whole file; see `PlanTask`."""

    title: str = ""
    description: str = ""
    system: Literal["hopper", "lecture", "robot"] = "hopper"
    method: Literal["hermite-simpson", "rk4"] = "hermite-simpson"
    friction: NotNegative = 0.5
    periodic: tuple[str, ...] = ()
    phases: tuple[PhaseRow, ...] = ()
    start: dict[str, BoundRow] = {}
    goal: dict[str, BoundRow] = {}
    limits: dict[str, BoundRow] = {}
    parameters: dict[str, float] = {}
    costs: dict[str, NotNegative] | None = None
    reference: ReferenceRow | None = None
    gaps: tuple[GapRow, ...] = ()
    steps: tuple[StepRow, ...] = ()
    bars: tuple[BarRow, ...] = ()
    lecture: LectureRow | None = None
    robot: PlannedRobotRow | None = None
