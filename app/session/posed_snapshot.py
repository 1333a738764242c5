"""The instant of a scene that is posed by hand: poses, and no contacts."""

from __future__ import annotations

import numpy as np

from torseur.sim.arrays import Array, frozen
from torseur.sim.contact.contacts import Contacts
from torseur.sim.multibody.model.model import Model
from torseur.sim.simulation.recording.snapshot import Snapshot
from torseur.sim.simulation.scene.scene import Scene


def posed_snapshot(scene: Scene, q: Array, kernels_ready: bool) -> Snapshot:
    """The scene at q (nq,), at its start."""
    poses = frozen(frame_poses_of(scene.model, q, kernels_ready))
    return Snapshot(0.0, frozen(np.array(q)), scene.initial.v, poses, NO_CONTACTS, 0.0, 0.0, 0.0, 0, "")


def frame_poses_of(model: Model, q: Array, kernels_ready: bool) -> Array:
    """Poses (frames, 4, 4) at q (nq,); slowly, but without waiting, while the kernels are not there."""
    if kernels_ready:
        from torseur.sim.multibody.kinematics.kinematics import frame_poses

        return frame_poses(model, q)
    from torseur.sim.multibody.kinematics.plain_kinematics import plain_frame_poses

    return plain_frame_poses(model, q)


def _no_contacts() -> Contacts:
    three, one, whole = frozen(np.zeros((0, 3))), frozen(np.zeros(0)), frozen(np.zeros(0, dtype=np.int64))
    struck = frozen(np.zeros(0, dtype=bool))
    return Contacts(whole, whole, three, three, one, three, three, three, one, whole, struck)


NO_CONTACTS = _no_contacts()
