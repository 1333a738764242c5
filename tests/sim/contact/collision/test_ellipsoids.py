"""Ellipsoids: their contacts beside a search by brute force and closed forms, at rest, rocking, and against boxes."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

from torseur import sim
from torseur.sim.errors import SceneError

FREE = """
[[bodies]]
name = "{name}"
shape = {{ shape = "ellipsoid", radii = {radii} }}
mass = 2.0
xyz = {xyz}
rpy = {rpy}
material = "{material}"
"""
MATERIALS = "[materials.smooth]\nfriction = 0.0\n[materials.rough]\nfriction = 1.0\n"


def load(tmp_path, text):
    path = tmp_path / "scene.toml"
    path.write_text(MATERIALS + text, encoding="utf-8")
    return sim.load_scene(path)


def ellipsoid(name, radii, xyz, rpy=(0.0, 0.0, 0.0), material="rough"):
    return FREE.format(name=name, radii=list(radii), xyz=list(xyz), rpy=list(rpy), material=material)


def floor(material="rough"):
    return f'[[obstacles]]\nname = "floor"\nmaterial = "{material}"\nshapes = [{{ shape = "plane" }}]\n'


def reach(R, radii, n):
    return np.linalg.norm(np.asarray(radii) * (R.T @ n))


def separation(placed, n):
    """σ(n) of two (centre, rotation, half axes)."""
    (a, Ra, ra), (b, Rb, rb) = placed
    return n @ (b - a) - reach(Ra, ra, n) - reach(Rb, rb, n)


def largest_separation(placed):
    """By brute force: over directions, from many starts."""

    def worth(angles):
        n = np.array([np.sin(angles[0]) * np.cos(angles[1]), np.sin(angles[0]) * np.sin(angles[1]), np.cos(angles[0])])
        return -separation(placed, n)

    d = placed[1][0] - placed[0][0]
    start = [np.arccos(d[2] / np.linalg.norm(d)), np.arctan2(d[1], d[0])]
    starts = [start, *(start + np.random.default_rng(0).normal(size=(6, 2)))]
    return -min(minimize(worth, x, method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-14}).fun for x in starts)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("ball", [False, True])
def test_the_gap_of_two_ellipsoids_is_the_largest_separation(tmp_path, seed, ball):
    rng = np.random.default_rng(seed)
    radii = rng.uniform(0.05, 0.4, (2, 3))
    angles = rng.uniform(-3.0, 3.0, (2, 3))
    if ball:
        radii[0] = radii[0, 0]
    rotations = [Rotation.from_euler("xyz", angle).as_matrix() for angle in angles]
    d = rng.normal(size=3)
    d /= np.linalg.norm(d)
    # From a little inside each other to a little apart, by their reach along the line of centres.
    apart = rng.uniform(-0.02, 0.0)
    d *= reach(rotations[0], radii[0], d) + reach(rotations[1], radii[1], d) + apart
    placed = [(np.zeros(3), rotations[0], radii[0]), (d, rotations[1], radii[1])]
    bodies = [ellipsoid(f"b{k}", radii[k].tolist(), placed[k][0].tolist(), angles[k].tolist()) for k in range(2)]
    if ball:
        bodies[0] = bodies[0].replace(f'"ellipsoid", radii = {radii[0].tolist()}', f'"sphere", radius = {radii[0, 0]}')
    expected = largest_separation(placed)
    problem = sim.contact_problem(load(tmp_path, "".join(bodies)), closed_gap=1.0)
    assert problem.gap[0] == pytest.approx(expected, abs=1e-12)  # what Nelder and Mead's method is asked for
    n = problem.normal[0] * (1.0 if problem.bodies[0] == ("b0", "b1") else -1.0)
    assert separation(placed, n) == pytest.approx(expected, abs=1e-12)
    for side, (centre, R, half) in zip((0.5, -0.5), placed, strict=True):
        on_surface = R.T @ (problem.point[0] - side * expected * n - centre) / half
        assert np.linalg.norm(on_surface) == pytest.approx(1.0, abs=1e-9)


def test_a_round_ellipsoid_is_a_ball(tmp_path):
    radii, text = [0.1, 0.1, 0.1], floor()
    text += ellipsoid("one", radii, (0.0, 0.0, 0.1)) + ellipsoid("two", radii, (0.05, 0.02, 0.28))
    round_one = sim.simulate(load(tmp_path, text), 0.5)
    ball = sim.simulate(load(tmp_path, text.replace('"ellipsoid", radii = [0.1, 0.1, 0.1]', '"sphere", radius = 0.1')), 0.5)
    assert len(round_one.contacts(400)) == len(ball.contacts(400)) > 0
    places = [0, 1, 2, 7, 8, 9]
    np.testing.assert_allclose(round_one.q[:390, places], ball.q[:390, places], atol=1e-9)
    # Then the upper one rolls on the floor: a ball's contact is known to stay below its centre, to second order in the step.
    np.testing.assert_allclose(round_one.q[390:, places], ball.q[390:, places], atol=1e-4)


def test_an_ellipsoid_rocks_on_a_plane_with_the_period_of_its_curvature(tmp_path):
    a, c = 0.2, 0.1  # upright half axis c; curvature radius a²/c below
    tilt = 0.01
    height = float(np.hypot(a * np.sin(tilt), c * np.cos(tilt)))
    scene = load(tmp_path, floor() + ellipsoid("egg", (a, a, c), (0.0, 0.0, height), (0.0, tilt, 0.0)))
    recording = sim.simulate(scene, 3.0)
    lean = 2.0 * recording.q[:, 4]
    crossings = recording.t[1:][np.diff(np.sign(lean)) != 0]
    period = 2.0 * np.mean(np.diff(crossings))
    rate = np.sqrt(9.81 * (a * a / c - c) / (0.2 * (a * a + c * c) + c * c))
    assert period == pytest.approx(2.0 * np.pi / rate, rel=2e-3)  # crossings are known to a step of 1e-3 s of 0.5 s


@pytest.mark.parametrize("support", ["plane", "box"])
def test_an_ellipsoid_comes_to_rest_on_its_flat_side(tmp_path, support):
    ground = (
        floor("smooth")
        if support == "plane"
        else (
            '[[obstacles]]\nname = "table"\nmaterial = "smooth"\nxyz = [0.0, 0.0, -0.1]\n'
            'shapes = [{ shape = "box", size = [2.0, 2.0, 0.2] }]\n'
        )
    )
    scene = load(tmp_path, ground + ellipsoid("stone", (0.2, 0.15, 0.05), (0.0, 0.0, 0.06)))
    recording = sim.simulate(scene, 1.0)
    assert recording.q[-1, 2] == pytest.approx(0.05, abs=1e-6)
    assert np.abs(recording.v[-1]).max() < 1e-6
    assert recording.contacts(1000).force[:, 2].sum() == pytest.approx(2.0 * 9.81, rel=1e-6)


def test_the_contact_problem_has_contacts_of_ellipsoids(tmp_path):
    """A stone on a table: the problem of accelerations at rest is answered by its weight."""
    table = (
        '[[obstacles]]\nname = "table"\nmaterial = "rough"\nxyz = [0.0, 0.0, -0.1]\n'
        'shapes = [{ shape = "box", size = [2.0, 2.0, 0.2] }]\n'
    )
    scene = load(tmp_path, table + ellipsoid("stone", (0.2, 0.15, 0.05), (0, 0, 0.05)))
    problem = sim.contact_problem(scene)
    assert problem.bodies == (("table", "stone"),)
    np.testing.assert_allclose(problem.normal, [[0.0, 0.0, 1.0]], atol=1e-9)
    np.testing.assert_allclose(sim.solve_contact_problem(problem).force, [[0.0, 0.0, 2.0 * 9.81]], atol=1e-6)
    moving = sim.State(0.0, scene.initial.q, np.array([0.1, 0, 0, 0, 0, 0]))
    with pytest.raises(sim.errors.ArgumentError, match="the contact of 'table' and 'stone' is of edges or rolling"):
        sim.contact_problem(scene, moving)


def test_what_ellipsoids_cannot_do_is_said(tmp_path):
    field = (
        '[[obstacles]]\nname = "hills"\nshapes = [{ shape = "height_field", size = [1.0, 1.0], heights = [[0, 0], [0, 1]] }]'
    )
    with pytest.raises(SceneError, match="ellipsoids and height fields cannot touch each other"):
        load(tmp_path, field + ellipsoid("egg", (0.1, 0.1, 0.2), (0.0, 0.0, 2.0)))
    with pytest.raises(SceneError, match="radii"):
        load(tmp_path, ellipsoid("egg", (0.1, 0.1, -0.2), (0.0, 0.0, 2.0)))


SHAPES = {
    "box": '{ shape = "box", size = [0.5, 0.3, 0.2] }',
    "cylinder": '{ shape = "cylinder", radius = 0.3, length = 0.2 }',
    "capsule": '{ shape = "capsule", radius = 0.1, length = 0.4 }',
    "convex": '{ shape = "convex", vertices = [[-0.3, -0.2, -0.1], [0.3, -0.2, -0.1], [0, 0.3, -0.1], [0.1, 0, 0.2]] }',
}
CORNERS = np.array([[-0.3, -0.2, -0.1], [0.3, -0.2, -0.1], [0.0, 0.3, -0.1], [0.1, 0.0, 0.2]])
# [m] The gap is read where the ellipsoid is foremost, on a plane through what the other has within 0.02 rad.
EXACT = 5e-7


def reach_of(shape, n):
    """How far an obstacle reaches along a unit direction."""
    if shape == "box":
        return float(np.abs([0.25, 0.15, 0.1] * n).sum())
    if shape == "cylinder":
        return float(0.3 * np.hypot(n[0], n[1]) + 0.1 * abs(n[2]))
    if shape == "capsule":
        return 0.1 + 0.2 * abs(float(n[2]))
    return float((CORNERS @ n).max())


def obstacle(shape, material="rough"):
    return f'[[obstacles]]\nname = "under"\nmaterial = "{material}"\nshapes = [{SHAPES[shape]}]\n'


def load_text(tmp_path, text):
    path = tmp_path / "scene.toml"
    path.write_text(text, encoding="utf-8")
    return sim.load_scene(path)


def contact(tmp_path, shape, radii, place, angles):
    """The gap of an obstacle and an ellipsoid, and the normal from the one to the other."""
    scene = load_text(tmp_path, MATERIALS + obstacle(shape) + ellipsoid("egg", radii.tolist(), place.tolist(), angles.tolist()))
    problem = sim.contact_problem(scene, closed_gap=10.0)
    return float(problem.gap[0]), problem.normal[0]


@pytest.mark.parametrize("shape", sorted(SHAPES))
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.slow
def test_the_gap_of_an_overlap_is_what_takes_the_shapes_apart(tmp_path, shape, seed):
    rng = np.random.default_rng([seed, len(shape)])
    radii, angles, place = rng.uniform(0.05, 0.4, 3), rng.uniform(-3.0, 3.0, 3), rng.normal(size=3)
    R, depth = Rotation.from_euler("xyz", angles).as_matrix(), 10.0 ** rng.uniform(-7.0, -2.5)
    place *= 2.0 / np.linalg.norm(place)
    for wanted in (0.05, 0.01, 1e-3, 1e-4, -depth):  # towards each other, by the gaps and normals while they are apart
        gap, normal = contact(tmp_path, shape, radii, place, angles)
        place = place - (gap - wanted) * normal
    gap, normal = contact(tmp_path, shape, radii, place, angles)

    def separation(n):
        return n @ place - reach_of(shape, n) - reach(R, radii, n)

    assert gap == pytest.approx(separation(normal), abs=EXACT)
    near = normal + np.outer(10.0 ** rng.uniform(-5.0, 0.0, 500), np.ones(3)) * rng.normal(size=(500, 3))
    directions = np.concatenate([near, rng.normal(size=(500, 3))])
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    assert max(map(separation, directions)) <= gap + EXACT  # no gap is less than σ along any direction
    apart = 0.05 - gap
    moved, _ = contact(tmp_path, shape, radii, place + apart * normal, angles)
    assert moved == pytest.approx(0.05, abs=EXACT)


def table(shape, material):
    """An obstacle whose top is at 0 and as good as level."""
    size = {
        "box": '{ shape = "box", size = [2.0, 2.0, 0.2] }',
        "cylinder": '{ shape = "cylinder", radius = 0.5, length = 0.2 }',
        "convex": '{ shape = "convex", vertices = [[-1, -1, -0.1], [1, -1, -0.1], [0, 1, -0.1], [-1, -1, 0.1], [1, -1, 0.1], '
        "[0, 1, 0.1]] }",
    }[shape]
    return f'[[obstacles]]\nname = "table"\nmaterial = "{material}"\nxyz = [0, 0, -0.1]\nshapes = [{size}]\n'


@pytest.mark.parametrize("shape", ["box", "cylinder", "convex"])
def test_an_ellipsoid_falls_tumbles_and_rolls_over_a_rim_without_going_in_or_gaining_energy(tmp_path, shape):
    """From a cylinder it rolls over the rim after 0.91 s,."""
    fallen = ellipsoid("egg", (0.2, 0.15, 0.08), (0.0, 0.0, 0.4), (0.3, 0.2, 0.1))
    scene = load_text(tmp_path, MATERIALS + table(shape, "rough") + fallen)
    recording = sim.simulate(scene, 1.2)
    gaps = [recording.contacts(k).gap.min() for k in range(len(recording)) if len(recording.contacts(k))]
    assert len(gaps) > 100
    assert min(gaps) > -1e-5  # a step of 1e-3 s moves what turns so fast out of a gap by its curvature: 7e-7 m here
    energy = recording.kinetic + recording.potential
    assert np.diff(energy).max() < 1e-9  # of 7.8 J: the residual of a step


@pytest.mark.parametrize("shape", ["box", "cylinder", "convex"])
def test_without_friction_and_with_restitution_one_an_ellipsoid_keeps_its_energy(tmp_path, shape):
    text = "[materials.elastic]\nfriction = 0.0\nrestitution = 1.0\n" + table(shape, "elastic")
    fallen = ellipsoid("egg", (0.2, 0.15, 0.08), (0.0, 0.0, 0.4), (0.3, 0.2, 0.1), "elastic")
    recording = sim.simulate(load_text(tmp_path, text + fallen), 1.0)
    energy = recording.kinetic + recording.potential
    assert np.abs(recording.v[:, 2]).max() > 1.0
    np.testing.assert_allclose(energy, energy[0], atol=1e-9)


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_two_that_strike_each_other_keep_their_momentum_and_gain_no_energy(tmp_path, shape):
    still = (
        f'[[bodies]]\nname = "other"\nmaterial = "rough"\nmass = 3.0\nshape = {SHAPES[shape]}\n'
        "xyz = [0.0, 0.0, 0.0]\nrpy = [0.2, 0.1, 0.3]\n"
    )
    egg = ellipsoid("egg", (0.2, 0.15, 0.08), (0.05, 0.04, 0.6), (0.5, 0.3, 0.1)) + "velocity = [0.0, 0.0, -1.0]\n"
    scene = load_text(tmp_path, "gravity = [0.0, 0.0, 0.0]\n" + MATERIALS + still + egg)
    recording = sim.simulate(scene, 1.0)
    q, v = np.array(recording.q), np.array(recording.v)
    momentum = np.zeros((len(q), 3))
    for k, part in enumerate(scene.parts):  # v of a free body is its twist at its frame's origin, in its own axes
        (body,) = part.model.bodies
        moving = v[:, 6 * k : 6 * k + 3] + np.cross(v[:, 6 * k + 3 : 6 * k + 6], body.com)
        momentum += body.mass * Rotation.from_quat(q[:, 7 * k + 3 : 7 * k + 7]).apply(moving)
    assert np.abs(v[-1, 6:9] - v[0, 6:9]).max() > 0.1
    np.testing.assert_allclose(momentum, np.broadcast_to([0.0, 0.0, -2.0], momentum.shape), atol=1e-9)
    assert np.diff(recording.kinetic).max() < 1e-9
