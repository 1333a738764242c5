"""The scene of a replay: the robot of a plan on its ground, driven by the plan's inputs, with or without feedback."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError
from ...multibody.model.model import GRAVITY, Model
from ...simulation.running.control.tracking_control import TrackedPhase, TrackingControl
from ...simulation.running.scene.scene import Material, Part, Scene, make_scene
from ...simulation.running.scene.settings import Settings
from ...texts import tr
from ..hopper.symbols import SIDE_FORCE
from ..robot.contact_robot import ContactRobot, Touch
from ..task.plan_task import PlanTask
from ..values import Plan
from .held_dynamics import HeldDynamics
from .kicks import Kick, kicked, standing
from .linearised_motion import LinearPiece, linearised
from .planned_motion import MotionPiece, pieces
from .planned_robot import (
    TouchingFrame,
    carrier,
    planned_robot,
    touching_frames,
    with_point_materials,
    with_point_shapes,
    with_room,
)
from .repeated_plan import repeated_plan, touching_next
from .replay_ground import ground_parts
from .tracking_gains import TrackingWeights, tracking_gains

FRICTION_MARGIN = 1.2  # how much more friction the ground of a replay has than was planned with
_LARGEST_FRICTION = 1e3
_INTERVAL = 1e-3  # longest between recorded states [s]


@dataclass(frozen=True, eq=False)
class PlannedReplay:
    """A plan, its robot, its motion, and what the simulation starts from."""

    plan: Plan
    task: PlanTask | None
    model: Model
    points: tuple[TouchingFrame, ...]
    motion: tuple[MotionPiece, ...]
    dynamics: HeldDynamics
    feedback: TrackingWeights | None
    q: Array  # (nq,) where it starts
    v: Array  # (nv,)
    friction: float  # of the ground
    scene: Scene = field(repr=False)
    roomy: tuple[str, ...]  # joints whose stops lie further than the robot's
    after: np.ndarray | None  # (points,) bool: what touches where the plan's next period would begin; None: it has none
    linear: tuple[LinearPiece, ...]  # empty without feedback where joints turn freely, points slide or touch other bodies

    @property
    def name(self) -> str:
        """Of the robot in the scene."""
        return self.model.name


def prepared_replay(
    plan: Plan,
    task: PlanTask | None = None,
    *,
    feedback: TrackingWeights | bool = False,
    kick: Kick | None = None,
    friction: float | None = None,
    periods: int = 1,
) -> PlannedReplay:
    """All that `replay` simulates; its `scene` may be opened, and pushed by the mouse. See `replay`."""
    if not plan.phases:
        raise ArgumentError("the plan {title!r} has no phase: there is nothing to replay", title=plan.title)
    if not all(np.isfinite(part).all() for phase in plan.phases for part in (phase.t, phase.q, phase.v, phase.tau)):
        raise ArgumentError("the plan {title!r} is no motion: it has numbers that are not finite", title=plan.title)
    after = None
    if task is not None and isinstance(task.robot, ContactRobot):
        after = touching_next(plan, task.robot, periods)
        plan = repeated_plan(plan, task.robot, periods)
    model = planned_robot(plan, task)
    points = touching_frames(plan, model, task)
    model, roomy = with_room(with_point_shapes(model, plan, points), plan)
    slides = any(phase.sliding.any() for phase in plan.phases)
    of_points = task is not None and isinstance(task.robot, ContactRobot)
    mu = _friction(plan, friction, 1.0 if slides and not of_points else FRICTION_MARGIN)
    materials, touches_itself = {"": Material(mu)}, False
    if task is not None and isinstance(task.robot, ContactRobot):
        touches_itself = _check_surfaces(plan, task.robot, bool(feedback))
        model, own = with_point_materials(model, points, task.robot, _point_friction(plan, task, mu))
        materials = {"": Material(1.0), **own}
    if slides and feedback:
        raise ArgumentError(
            "feedback knows points that stand or fly, and the plan {title!r} has one that slides: replay it by its "
            "inputs alone",
            title=plan.title,
        )
    gravity = _gravity(task)
    dynamics = HeldDynamics(model, points, gravity)
    motion = pieces(plan, model)
    is_linear = model.nq == model.nv and not touches_itself and not slides
    linear = linearised(plan, dynamics, motion) if feedback or is_linear else ()
    weights = TrackingWeights() if feedback is True else (feedback or None)
    law = _law(plan, model, points, motion, linear, dynamics, weights, float(np.max(plan.friction)) / mu)
    first = plan.phases[0]
    held = tuple(np.flatnonzero(first.touching & np.isfinite(first.footholds).all(axis=1)).tolist())
    q, v = standing(dynamics, first.q[0], first.v[0], first.footholds[list(held)], held)
    if kick is not None:
        q, v = kicked(dynamics, q, v, held, kick)
    part = Part(model.name, model, q=q, v=v, controller=law, self_collision=touches_itself)
    scene = _scene(plan, task, part, materials, gravity)
    return PlannedReplay(plan, task, model, points, motion, dynamics, weights, q, v, mu, scene, roomy, after, linear)


def _gravity(task: PlanTask | None) -> tuple[float, float, float]:
    if task is not None and isinstance(task.robot, ContactRobot):
        return task.robot.gravity
    given = {} if task is None else task.parameters
    return (0.0, 0.0, -float(given["gravity"])) if "gravity" in given else GRAVITY


def _friction(plan: Plan, given: float | None, margin: float) -> float:
    """Of the ground: where the plan's only point slides, its friction is a force of the plan, and has no margin."""
    mu = margin * float(np.max(plan.friction, initial=0.0)) if given is None else given
    if not mu >= 0.0:
        raise ArgumentError("friction must be a number of at least 0; given {given!r}", given=given)
    return min(mu, _LARGEST_FRICTION)


