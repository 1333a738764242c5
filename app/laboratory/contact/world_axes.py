"""Velocities and accelerations of free bodies along the world's axes, as the pages of contact show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.kinematics.kinematics import frame_poses
from torseur.sim.multibody.model.model import Joint, JointKind, Model
from torseur.sim.texts import tr

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.what_if.values import FrameComparison
    from torseur.sim.simulation.recording.recording import Recording


def axes_words(model: Model) -> str:
    """Along which axes they are, for the head of a table; empty: nothing is free."""
    return tr("free bodies: along the world's axes") if _free(model) else ""


def world_velocities(model: Model, q: Array, *v: Array) -> Array:
    """Each v (nv,) with the velocities of free bodies along the world's axes, in place of their own."""
    turned, poses = np.array(v), frame_poses(model, q)
    at = {name: k for k, name in enumerate(model.body_names)}
    free = _free(model)
    R = poses[[at[joint.child] for joint in free], :3, :3]
    places = _places(model, free)
    own = turned[:, places].reshape(len(v), len(free), 2, 3)
    turned[:, places] = np.einsum("bij,nbkj->nbki", R, own).reshape(len(v), len(free), 6)
    return turned


def world_accelerations(recording: Recording, found: FrameComparison) -> Array:
    """(2, nv) as it was and would have been, of free bodies those of their origins in the world.

    Those of a step are differences of velocities in the axes that its problem was set up in, and jumps at an impact do not turn:
    both are turned into the world's axes. At an instant the axes turn with the body, which adds ω × v.
    """
    pair, model, i = np.array([found.old.acceleration, found.new.acceleration]), recording.scene.model, found.index
    if found.kind == "step":
        return world_velocities(model, recording.problems.configuration(i), *pair)
    if found.kind == "instant":
        v = recording.v[i]
        for place in _places(model, _free(model)):
            pair[:, place[:3]] += np.cross(v[place[3:]], v[place[:3]])
    return world_velocities(model, recording.q[i], *pair)


def _free(model: Model) -> list[Joint]:
    return [joint for joint in model.joints if joint.kind is JointKind.FREE_FLYER]


def _places(model: Model, free: list[Joint]) -> np.ndarray:
    """(n, 6) of their numbers in v."""
    slices = model.joint_slices()
    return np.array([slices[joint.name][1].start for joint in free], dtype=np.int64)[:, None] + np.arange(6)
