"""Convex meshes and ellipsoids against all solids: the gap is the widest separation, and what is culled is apart."""

from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

from tests.cases import loop_over
from tests.sim.contact.collision.pairs import at, contacts_of
from tests.sim.from_python import called_from_python
from torseur import sim
from torseur.sim.contact.collision.penetration import Penetration
from torseur.sim.contact.collision.shape_pairs import all_pairs
from torseur.sim.contact.collision.solids.convex_direction import widest_direction
from torseur.sim.contact.collision.solids.cores import separation_along
from torseur.sim.contact.collision.solids.surely_apart import are_surely_apart
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Collision, Joint, JointKind
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, Mesh, SolidEllipsoid, Sphere, TriangleMesh

MARGIN = 1e-3


@called_from_python
def _widest(shapes, vertices, G, a, b, scratch, out):
    """Gap, direction and the separation along it; and whether the two are surely further apart than MARGIN."""
    gap, x, y, z = widest_direction(shapes[a], G[a], shapes[b], G[b], vertices, np.inf, scratch)
    out[0], out[1], out[2], out[3] = gap, x, y, z
    out[4] = separation_along(shapes[a], G[a], shapes[b], G[b], vertices, x, y, z)
    out[5] = are_surely_apart(shapes[a], G[a], shapes[b], G[b], vertices, MARGIN)


@called_from_python
def _separation(shapes, vertices, G, a, b, n):
    return separation_along(shapes[a], G[a], shapes[b], G[b], vertices, n[0], n[1], n[2])


def rock(seed, size=(0.3, 0.1, 0.1), offset=(0.2, 0.0, 0.0)):
    """A mesh of forty points, its origin beside it as at the joint of a link."""
    points = np.random.default_rng(seed).normal(size=(40, 3))
    points = (points / np.linalg.norm(points, axis=1, keepdims=True) * size + offset).astype(np.float32)
    triangles = np.array([[0, 1, 2]], dtype=np.uint32)
    return Mesh(Path("rock.stl"), data=TriangleMesh(points, np.zeros_like(points), None, triangles))


def floating(name, shape):
    """A free body of a kilogram."""
    body = Body(name, 1.0, np.zeros(3), np.eye(3), collisions=(Collision(shape),))
    return build_model(name, [body], [Joint(name, JointKind.FREE_FLYER, None, name)])


ONE = rock(1)
SHAPES = [
    ONE, ONE, rock(3, (0.02, 0.2, 0.2)), Box((0.3, 0.1, 0.2)), Box((1.0, 1.0, 0.01)), Sphere(0.15),
    Capsule(0.05, 0.3), Cylinder(0.1, 0.3), SolidEllipsoid((0.05, 0.1, 0.2)),
]  # fmt: skip
CURVED = (Cylinder, SolidEllipsoid)


@pytest.fixture(scope="module")
def placed():
    """A scene of them, the pairs with a mesh or an ellipsoid, and random poses (k, shapes, 12)."""
    scene = sim.make_scene("rocks", [sim.Part(f"s{k}", floating(f"s{k}", shape)) for k, shape in enumerate(SHAPES)])
    assert scene.system.shapes["first"][0] == scene.system.shapes["first"][1]  # two shapes of one mesh have one hull
    pairs = [pair for pair in all_pairs(scene.system.shapes, scene.system.pairs).tolist() if has_core_of_points(pair)]
    rng = np.random.default_rng(4)
    R = Rotation.random(150 * len(SHAPES), random_state=rng).as_matrix().reshape(150, len(SHAPES), 9)
    return scene, pairs, np.concatenate([R, rng.uniform(-0.3, 0.3, (150, len(SHAPES), 3))], axis=2)


def has_core_of_points(pair):
    return any(isinstance(SHAPES[k], Mesh | SolidEllipsoid) for k in pair)


def as_pose(row):
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = row[:9].reshape(3, 3), row[9:]
    return pose