def _point_friction(plan: Plan, task: PlanTask, largest: float) -> dict[str, float]:
    """Of each point, by name: more than planned, but of those that slide, whose friction is a force of the plan."""
    margin = largest / max(float(np.max(plan.friction, initial=0.0)), 1e-12)
    robot = task.robot
    slides = {name for phase in task.phases for name, touch in robot.mode(phase.mode).touching if touch is not Touch.STICK}
    own = zip(plan.points, plan.friction, strict=True)
    return {name: float(mu) * (1.0 if name in slides else margin) for name, mu in own}


def _check_surfaces(plan: Plan, robot: ContactRobot, feedback: bool) -> bool:
    """Whether points touch what other bodies carry. Raises ArgumentError for feedback then."""
    on_others = [point.name for point in robot.points if point.surface is not None]
    if on_others and feedback:
        raise ArgumentError(
            "feedback knows the ground alone, and {on_others!r} of the plan {title!r} touches what another body "
            "carries: replay it by its inputs alone",
            on_others=on_others[0],
            title=plan.title,
        )
    return bool(on_others)


def _law(
    plan: Plan,
    model: Model,
    points: Sequence[TouchingFrame],
    motion: Sequence[MotionPiece],
    linear: Sequence[LinearPiece],
    dynamics: HeldDynamics,
    weights: TrackingWeights | None,
    share: float,
) -> TrackingControl:
    """What drives the robot."""
    if weights is not None:
        gains: list[Array | None] = [*tracking_gains(dynamics, linear, weights)]
    else:
        gains = [_of_side_force(plan, model, piece) for piece in motion]
    bodies = [carrier(model, point.frame) for point in points]
    phases = tuple(
        TrackedPhase(
            piece.t,
            piece.q,
            piece.v,
            piece.tau,
            own,
            tuple(dict.fromkeys(bodies[k] for k in np.flatnonzero(plan.phases[piece.phase].touching))),
        )
        for piece, own in zip(motion, gains, strict=True)
    )
    closed = weights is not None
    return TrackingControl(model, phases, restarts=closed, cone=min(1.0, share) if closed else 0.0)


def _of_side_force(plan: Plan, model: Model, piece: MotionPiece) -> Array | None:
    """Gains (n, nv, 2 nv) by which a torque follows the leg's length as the lecture's force across the leg does, whose torque at
    the hip is that times the length of the moment; else None.
    """
    if SIDE_FORCE not in plan.input_names:
        return None
    hip, leg = model.joint_slices()["lean"][1].start, model.joint_slices()["length"][1].start
    gains = np.zeros((len(piece.t), model.nv, 2 * model.nv))
    gains[:, hip, leg] = -plan.phases[piece.phase].inputs[_interval_of(plan, piece), plan.input_names.index(SIDE_FORCE)]
    return gains


def _interval_of(plan: Plan, piece: MotionPiece) -> int:
    return int(np.searchsorted(plan.phases[piece.phase].t, piece.t[0] + 1e-9) - 1)


def _scene(
    plan: Plan, task: PlanTask | None, part: Part, materials: dict[str, Material], gravity: tuple[float, float, float]
) -> Scene:
    law = part.controller
    how = tr("with feedback") if isinstance(law, TrackingControl) and law.restarts else tr("by its inputs alone")
    steps = max(1, int(np.ceil(plan.duration / _INTERVAL - 1e-9)))
    return make_scene(
        f"replay of {plan.title}",
        [*ground_parts(() if task is None else task.obstacles), part],
        title=tr("{title}, replayed {how}", title=plan.title, how=how),
        description=tr("The plan {title!r} played by the event-driven simulation, {how}.", title=plan.title, how=how),
        gravity=gravity,
        materials=materials,
        settings=replace(Settings(), scheme="hybrid", dt=plan.duration / steps),
        duration=plan.duration,
    )
