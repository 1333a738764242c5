"""What is culled before coal sees it would have had no contact there; what is apart is culled nearly always."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from tests.sim.from_python import called_from_python
from torseur import sim
from torseur.sim.contact.collision.coal_pairs import CoalPairs
from torseur.sim.contact.collision.shape_pairs import all_pairs, needs_coal
from torseur.sim.contact.collision.shape_table import CONTACT
from torseur.sim.contact.collision.surely_apart import are_surely_apart
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Collision, Joint, JointKind
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, Mesh, SolidEllipsoid, Sphere, TriangleMesh

MARGIN = 1e-3


@called_from_python
def _cull(shapes, vertices, G, pairs, margin, apart):
    for p in range(pairs.shape[0]):
        apart[p] = are_surely_apart(shapes, vertices, G, pairs[p, 0], pairs[p, 1], margin)


def rock(seed, size=(0.3, 0.1, 0.1), offset=(0.2, 0.0, 0.0)):
    """A mesh of forty points, its origin beside it as at the joint of a link."""
    points = np.random.default_rng(seed).normal(size=(40, 3))
    points = (points / np.linalg.norm(points, axis=1, keepdims=True) * size + offset).astype(np.float32)
    triangles = np.array([[0, 1, 2]], dtype=np.uint32)
    return Mesh(Path("rock.stl"), data=TriangleMesh(points, np.zeros_like(points), None, triangles))


def in_scene(parts):
    return sim.make_scene("rocks", parts)


def floating(name, shape):
    """A free body of a kilogram."""
    body = Body(name, 1.0, np.zeros(3), np.eye(3), collisions=(Collision(shape),))
    return build_model(name, [body], [Joint(name, JointKind.FREE_FLYER, None, name)])


ONE = rock(1)
SHAPES = [
    ONE, ONE, rock(2), rock(3, (0.02, 0.2, 0.2)), Box((0.3, 0.1, 0.2)), Sphere(0.15), Capsule(0.05, 0.3), Cylinder(0.1, 0.3),
    SolidEllipsoid((0.05, 0.1, 0.2)),
]  # fmt: skip


def test_culled_and_brute_force_find_the_same_contacts_on_random_poses():
    scene = in_scene([sim.Part(f"s{k}", floating(f"s{k}", shape)) for k, shape in enumerate(SHAPES)])
    shapes, vertices = scene.system.shapes, scene.system.vertices
    assert len(vertices) < 4 * 40  # two shapes of one mesh have one hull
    pairs, known = all_pairs(shapes, scene.system.pairs)
    pairs = pairs[~known]
    coal, speed, contacts = CoalPairs(shapes, vertices), np.zeros(len(shapes)), np.zeros(1024, CONTACT)
    rng = np.random.default_rng(4)
    apart = np.zeros(len(pairs), dtype=np.bool_)
    culled = left = touching = 0
    for _ in range(150):
        R = Rotation.random(len(shapes), random_state=rng).as_matrix().reshape(-1, 9)
        G = np.hstack([R, rng.uniform(-0.4, 0.4, (len(shapes), 3))])
        _cull(shapes, vertices, G, pairs, MARGIN, apart)
        numbered = np.column_stack([np.arange(len(pairs)), pairs])
        count = coal.add_contacts(numbered, G, speed, 0.0, MARGIN, contacts, 0)
        brute = contacts[:count].copy()
        count = coal.add_contacts(numbered[~apart], G, speed, 0.0, MARGIN, contacts, 0)
        np.testing.assert_array_equal(brute, contacts[:count])
        culled, left = culled + int(apart.sum()), left + int((~apart).sum())
        touching += len(np.unique(brute["pair"]))
    assert touching > 300
    assert culled > 1000
    assert left - touching < 0.02 * culled  # apart, and left to coal all the same


def arms(apart):
    """Two arms, each a rock on a hinge, and where the second stands [m]."""
    bodies = [Body("base"), Body("link", 1.0, np.zeros(3), 0.01 * np.eye(3), collisions=(Collision(rock(5)),))]
    joints = [
        Joint("held", JointKind.FIXED, None, "base"),
        Joint("hinge", JointKind.REVOLUTE, "base", "link", axis=np.array([0.0, 0.0, 1.0])),
    ]
    model = build_model("arm", bodies, joints)
    beside = np.eye(4)
    beside[0, 3] = apart
    turned = sim.Part("right", model, beside, q=np.array([np.pi - 0.4]), v=np.array([4.0]))
    return in_scene([sim.Part("left", model, q=np.array([-0.4]), v=np.array([4.0])), turned])


@pytest.mark.parametrize(("apart", "meet"), [(3.0, False), (0.9, True)])
def test_steps_of_meshes_stop_in_their_middle_for_coal_only_where_they_meet(apart, meet, monkeypatch):
    scene = arms(apart)
    assert needs_coal(scene.system.shapes, scene.system.pairs)
    asked = []
    find = CoalPairs.add_contacts
    monkeypatch.setattr(CoalPairs, "add_contacts", lambda self, *given: asked.append(1) or find(self, *given))
    recording = sim.simulate(scene, 0.2)
    assert bool(asked) == meet
    assert len(asked) < 150  # of 200 steps: not before they are near
    one_by_one = sim.Simulation(scene)
    while one_by_one.t < 0.2 - 1e-9:
        assert one_by_one.step()
    np.testing.assert_array_equal(one_by_one.recording.q, recording.q)
    assert (abs(recording.v[-1] - 4.0).max() > 1e-3) == meet