def test_gaps_of_flat_and_round_shapes_are_those_of_coal(placed):
    scene, pairs, poses = placed
    shapes, vertices = scene.system.shapes, scene.system.vertices
    theirs, out, scratch = Penetration(shapes, vertices), np.zeros(6), np.zeros((8, 4))
    inside = apart = culled = 0
    for G in poses:
        for a, b in pairs:
            if isinstance(SHAPES[a], CURVED) or isinstance(SHAPES[b], CURVED):
                continue  # of a few of a hundred of those coal's gap is that of another direction
            _widest(shapes, vertices, G, a, b, scratch, out)
            gap = theirs.gap(a, b, as_pose(G[a]), as_pose(G[b]), 1.0)
            assert out[0] == pytest.approx(gap, abs=1e-9)
            assert out[4] == pytest.approx(gap, abs=1e-9)
            assert out[1:4] @ out[1:4] == pytest.approx(1.0, abs=1e-12)
            assert not out[5] or gap > MARGIN  # what is culled is apart
            inside, apart, culled = inside + (gap < 0.0), apart + (gap > MARGIN), culled + int(out[5])
    assert inside > 100
    assert culled > 0.9 * apart > 500


@pytest.mark.slow
def test_no_direction_separates_curved_shapes_by_more(placed):
    scene, pairs, poses = placed
    shapes, vertices = scene.system.shapes, scene.system.vertices
    out, scratch = np.zeros(6), np.zeros((8, 4))
    starts = np.random.default_rng(0).normal(size=(400, 3))
    starts /= np.linalg.norm(starts, axis=1, keepdims=True)
    for G in poses[:12]:
        for a, b in pairs:
            if not (isinstance(SHAPES[a], CURVED) or isinstance(SHAPES[b], CURVED)):
                continue

            def inside(n, G=G, a=a, b=b):
                return -_separation(shapes, vertices, G, a, b, n / np.linalg.norm(n))

            _widest(shapes, vertices, G, a, b, scratch, out)
            own = [G[k, e:9:3] * sign for k in (a, b) for e in range(3) for sign in (1.0, -1.0)]
            tried = sorted((inside(n), tuple(n)) for n in [*starts, *own])[:2]
            least = min(minimize(inside, n, method="Nelder-Mead", options={"xatol": 1e-9}).fun for _, n in tried)
            assert -least <= out[0] + 1e-8


@loop_over("shape", [Box((0.2, 0.2, 0.2)), Cylinder(0.1, 0.2)])
@loop_over("deep", [0.0, 1e-12, 1e-9, 1e-6, 1e-3])
def test_what_touches_or_nearly_so_has_the_normal_of_its_flat(shape, deep):
    """Where the cores neither overlap nor are apart, rounding must not choose the direction."""
    corners = 0.125 * np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float32)
    cube = Mesh(Path("cube.stl"), data=TriangleMesh(corners, corners, None, np.empty((0, 3), np.uint32)))
    for above in (deep, -deep):
        found = contacts_of(shape, at(), cube, at(0.02, 0.01, 0.225 + above))
        assert len(found) >= 4
        np.testing.assert_allclose(found["normal"], np.broadcast_to([0.0, 0.0, 1.0], (len(found), 3)), atol=1e-12)
        np.testing.assert_allclose(found["gap"], above, atol=1e-15)


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
    return sim.make_scene("arms", [sim.Part("left", model, q=np.array([-0.4]), v=np.array([4.0])), turned])


@pytest.mark.parametrize(("apart", "meet"), [(3.0, False), (0.9, True)])
def test_links_of_meshes_meet_where_they_do_and_steps_have_their_error(apart, meet):
    recording = sim.simulate(arms(apart), 0.2)
    assert (abs(recording.v[-1] - 4.0).max() > 1e-3) == meet
    assert np.isfinite(recording.step_error).sum() > 5
    assert bool(np.nanmax(recording.step_error) > 1e-9) == meet


def test_names_of_a_patch_stay_while_it_slides():
    """By their names contacts take over the impulses of the step before."""
    corners = 0.125 * np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float32)
    cube = Mesh(Path("cube.stl"), data=TriangleMesh(corners, corners, None, np.empty((0, 3), np.uint32)))
    names = [
        sorted(contacts_of(Box((1.0, 1.0, 0.2)), at(), cube, at(0.45 + x, 0.01, 0.225))["feature"]) for x in (0.0, 1e-3, 2e-3)
    ]
    assert len(set(names[0])) == 4
    assert names[0] == names[1] == names[2]
