"""Masses by closed forms: boxes and balls give back their size, and what no body can have is found."""

from pathlib import Path

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import robots
from torseur.sim.analysis.masses.extents import mesh_volume, shape_volume
from torseur.sim.analysis.masses.plausibility import (
    NEAR_TRIANGLE,
    broken_inertia_rules,
    center_of_masses,
    equivalent_boxes,
    mass_report,
    mass_reports,
)
from torseur.sim.definition.placement_rows import from_xyz_rpy
from torseur.sim.multibody.kinematics.plain_kinematics import plain_frame_poses
from torseur.sim.multibody.model.model import Body, Collision, Visual
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, Mesh, Plane, SolidEllipsoid, Sphere, TriangleMesh

SIZE = np.array([0.1, 0.2, 0.5])


def of_box(mass, size):
    """The inertia (3, 3) of a uniform box."""
    x, y, z = np.asarray(size) ** 2
    return mass / 12.0 * np.diag([y + z, z + x, x + y])


def cube_mesh(edge, flipped=False, opened=False):
    """Twelve triangles, three vertices each, none shared."""
    faces = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for sign in (1, -1):
            quad = np.zeros((4, 3))
            quad[:, axis] = sign
            quad[:, u], quad[:, v] = (-1, 1, 1, -1), (-1, -1, 1, 1)
            quad = quad if sign > 0 else quad[::-1]
            faces += [quad[[0, 1, 2]], quad[[0, 2, 3]]]
    corners = np.array(faces[:-1] if opened else faces)[:, :: -1 if flipped else 1].reshape(-1, 3) * edge / 2 + 3.0
    triangles = np.arange(len(corners), dtype=np.uint32).reshape(-1, 3)
    return TriangleMesh(corners.astype(np.float32), np.zeros_like(corners, np.float32), None, triangles)


@pytest.mark.parametrize("seed", range(5))
def test_a_solid_box_gives_back_its_edges_its_density_and_keeps_every_rule(seed):
    rotation = from_xyz_rpy((0, 0, 0), np.random.default_rng(seed).uniform(-3, 3, 3))
    place = rotation.copy()
    place[:3, 3] = com = (0.3, -0.2, 0.1)
    inertia = rotation[:3, :3] @ of_box(7.85, SIZE) @ rotation[:3, :3].T
    body = Body("beam", 7.85, np.array(com), inertia, collisions=(Collision(Box(tuple(SIZE)), place),))
    report = mass_report(body)
    np.testing.assert_allclose(np.sort(report.box), SIZE, rtol=1e-12)
    rebuilt = report.axes @ np.diag(report.moments) @ report.axes.T
    np.testing.assert_allclose(rebuilt, inertia, atol=1e-14)
    assert np.linalg.det(report.axes) == pytest.approx(1.0)
    assert report.density == pytest.approx(785.0)
    assert report.com_distance == 0.0
    assert report.broken == ()
    assert {verdict.rule for verdict in report.verdicts} <= set(robots.RULES)


def test_a_solid_ball_is_its_own_ellipsoid_with_the_widest_margin():
    body = Body("ball", 2.0, np.zeros(3), 0.4 * 2.0 * 0.3**2 * np.eye(3), visuals=(Visual(Sphere(0.3)),))
    report = mass_report(body)
    np.testing.assert_allclose(report.ellipsoid, 0.3)
    assert (report.triangle_margin, report.condition) == (pytest.approx(1.0), pytest.approx(1.0))
    assert report.volume == pytest.approx(4 / 3 * np.pi * 0.3**3)


def test_a_flat_plate_is_on_the_edge_of_the_triangle_inequality():
    report = mass_report(Body("plate", 1.0, np.zeros(3), of_box(1.0, [0.3, 0.4, 0.0])))
    assert report.triangle_margin == pytest.approx(0.0, abs=1e-12)
    assert report.box[2] == pytest.approx(0.0, abs=1e-7)  # m; the root of a rounding, 1e-16 of the moments and more
    assert report.broken == ()


@pytest.mark.parametrize(("beyond", "rule"), [(0.5, "inertia-near-triangle"), (2.0, "inertia-triangle")])
def test_what_breaks_the_triangle_inequality_is_told_as_the_load_doctor_tells_it(beyond, rule):
    c = 2.0 / (1.0 - beyond * NEAR_TRIANGLE)
    report = mass_report(Body("odd", 1.0, np.zeros(3), np.diag([1.0, 1.0, c])))
    assert [verdict.rule for verdict in report.broken] == [rule]
    assert report.triangle_margin == pytest.approx(-beyond * NEAR_TRIANGLE)
    assert report.box[2] == 0.0
    assert report.broken[0].wanted == "at most 2 kg m²"


@loop_over(("mass", "moments", "broken"), [
    (0.0, [0, 0, 0], ()),
    (0.0, [0, 0, 1], ("mass-zero",)),
    (1.0, [-1, 1, 1], ("inertia-negative",)),
    (1.0, [0, 0, 0], ("inertia-zero",)),
    (1.0, [0, 1, 1], ("inertia-singular",)),
    (1.0, [0, 1, 2], ("inertia-singular", "inertia-triangle")),
    (1.0, [0, 0, 1], ("inertia-singular",)),
    (1.0, [1, 1, 1], ()),
])  # fmt: skip
def test_each_rule_of_inertias_is_broken_by_its_own_moments(mass, moments, broken):
    assert broken_inertia_rules(mass, np.array(moments, dtype=float)) == broken


