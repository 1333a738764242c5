"""What the camera should have in sight besides the bodies where they are now: where they fall, and where they go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import JointKind
from torseur.sim.simulation.running.scene.scene import Scene
from torseur.ui.viewport.marks import FrameTriad
from torseur.ui.viewport.view import View

FAR = 6.0  # times the scene's size: what flies farther is not followed


def framing(scene: Scene, view: View, poses: Iterable[Array] = ()) -> tuple[FrameTriad, ...]:
    """Marks, never drawn, around the free bodies on the floor below them, and around all bodies at other poses.

    view  : shows the scene's model at its first poses
    poses : (frames, 4, 4) each
    """
    if view.mesh is None:
        return ()
    centers, radii = view.mesh.centers, view.mesh.radii
    size = view.bodies_ball()[1]
    free = {part.name for part in scene.parts if any(j.kind is JointKind.FREE_FLYER for j in part.model.joints)}
    marks = []
    for k, name in enumerate(scene.model.body_names):
        if radii[k] <= 0.0 or name.split("/")[0] not in free:
            continue
        here = view.poses[k][:3, :3] @ centers[k] + view.poses[k][:3, 3]
        if here[2] > radii[k]:
            marks.append(_mark(np.array([here[0], here[1], radii[k]]), float(radii[k])))
    for there in poses:
        for k in np.flatnonzero(radii > 0.0).tolist():
            at = there[k][:3, :3] @ centers[k] + there[k][:3, 3]
            if np.all(np.isfinite(at)) and np.linalg.norm(at) < FAR * max(size, 1.0):
                marks.append(_mark(at, float(radii[k])))
    return tuple(marks)


def motion_marks(view: View, poses: Sequence[Array]) -> tuple[FrameTriad, ...]:
    """Marks, never drawn, around the bodies that move over these poses (frames, 4, 4), wherever they are; none: nothing moves."""
    if view.mesh is None or not poses:
        return ()
    first, marks = poses[0], []
    for k in np.flatnonzero(view.mesh.radii > 0.0).tolist():
        if any(not np.allclose(there[k], first[k], rtol=0.0, atol=1e-9) for there in poses):
            marks += [
                _mark(there[k][:3, :3] @ view.mesh.centers[k] + there[k][:3, 3], float(view.mesh.radii[k])) for there in poses
            ]
    return tuple(marks)


def _mark(center: Array, radius: float) -> FrameTriad:
    pose = np.eye(4)
    pose[:3, 3] = center
    return FrameTriad(pose, radius)
