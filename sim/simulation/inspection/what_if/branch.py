"""A run that leaves a recording at one of its states, with something changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from ....errors import ArgumentError
from ....multibody.kinematics.kinematics import frame_poses
from ....multibody.model.state import State
from ...recording.recording import Recording
from ...simulation import Simulation
from .edited_scene import Coefficient, edited_scene
from .frame_edit import Wrenches, wrench_torque

PUSH = 0.1
"""How long a wrench acts where nothing else is said [s]."""


def branch(
    recording: Recording,
    i: int,
    *,
    friction: Coefficient | None = None,
    restitution: Coefficient | None = None,
    mass: Mapping[str, float] | None = None,
    wrench: Wrenches | None = None,
    push: float = PUSH,
    duration: float | None = None,
) -> Recording:
    """Simulate on from state i of a recording with something changed; its first state is that one, at its time.

    friction, restitution, mass, wrench : as for `frame_with`; the wrench acts for `push` [s] from there, in world axes
    duration : of the new run [s]; None: up to the end of the recording
    What the recording's step has of the one before, such as where a solver starts, the branch does not: without an edit it
    differs from the old run by that. Raises what `start_branch` raises.
    """
    simulation, steps = start_branch(
        recording, i, friction=friction, restitution=restitution, mass=mass, wrench=wrench, push=push
    )
    for _ in steps:
        pass
    end = float(recording.t[-1]) if duration is None else float(recording.t[i]) + duration
    simulation.run(max(0, round((end - simulation.t) / recording.settings.dt)))
    return simulation.recording


def start_branch(
    recording: Recording,
    i: int,
    *,
    friction: Coefficient | None = None,
    restitution: Coefficient | None = None,
    mass: Mapping[str, float] | None = None,
    wrench: Wrenches | None = None,
    push: float = PUSH,
) -> tuple[Simulation, Iterator[float]]:
    """A simulation of the edited scene from state i on, and the steps in which the wrench pushes, which are to be gone through.

    Each step gives the share of the push that is done. Raises ArgumentError, UnknownNameError as `frame_with` does; the steps
    ArgumentError where an effort limit cuts what the wrench asks of a joint, or the scene plays torques of its own.
    """
    if not -len(recording) <= i < len(recording):
        raise ArgumentError("there is no state {i}; the recording has {count}", i=i, count=len(recording))
    if not np.isfinite(push) or push < 0.0:
        raise ArgumentError("push must be a finite time of at least 0 s; given {push!r}", push=push)
    scene = edited_scene(recording.scene, friction=friction, restitution=restitution, mass=mass)
    wrench_torque(scene.model, recording.q[i], wrench or {})
    state = State(float(recording.t[i]), recording.q[i], recording.v[i])
    simulation = Simulation(scene, recording.settings, state)
    count = round(push / recording.settings.dt) if wrench else 0
    return simulation, _pushed(simulation, wrench or {}, count)


def _pushed(simulation: Simulation, wrench: Wrenches, count: int) -> Iterator[float]:
    model = simulation.scene.model
    limit = model.effort_limit
    for k in range(count):
        torque = wrench_torque(model, simulation.q, wrench)
        if not simulation.step(torque):
            return
        at = np.flatnonzero((torque != 0.0) & (np.abs(simulation.recording.tau[-1]) >= limit * (1.0 - 1e-12)))
        if len(at):
            joint = next(name for name, (_, in_v) in model.joint_slices().items() if in_v.start <= at[0] < in_v.stop)
            raise ArgumentError("the effort limit of joint {joint!r} cuts what the wrench asks of it", joint=joint)
        yield (k + 1) / count


def farthest_body(old: Recording, new: Recording, t: float) -> tuple[str, float]:
    """Which body of a branch is farthest from where the old run has it at a time, by its frame's origin, and how far [m].

    Raises ArgumentError for recordings of other bodies, and for a time that not both have.
    """
    slack = 0.5 * old.settings.dt
    first, last = max(float(old.t[0]), float(new.t[0])), min(float(old.t[-1]), float(new.t[-1]))
    if not first - slack <= t <= last + slack:
        raise ArgumentError("both recordings have t from {first:.6g} to {last:.6g} s; given {t!r}", first=first, last=last, t=t)
    if old.scene.model.body_names != new.scene.model.body_names:
        raise ArgumentError("the recordings are of other bodies")
    poses = [
        frame_poses(run.scene.model, run.q[run.index_at(t)])[: len(run.scene.model.body_names), :3, 3] for run in (old, new)
    ]
    distance = np.linalg.norm(poses[0] - poses[1], axis=1)
    k = int(np.argmax(distance))
    return old.scene.model.body_names[k], float(distance[k])