def test_moments_within_rounding_of_zero_are_zero_and_broken_once():
    """A leg of HyQ: what eigenvalues of 0, 0, 3e-6 leave in rounded numbers is about 1e-22."""
    rotation = from_xyz_rpy((0, 0, 0), (0.3, -1.2, 0.7))[:3, :3]
    inertia = rotation @ np.diag([0.0, 0.0, 3e-6]) @ rotation.T
    report = mass_report(Body("leg", 0.1, np.zeros(3), inertia))
    np.testing.assert_array_equal(report.moments[:2], 0.0)
    assert [(verdict.rule, verdict.found) for verdict in report.broken] == [("inertia-singular", "0 kg m²")]
    assert "inertia-near-triangle" not in {verdict.rule for verdict in report.verdicts}


def test_a_moment_below_zero_has_a_true_minus():
    report = mass_report(Body("odd", 1.0, np.zeros(3), np.diag([-1.0, 1.0, 1.0])))
    assert report.broken[0].found == "−1 kg m²"


def test_a_point_is_told_to_have_no_inertia_and_nothing_about_its_moments():
    verdicts = mass_report(Body("point", 1.0)).verdicts
    assert [(verdict.rule, verdict.passed) for verdict in verdicts] == [("inertia-negative", True), ("inertia-zero", False)]


def test_a_centre_of_mass_outside_is_measured_and_beyond_the_diagonal_it_is_doubtful():
    shapes = (Visual(Box((0.3, 0.4, 0.0))),)
    flat = of_box(1, (0.3, 0.4, 0.0))
    near = mass_report(Body("near", 1.0, np.array([0.15 + 0.3, 0.2 + 0.4, 0.0]), flat, visuals=shapes))
    assert near.com_distance == pytest.approx(0.5)
    far = mass_report(Body("far", 1.0, np.array([0.15 + 0.36, 0.2 + 0.48, 0.0]), flat, visuals=shapes))
    assert (near.broken, [verdict.rule for verdict in far.broken]) == ((), ["com-outside"])


@pytest.mark.parametrize(("part", "broken"), [(0.99, False), (1.01, True)])
def test_mass_at_the_corners_of_the_shapes_is_the_largest_inertia_they_allow(part, broken):
    half = 0.5 * np.array(SIZE)
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half * part
    squares = (corners**2).mean(axis=0)
    inertia = 3.0 * (squares.sum() * np.eye(3) - np.diag(squares))
    report = mass_report(Body("cage", 3.0, np.zeros(3), inertia, visuals=(Visual(Box(tuple(SIZE))),)))
    (verdict,) = (verdict for verdict in report.verdicts if verdict.rule == "inertia-extent")
    assert verdict.passed != broken


def test_volumes_of_shapes_and_of_closed_meshes():
    assert shape_volume(Cylinder(0.1, 2.0)) == pytest.approx(np.pi * 0.02)
    assert shape_volume(SolidEllipsoid((0.1, 0.2, 0.3))) == pytest.approx(4 / 3 * np.pi * 0.006)
    assert shape_volume(Capsule(0.1, 2.0)) == pytest.approx(np.pi * 0.02 + 4 / 3 * np.pi * 1e-3)
    assert shape_volume(Plane()) is None
    assert shape_volume(Mesh(Path("unread.stl"))) is None
    assert mesh_volume(cube_mesh(0.2)) == pytest.approx(0.008, rel=1e-5)
    assert mesh_volume(cube_mesh(0.2, opened=True)) is None
    assert mesh_volume(cube_mesh(0.2, flipped=True)) is None


def test_bodies_without_mass_have_no_box_and_no_verdict():
    _, _, edges = equivalent_boxes(np.zeros(2), np.zeros((2, 3, 3)))
    assert not edges.any()
    assert mass_report(Body("frame")).verdicts == ()


def test_the_bodies_that_break_a_rule_are_those_the_load_doctor_names():
    model = robots.load("talos")
    named = {f.element.split("'")[1] for f in model.findings if f.rule.startswith(("inertia-", "com-", "mass-zero"))}
    assert {report.body for report in mass_reports(model) if report.broken} == named


def test_the_centre_of_all_masses_is_that_of_the_dynamics():
    from torseur.sim import center_of_mass

    model = robots.load("talos", meshes=False)  # it floats: the dynamics leave out what is fixed to the world
    q = model.poses["home"]
    total, center = center_of_masses(model, plain_frame_poses(model, q))
    assert total == pytest.approx(sum(body.mass for body in model.bodies))
    np.testing.assert_allclose(center, center_of_mass(model, q), atol=1e-12)


def test_the_least_mass_there_is_gives_numbers_that_are_finite():
    inertia = np.diag([1e16, 1e16, 1e16])
    report = mass_report(Body("speck", 5e-324, np.zeros(3), inertia, collisions=(Collision(Sphere(0.1), np.eye(4)),)))
    assert np.isfinite(report.box).all()
