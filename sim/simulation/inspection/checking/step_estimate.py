"""The error of one recorded step, estimated now where the recording has none: the step once more, and as two halves.

Both begin at the state before, without what a step keeps of the one before it, and by the same code: nothing else differs.
Source: Hairer, Nørsett & Wanner 1993, §II.4 (step doubling), in the measure of `time_stepping.step_error`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ....arrays import Array
from ....errors import ArgumentError
from ....multibody.kinematics.kinematics import frame_poses, frame_twists
from ....multibody.model.model import Model
from ....multibody.model.state import State
from ...simulation import Simulation
from ...step_arrays import NOT_SOLVED

if TYPE_CHECKING:
    from ...recording.recording import Recording


def estimate_step_error(recording: Recording, i: int) -> float:
    """Error of the step that ended at state i, by its own length [m/s]: of the body that differs most, see `step_error`.

    The torques of the recorded controllers are asked for anew. Raises ArgumentError, saying why, where there is no step: at a
    start, in the hybrid scheme, and where a half step could not be taken.
    """
    i = range(len(recording))[i]
    if recording.settings.scheme != "time_stepping" or recording.problems.level(i) == NOT_SOLVED:
        raise ArgumentError("no step of time-stepping ended at this state")
    start = State(float(recording.t[i - 1]), recording.q[i - 1], recording.v[i - 1])
    settings, ends = replace(recording.settings, error_every=0), []
    for parts in (1, 2):
        simulation = Simulation(recording.scene, replace(settings, dt=settings.dt / parts), start)
        if simulation.run(parts) != parts:
            raise ArgumentError("the step cannot be taken again: {stopped}", stopped=simulation.stopped)
        ends.append((simulation.q.copy(), simulation.v.copy()))
    return _difference(recording.scene.model, ends[0], ends[1], settings.dt)


def _difference(model: Model, one: tuple[Array, Array], other: tuple[Array, Array], dt: float) -> float:
    """The larger of the difference of velocities, and of positions over dt: of centres of mass, and at radii of gyration."""
    poses = [frame_poses(model, q) for q, _ in (one, other)]
    twists = [frame_twists(model, *end) for end in (one, other)]
    largest = 0.0
    for k, body in enumerate(model.bodies):
        if body.mass <= 0.0:
            continue
        gyration = np.sqrt(max(0.0, 0.5 * float(np.trace(body.inertia)) / body.mass))
        arms = [X[k, :3, :3] @ body.com for X in poses]
        places = [X[k, :3, 3] + arm for X, arm in zip(poses, arms, strict=True)]
        speeds = [V[k, :3] + np.cross(V[k, 3:], arm) for V, arm in zip(twists, arms, strict=True)]
        turned = np.sqrt(0.5) * np.linalg.norm(poses[0][k, :3, :3] - poses[1][k, :3, :3])
        fast = np.linalg.norm(speeds[0] - speeds[1]) + gyration * np.linalg.norm(twists[0][k, 3:] - twists[1][k, 3:])
        far = np.linalg.norm(places[0] - places[1]) + gyration * turned
        largest = max(largest, float(fast), float(far) / dt)
    return largest
