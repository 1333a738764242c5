"""What a scene's TOML file may say, from `SceneFile` down.

Lengths in metres, masses in kilograms, SI throughout; angles are radians unless the file says `angle_unit = "deg"`.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from ....definition.inertia_rows import Inertia
from ....definition.shape_rows import AngleUnit, ConvexRow, HeightFieldRow, NotNegative, PlaneRow, Positive, SolidRow, Triple
from ....size_limits import LONGEST_DURATION, MOST_BODIES

_RESTITUTION = Annotated[float, msgspec.Meta(ge=0, le=1)]


class MaterialRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """[materials.NAME]: of a contact, friction is the geometric mean of both sides' μ, restitution the larger e."""

    friction: NotNegative = 0.5
    restitution: _RESTITUTION = 0.0


class SettingsRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """[settings]: see `Settings`; what is left out keeps its default."""

    dt: Positive | None = None
    scheme: str | None = None
    solver: str | None = None
    solving: str | None = None
    tolerance: Positive | None = None
    sweeps: int | None = None
    friction_law: str | None = None
    facets: int | None = None
    theta: float | None = None
    stabilisation: str | None = None
    error_reduction: Positive | None = None
    compliance: NotNegative | None = None
    relaxation_time: NotNegative | None = None
    regularisation: NotNegative | None = None
    restitution_speed: NotNegative | None = None
    recovery_speed: Positive | None = None
    event_tolerance: Positive | None = None
    integration_tolerance: Positive | None = None
    rest_speed: NotNegative | None = None
    error_every: int | None = None
    impact_law: str | None = None
    restitution_law: str | None = None


class ObstacleRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """[[obstacles]]: what stands still."""

    name: str
    shapes: Annotated[tuple[SolidRow | ConvexRow | PlaneRow | HeightFieldRow, ...], msgspec.Meta(min_length=1)]
    xyz: Triple = (0.0, 0.0, 0.0)
    rpy: Triple = (0.0, 0.0, 0.0)
    material: str = ""
    color: str = ""


class BodyRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """[[bodies]]: a free body of one shape, which has its axes; of uniform density unless `inertia` says otherwise."""

    name: str
    shape: SolidRow | ConvexRow
    mass: Positive
    com: Triple | None = None  # centre of mass in the body's frame [m]; None: of a uniform solid
    inertia: Inertia | None = None  # about the centre of mass; None: of a uniform solid
    xyz: Triple = (0.0, 0.0, 0.0)
    rpy: Triple = (0.0, 0.0, 0.0)
    velocity: Triple = (0.0, 0.0, 0.0)  # of the origin of its frame, in the world [m/s]
    spin: Triple = (0.0, 0.0, 0.0)  # angular velocity in the world, in the file's angle unit per second
    material: str = ""
    color: str = ""


class ControllerRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """[robots.controller]: control of all joints of a robot, with the gains of one joint or of each."""

    law: str = "pd"  # of LAWS
    stiffness: NotNegative | tuple[NotNegative, ...] = 0.0  # [N m/rad | N/m], for computed torque [1/s²]
    damping: NotNegative | tuple[NotNegative, ...] = 0.0  # [N m s/rad | N s/m], for computed torque [1/s]
    target: str | tuple[float, ...] | None = None  # a pose of the robot, or its q; None: where it starts
    gravity_compensation: bool = False


class PlaybackRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """[robots.playback]: torques at instants instead of a controller."""

    times: tuple[float, ...]  # increasing [s]
    torques: tuple[tuple[float, ...], ...]  # one row for each time, nv numbers in it [N m | N]
    hold: str = "previous"  # of HOLDS


class PayloadRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """payload = { … } of a robot, or one of several in a list: a point mass that one of its bodies carries."""

    body: str
    mass: NotNegative  # [kg]
    point: Triple = (0.0, 0.0, 0.0)  # in the frame of the body [m]


class RobotRow(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """[[robots]]: a robot by name, or by a path relative to the scene's file."""

    name: str
    model: str
    arguments: dict[str, str | int | float | bool] = {}  # of a xacro file
    xyz: Triple = (0.0, 0.0, 0.0)
    rpy: Triple = (0.0, 0.0, 0.0)
    placed_by: str = ""  # the body or frame of the robot that has the pose xyz, rpy at the start; empty: its base
    q: str | tuple[float, ...] | None = None  # a pose of the robot, or its q [rad | m]; None: its pose "home"
    v: tuple[float, ...] | None = None
    velocity: Triple | None = None  # of the origin of a floating base, in the world [m/s]
    spin: Triple | None = None  # its angular velocity in the world, in the file's angle unit per second
    material: str = ""  # of the collision shapes that name none
    materials: dict[str, str] = {}  # of the collision shapes of some of its bodies, whatever they name
    payload: PayloadRow | tuple[PayloadRow, ...] | None = None
    controller: ControllerRow | None = None
    playback: PlaybackRow | None = None
    self_collision: bool = False
    ignore_collisions: tuple[tuple[str, str], ...] = ()  # pairs of its bodies that never touch, beside the robot's own


class SceneFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The whole file."""

    title: str = ""
    description: str = ""
    duration: Annotated[float, msgspec.Meta(gt=0, le=LONGEST_DURATION)] = 3.0  # how long it is worth watching [s]
    gravity: Triple = (0.0, 0.0, -9.81)
    angle_unit: AngleUnit = "rad"
    settings: SettingsRow = SettingsRow()
    materials: dict[str, MaterialRow] = {}
    colors: dict[str, str] = {}
    obstacles: Annotated[tuple[ObstacleRow, ...], msgspec.Meta(max_length=MOST_BODIES)] = ()
    bodies: Annotated[tuple[BodyRow, ...], msgspec.Meta(max_length=MOST_BODIES)] = ()
    robots: tuple[RobotRow, ...] = ()
