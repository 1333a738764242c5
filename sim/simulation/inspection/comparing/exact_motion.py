"""The exact motion of a scene, where all that moves in it has a closed form: and from which, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....arrays import Array, frozen
from ....multibody.model.model import Joint, JointKind
from ....multibody.model.state import State
from ....texts import tr
from ...recording.gaps import body_gaps
from ...running.scene.scene import Scene
from .falling import falling
from .piecewise_motion import BodyMotion
from .sliding import sliding
from .surface import free_solid, nearest_surface
from .swinging import Swing, swinging
from .values import ComparedImpact

TOUCHING = 1e-6  # a gap that is none [m]
MOST_PARTS = 12  # moving parts of a scene that closed forms are tried for
LOOKS = 200  # instants at which the closed forms are held against the scene's own shapes
TOO_DEEP = 1e-7  # what they may overlap by there [m]


@dataclass(frozen=True, eq=False, slots=True)
class ExactMotion:
    """All moving parts of a scene by closed forms."""

    parts: tuple[tuple[slice, slice, BodyMotion | Swing], ...]  # numbers of q, of v, and their motion
    start: State

    @property
    def sources(self) -> tuple[tuple[str, str], ...]:
        """(n,) what moves, and the closed form that says how."""
        return tuple((_name(part), part.source) for _, _, part in self.parts)

    @property
    def impacts(self) -> tuple[ComparedImpact, ...]:
        """All impacts in the order of their times."""
        found = [impact for _, _, part in self.parts if isinstance(part, BodyMotion) for impact in part.impacts]
        return tuple(sorted(found, key=lambda impact: impact.t))

    @property
    def changes(self) -> tuple[tuple[float, str], ...]:
        """Instants [s] at which something stops, rolls or rests, in words."""
        found = [
            (t, f"{part.body} {what}") for _, _, part in self.parts if isinstance(part, BodyMotion) for t, what in part.changes
        ]
        return tuple(sorted(found))

    def states_at(self, times: Array) -> tuple[Array, Array]:
        """Configurations (n, nq) and velocities (n, nv) at times (n,) [s]."""
        q, v = np.tile(self.start.q, (len(times), 1)), np.tile(self.start.v, (len(times), 1))
        for place, in_v, part in self.parts:
            q[:, place], v[:, in_v] = part.states_at(np.asarray(times, dtype=np.float64))
        return frozen(q), frozen(v)


@dataclass(frozen=True, slots=True)
class NoExactMotion:
    """There is no closed form of the scene; `reason` is a sentence."""

    reason: str


def exact_motion(scene: Scene, state: State | None = None, until: float | None = None) -> ExactMotion | NoExactMotion:
    """The exact motion from a state (the scene's initial one when None) until a time (its duration when None) [s].

    Known are: free flight; a ball or box that falls flat on a plane and bounces; one that slides, sticks, slips or rolls along
    a line on it; a pendulum. Each moving part must have its own, and meet nothing else: that is looked at, at LOOKS instants,
    by the scene's own shapes. Impacts follow Newton's law, friction Coulomb's.
    Source: THEORY §8 and docs/validation, "Closed forms".
    """
    state = state or scene.initial
    until = scene.duration if until is None else until
    if (
        np.any(scene.control.stiffness)
        or np.any(scene.control.inverse)
        or len(scene.control.play_times)
        or (len(scene.control.track_times) or np.any(scene.control.torque))
    ):
        return NoExactMotion(tr("There is no closed form: controllers act in this scene."))
    moving = [joint for joint in scene.model.joints if joint.kind is not JointKind.FIXED]
    if not 0 < len(moving) <= MOST_PARTS:
        return NoExactMotion(
            tr(
                "There is no closed form: {count} joints and bodies move, and 1 to {most_parts} are looked at.",
                count=len(moving),
                most_parts=MOST_PARTS,
            )
        )
    places = scene.model.joint_slices()
    parts: list[tuple[slice, slice, BodyMotion | Swing]] = []
    for joint in moving:
        found = _part(scene, state, joint, *places[joint.name], until)
        if isinstance(found, str):
            return NoExactMotion(tr("There is no closed form: {found}.", found=found))
        parts.append((*places[joint.name], found))
    motion = ExactMotion(tuple(parts), state)
    met = _met(scene, motion, until)
    return NoExactMotion(tr("There is no closed form: {met}.", met=met)) if met else motion


def _part(scene: Scene, state: State, joint: Joint, place: slice, in_v: slice, until: float) -> BodyMotion | Swing | str:
    """The closed form of what one joint moves, or why there is none."""
    model = scene.model
    if any(other.parent == joint.child and other.kind is not JointKind.FIXED for other in model.joints):
        return tr("joint {joint} carries others", joint=joint.name)
    if joint.kind in (JointKind.REVOLUTE, JointKind.CONTINUOUS) and joint.mimic is None:
        if _carrier(model.joints, joint) is not None:
            return tr("joint {joint} is carried by others", joint=joint.name)
        return swinging(scene, state, joint, place, in_v)
    if joint.kind is not JointKind.FREE_FLYER:
        return tr("joint {joint} is neither a free body's nor a pendulum's", joint=joint.name)
    if joint.armature:
        return tr("joint {joint} has armature, which falls without weight", joint=joint.name)
    gravity = np.array(scene.gravity)
    solid = free_solid(scene, state, model.bodies[model.body_names.index(joint.child)], place, in_v)
    if isinstance(solid, str):
        return solid
    surface = nearest_surface(scene, solid)
    if surface is not None and abs(surface.gap) <= TOUCHING and float(surface.normal @ gravity) < 0.0:
        if abs(float(surface.normal @ solid.velocity)) <= 1e-12:
            return sliding(solid, surface, gravity)
    if surface is not None and surface.gap < -TOUCHING:
        return tr("{body} starts inside {surface}", body=solid.body.name, surface=surface.name)
    return falling(solid, surface, gravity, until)


def _carrier(joints: tuple[Joint, ...], joint: Joint) -> str | None:
    """The moving joint that a joint is mounted on; None: it stands in the world."""
    parent = joint.parent
    while parent is not None:
        below = next(one for one in joints if one.child == parent)
        if below.kind is not JointKind.FIXED:
            return below.name
        parent = below.parent
    return None


def _met(scene: Scene, motion: ExactMotion, until: float) -> str:
    """What two things meet that the closed forms do not know of, a sentence without its stop; empty: none."""
    own = {frozenset(impact.bodies) for impact in motion.impacts}
    q, _ = motion.states_at(np.linspace(0.0, until, LOOKS))
    pairs, gaps = body_gaps(scene, q, 10.0)
    for k, pair in enumerate(pairs):
        near = float(np.nanmin(gaps[:, k])) if np.isfinite(gaps[:, k]).any() else np.inf
        slides = abs(float(gaps[0, k])) <= TOUCHING and near >= -TOO_DEEP
        if near < -TOO_DEEP or (near <= TOUCHING and frozenset(pair) not in own and not slides):
            return tr("{pair} and {pair_2} meet", pair=pair[0], pair_2=pair[1])
    return ""


def _name(part: BodyMotion | Swing) -> str:
    return part.joint if isinstance(part, Swing) else part.body
