"""What a replay found, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ...multibody.kinematics.kinematics import frame_pose
from ...multibody.model.model import JointKind
from ...texts import as_shown, marked, tr
from ..robot.contact_robot import ContactRobot
from ..task.obstacles import BarObstacle
from .planned_robot import ROOM
from .replay_ground import bar_clearance
from .replay_scene import PlannedReplay
from .values import Replay

_WHY = marked(
    "Why: standing, it falls over like a pendulum upside down; flying, errors of speed become errors of place; a landing stops "
    "what lands, with its errors of speed, but comes at another instant."
)
SETTLED = 1e-3  # a start that is nearer to the plan [m and m/s together] is none that was kicked
STRAYED = 1e-2  # [m] from the plan
_SCHEDULE = marked(
    "The plan's note on its replay goes by the lecture's schedule, which holds the foot from each planned touch-down on, "
    "wherever it is; here the foot lands when it meets the ground, so that the two end elsewhere once the motion has strayed."
)


def replay_sentences(prepared: PlannedReplay, found: Replay) -> Replay:
    """The same with its sentences."""
    return replace(found, sentences=tuple(_sentences(prepared, found)))


def _sentences(prepared: PlannedReplay, found: Replay) -> Iterator[str]:
    planned = float(np.max(prepared.plan.friction, initial=0.0))
    how = tr("With feedback") if found.feedback else tr("By its inputs alone")
    if found.recording.notes:
        yield tr("{how} the replay stops at {t:.4g} s: {notes}.", how=how, t=found.t[-1], notes=found.recording.notes[-1])
    elif found.motion_time[-1] < prepared.plan.duration - 2.0 * prepared.scene.settings.dt:
        yield tr("{how} it does not come to the plan's end: it waits for a touch-down that does not come.", how=how)
    else:
        start = ""
        if found.kicked > 1e-9:
            start = tr(
                " after a start {position_error:.2g} m and {velocity_error:.2g} m/s beside it",
                position_error=found.position_error[0],
                velocity_error=found.velocity_error[0],
            )
        if 1e-9 < found.kicked < SETTLED:
            start += tr(", since what stands was put exactly on the ground")
        yield (
            tr(
                "{how} it ends {position_error:.2g} m and {velocity_error:.2g} m/s from the plan{start}; on the way it was "
                "{found_position_error:.2g} m off at most.",
                how=how,
                position_error=found.position_error[-1],
                velocity_error=found.velocity_error[-1],
                start=start,
                found_position_error=found.position_error.max(),
            )
        )
    if not np.isfinite(planned) and found.position_error[-1] > STRAYED:  # of the lecture's, which has no cone
        yield tr(_SCHEDULE)
    yield from _growth(found)
    for piece in prepared.linear:
        if piece.is_gentle:
            yield tr(
                "The landing at {t:.4g} s is so gentle that growth leaves out how its instant shifts.", t=piece.piece.t[-1]
            )
    yield from _events(found)
    if np.isfinite(planned) and prepared.friction > planned:
        if prepared.task is not None and isinstance(prepared.task.robot, ContactRobot):
            yield tr(
                "What only sticks has {friction:.3g} times the friction planned with, what slides as much.",
                friction=prepared.friction / planned,
            )
        else:
            yield tr(
                "The ground's friction is {friction:.3g}, the plan's {planned:.3g}.",
                friction=prepared.friction,
                planned=planned,
            )
    if prepared.roomy:
        which = ", ".join(as_shown(f"{name} ({ROOM:g} {_unit_of(prepared, name)})") for name in prepared.roomy)
        yield tr("The plan goes to stops of {which}: in the replay they lie so much beyond.", which=which)
    yield from _bars(prepared, found)


def _unit_of(prepared: PlannedReplay, joint: str) -> str:
    kind = next(each.kind for each in prepared.model.joints if each.name == joint)
    return "m" if kind is JointKind.PRISMATIC else "rad"


def _growth(found: Replay) -> Iterator[str]:
    if not found.growth:
        return
    last = found.growth[-1]
    worst = max(found.growth, key=lambda each: each.in_phase)
    yield (
        tr(
            "A small error at the start grows {growth:.3g} times by the end, if nothing corrects it; one that moves "
            "what it stands on too, {of_any:.3g} times. Most, {in_phase:.3g} times, in phase {phase} ({mode}).",
            growth=last.growth,
            of_any=last.of_any,
            in_phase=worst.in_phase,
            phase=worst.phase + 1,
            mode=worst.mode,
        )
    )
    yield tr(_WHY)


def _events(found: Replay) -> Iterator[str]:
    differences = [abs(event.difference) for event in found.events if event.difference is not None]
    missed = [event for event in found.events if event.found is None]
    more = [event for event in found.events if event.planned is None]
    if differences:
        yield tr(
            "Events as planned, within {differences:.2g} s: {count}.", count=len(differences), differences=max(differences)
        )
    for event in missed:
        yield tr(
            "The {kind} of {point} planned at {planned:.4g} s does not come.",
            kind=event.kind,
            point=event.point,
            planned=event.planned,
        )
    for event in more[:3]:
        yield tr(
            "At {found:.4g} s there is a {kind} of {point} that was not planned.",
            found=event.found,
            kind=event.kind,
            point=event.point,
        )
    if len(more) > 3:
        yield tr("More events that were not planned: {count}.", count=len(more) - 3)


def _bars(prepared: PlannedReplay, found: Replay) -> Iterator[str]:
    bars = [] if prepared.task is None else [each for each in prepared.task.obstacles if isinstance(each, BarObstacle)]
    if not bars or "body" not in prepared.model.body_names:
        return
    own = found.recording.q[: len(found.t)]
    ends = np.array([[frame_pose(prepared.model, q, name)[:3, 3] for name in ("body", "foot")] for q in own])
    for bar in bars:
        clear = bar_clearance(bar, ends)
        if clear < 0.0:
            yield tr(
                "The bar at {x:.3g} m, not touched in replays, would be struck: the leg comes {clear:.2g} m too near.",
                x=bar.x,
                clear=-clear,
            )
        else:
            yield tr("The bar at {x:.3g} m is cleared by {clear:.2g} m.", x=bar.x, clear=clear)
