"""Gallery robots on a floor: ANYmal that stands under PD control, TALOS that falls with boxes for its meshes.

The times of others are those published: MuJoCo is not given these robots here.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from torseur import robots, sim
from torseur.sim.multibody.model.model import Body
from torseur.sim.multibody.model.shapes import Box, Mesh

from .row import Result, at_most, timed
from .scenes import floor, residual_of, run


def anymal_standing(long: bool) -> Result:
    """kp = 300, kd = 10, 3 s: what its feet sink in, and creep in the last 2 s."""
    model = robots.load("anymal_b", meshes=False)
    q = on_the_floor(model, model.poses["standing"])
    part = sim.Part("anymal", model, q=q, controller=sim.Controller(300.0, 10.0))
    scene = sim.make_scene("anymal", [floor(), part], materials={"": sim.Material(0.7)})
    recording, ours = run(scene, 3.0)
    feet = [scene.model.frame_index(f"anymal/{leg}_FOOT") for leg in ("LF", "RF", "LH", "RH")]
    at = [sim.frame_poses(scene.model, recording.q[i])[feet, :3, 3] for i in (1000, -1)]
    depth = max(-float(recording.contacts(i).gap.min(initial=0.0)) for i in range(1000, len(recording)))
    return Result(
        [
            at_most("penetration of a foot [m]", depth, 2.1e-7, "Drake SAP 2.1e-7, MuJoCo, stiff 2.4e-6"),
            at_most("creep of a foot in 2 s [m]", float(np.abs(at[1] - at[0]).max()), 3.9e-5, "MuJoCo noslip 3.9e-5"),
            timed(ours, None, 18.6, "MuJoCo, stiff"),
            residual_of(recording),
        ]
    )


def talos_falling(long: bool) -> Result:
    """No control, half sitting, from 5 cm above the floor, 1 s: the deepest contact."""
    model = _boxed(robots.load("talos"))
    q = on_the_floor(model, model.poses["half_sitting"], 0.05)
    scene = sim.make_scene("talos", [floor(), sim.Part("talos", model, q=q)], materials={"": sim.Material(0.7)})
    recording, ours = run(scene, 1.0)
    depth = max(-float(recording.contacts(i).gap.min(initial=0.0)) for i in range(len(recording)))
    return Result(
        [
            at_most("deepest contact [m]", depth, 3.7e-4, "MuJoCo, stiff 3.7e-4 (448 µs), default 17.5e-3"),
            timed(ours, None, 82, "MuJoCo, default"),
            residual_of(recording),
        ]
    )


def on_the_floor(model: sim.Model, q: np.ndarray, above: float = 0.0) -> np.ndarray:
    """The pose q, raised or lowered so that the lowest corner of the shapes is so far above the floor."""
    low = np.inf
    for body in model.bodies:
        pose = sim.frame_pose(model, q, body.name)
        for collision in body.collisions:
            X = pose @ collision.placement
            half = _half_extent(collision.shape, X[2, :3])
            low = min(low, float(X[2, 3]) - half)
    raised = q.copy()
    raised[2] += above - low
    return raised


def _half_extent(shape: object, up: np.ndarray) -> float:
    """How far a shape reaches below its origin; `up` is the world's vertical in the shape's axes."""
    if isinstance(shape, Box):
        return float(np.abs(up) @ np.array(shape.size) / 2)
    if hasattr(shape, "length"):
        return float(abs(up[2]) * shape.length / 2 + shape.radius * np.hypot(up[0], up[1]))
    return float(shape.radius)  # type: ignore[attr-defined]


def _boxed(model: sim.Model) -> sim.Model:
    """The model with the box around each mesh in its place, for touching."""
    bodies = [_boxed_body(body) for body in model.bodies]
    return sim.build_model(model.name, bodies, model.joints, poses=model.poses)


def _boxed_body(body: Body) -> Body:
    collisions = []
    for collision in body.collisions:
        if isinstance(collision.shape, Mesh):
            if collision.shape.data is None:
                continue
            corners = collision.shape.data.vertices.astype(float) * np.array(collision.shape.scale)
            placement = collision.placement.copy()
            placement[:3, 3] += placement[:3, :3] @ (corners.max(axis=0) + corners.min(axis=0)) / 2
            size = np.maximum(np.ptp(corners, axis=0), 1e-3)
            collision = replace(collision, shape=Box(tuple(float(x) for x in size)), placement=placement)
        collisions.append(collision)
    return replace(body, collisions=tuple(collisions))
