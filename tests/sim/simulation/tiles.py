"""Bodies on level tiles, and what is needed for them: fixed boxes side by side, hulls, free bodies anywhere."""

from pathlib import Path

import numpy as np
from scipy.spatial import ConvexHull

from torseur import sim
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Collision, Joint, JointKind
from torseur.sim.multibody.model.shapes import Box, Mesh, TriangleMesh
from torseur.sim.simulation.running.scene.free_body import free_body_state, solid_inertia


def block(name, size, at, rotation=None):
    """A box of the world around a place [m]."""
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = np.eye(3) if rotation is None else rotation, at
    body = Body(name, collisions=(Collision(Box(size), pose),))
    return sim.Part(name, build_model(name, [body], [Joint(name, JointKind.FIXED, None, name)]))


def tiles(*edges, tops=None):
    """Tiles along x from edge to edge, 2 m wide and 0.1 m thick, their tops at 0 or where they are said to be [m]."""
    tops = tops or [0.0] * (len(edges) - 1)
    spans = zip(edges, edges[1:], tops, strict=False)
    return [block(f"tile{k}", (b - a, 2.0, 0.1), (0.5 * (a + b), 0.0, top - 0.05)) for k, (a, b, top) in enumerate(spans)]


def body(shape, place, v=(0.0, 0.0, 0.0), w=(0.0, 0.0, 0.0), rotation=None, name="body", mass=1.0):
    """A free body of one solid; v of its centre and w in the world."""
    made = Body(name, mass, np.zeros(3), solid_inertia(shape, mass), collisions=(Collision(shape),))
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = np.eye(3) if rotation is None else rotation, place
    q, speeds = free_body_state(pose, np.asarray(v, dtype=np.float64), np.asarray(w, dtype=np.float64))
    return sim.Part(name, build_model(name, [made], [Joint(name, JointKind.FREE_FLYER, None, name)]), q=q, v=speeds)


def hull(size):
    """A box as the hull of its corners; of lengths that float32 holds."""
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float32)
    corners *= 0.5 * np.array(size, dtype=np.float32)
    found = ConvexHull(corners.astype(np.float64))
    triangles = found.simplices.copy()
    for k, (i, j, m) in enumerate(triangles):
        if np.cross(corners[j] - corners[i], corners[m] - corners[i]) @ found.equations[k, :3] < 0.0:
            triangles[k] = i, m, j
    return Mesh(Path("box.stl"), data=TriangleMesh(corners, corners, None, triangles.astype(np.uint32)))


def run(parts, until, friction=0.6, restitution=0.0, gravity=(0.0, 0.0, -9.81), **settings):
    """The recording of these parts."""
    scene = sim.make_scene("tiles", list(parts), materials={"": sim.Material(friction, restitution)}, gravity=np.array(gravity))
    recording = sim.simulate(scene, until, settings=sim.Settings(**settings))
    assert not recording.notes
    return recording
