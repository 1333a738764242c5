"""Ellipsoids and polytopes to one scale for all frames, cut where they grow without end, and named with values and units."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from torseur import robots, sim
from torseur.app.drawing.capability_drawing import COLORS, LONGEST, CapabilityDrawing
from torseur.app.drawing.view_switches import ViewSwitches
from torseur.ui.look.theme import ACCELERATION, FORCE, VELOCITY

SIZE = 0.7
SHOWN = ViewSwitches(axis_labels=True)


@pytest.fixture(scope="module")
def arm():
    return robots.load("arm_6r")


def able(model, q, frame="tool", **more):
    return sim.frame_capability(model, q, frame, **more)


def test_what_is_drawn_is_what_was_computed_to_the_scale_of_the_legend(arm):
    view, one = CapabilityDrawing(), able(arm, arm.poses["ready"], weighted=True)
    ellipsoids, polytopes = view.draw(SHOWN, [one], SIZE)
    assert [shape.color for shape in ellipsoids] == [VELOCITY, FORCE, ACCELERATION]
    assert [shape.color for shape in polytopes] == [VELOCITY, FORCE]
    scale = view.scale(one, "velocity")
    np.testing.assert_allclose(ellipsoids[0].axes, scale * one.ellipsoids["velocity"].axes * one.ellipsoids["velocity"].lengths)
    center, zonotope = one.pose[:3, 3], one.polytopes["velocity_polytope"]
    np.testing.assert_allclose(polytopes[0].vertices, center + scale * zonotope.vertices)
    rows = {row.name: row for row in view.legend([one])}
    assert rows["Velocity"].value == rows["Velocity polytope"].value == f"1 m/s = {1000 * scale:g} mm"
    assert rows["Velocity polytope"].detail.startswith("|q̇_k| ≤ q̇_{max,k}")  # as `paint_math` writes indices
    assert [row.kind for row in rows.values()] == [
        "ellipsoid",
        "dashed_ellipsoid",
        "dotted_ellipsoid",
        "polytope",
        "dashed_polytope",
    ]
    # Never by colour alone.
    assert [(shape.dashed, shape.dotted) for shape in ellipsoids] == [(False, False), (True, False), (False, True)]


def test_the_weighted_ellipsoid_is_drawn_inside_its_polytope(arm):
    ellipsoids, polytopes = CapabilityDrawing().draw(SHOWN, [able(arm, arm.poses["ready"], weighted=True)], SIZE)
    zonotope = sim.frame_capability(arm, arm.poses["ready"], "tool", ["velocity_polytope"]).polytopes["velocity_polytope"]
    rng = np.random.default_rng(0)
    points = rng.normal(size=(3, 200))
    surface = ellipsoids[0].axes @ (points / np.linalg.norm(points, axis=0))
    scale = np.linalg.norm(polytopes[0].vertices[0] - ellipsoids[0].center) / np.linalg.norm(zonotope.vertices[0])
    assert np.all(zonotope.normals @ surface <= scale * zonotope.offsets[:, None] * (1 + 1e-9))


def test_axes_say_their_values_and_units(arm):
    q = arm.poses["ready"]
    ellipsoids, polytopes = CapabilityDrawing().draw(SHOWN, [able(arm, q)], SIZE)
    assert ellipsoids[0].axis_labels[0].startswith("σ₁ ")
    assert all(text.endswith(" m/s") for text in ellipsoids[0].axis_labels)
    assert all(text.endswith(" m/s²") for text in ellipsoids[2].axis_labels)
    assert all(shape.axes_named for shape in ellipsoids)
    assert [text.split(" ")[0:2] for text in polytopes[0].point_labels] == [["at", "most"], ["any", "way"]]
    ellipsoids, _ = CapabilityDrawing().draw(SHOWN, [able(arm, q, rows="orientation")], SIZE)
    assert [text.split()[-1] for text in (shape.axis_labels[2] for shape in ellipsoids)] == ["rad/s", "N·m", "rad/s²"]


def test_near_and_at_a_singularity_forces_are_cut_and_it_is_said(arm):
    stretched = np.zeros(6)
    view = CapabilityDrawing()
    for bend in (1e-1, 1e-3, 1e-6, 0.0):
        q = stretched + [0.0, 0.0, bend, 0.0, 0.3, 0.0]
        q = np.clip(q, arm.lower, arm.upper)
        one = able(arm, q, weighted=True)
        ellipsoids, polytopes = view.draw(SHOWN, [one], SIZE)
        for shape in (*ellipsoids, *polytopes):
            corners = shape.center + np.hstack([shape.axes, -shape.axes]).T if hasattr(shape, "axes") else shape.vertices
            reach = np.linalg.norm(corners - one.pose[:3, 3], axis=1).max()
            assert reach <= np.sqrt(3) * max(LONGEST, 0.55) * SIZE * (1 + 1e-9)
            if shape.color == FORCE and reach > 1.001 * LONGEST * SIZE:
                assert shape.clipped
        long = one.ellipsoids["force"].lengths[0] * view.scale(one, "force") > LONGEST * SIZE
        assert ellipsoids[1].clipped == long
        text = ellipsoids[1].axis_labels[0]
        assert ("unbounded" in text or "cut short" in text) == long


def test_scara_is_flat_and_what_the_structure_carries_is_unbounded():
    model = robots.load("planar_2r")
    one = able(model, model.poses["home"])
    ellipsoids, polytopes = CapabilityDrawing().draw(SHOWN, [one], SIZE)
    velocity, force = polytopes
    assert np.ptp(velocity.vertices @ [0, 0, 1]) * np.ptp(velocity.vertices @ [0, 1, 0]) < 1e-12  # in a plane of the world
    assert force.clipped
    assert "≥" in force.label
    assert ellipsoids[1].axis_labels[0] == "unbounded"


def test_frames_share_one_scale_and_each_is_named(arm):
    q = arm.poses["ready"]
    both = [able(arm, q), able(arm, q, frame="link3")]
    view = CapabilityDrawing()
    ellipsoids, _ = view.draw(SHOWN, both, SIZE)
    assert [shape.label.split(":")[0] for shape in ellipsoids] == ["tool"] * 3 + ["link3"] * 3
    first, second = ellipsoids[0], ellipsoids[3]
    ratio = np.linalg.norm(first.axes[:, 0]) / np.linalg.norm(second.axes[:, 0])
    assert ratio == pytest.approx(both[0].ellipsoids["velocity"].lengths[0] / both[1].ellipsoids["velocity"].lengths[0])
    alone, _ = view.draw(replace(SHOWN, ellipsoid_labels=False), both[:1], SIZE)
    assert alone[0].label == ""
    assert len(view.legend(both)) == 5


def test_scales_stay_while_the_arm_moves_a_little_and_every_kind_has_a_colour(arm):
    view, q = CapabilityDrawing(), arm.poses["ready"]
    values = set()
    for k in range(20):
        one = able(arm, q + 0.002 * k)
        view.draw(SHOWN, [one], SIZE)
        values.add(view.scale(one, "velocity"))
    assert len(values) == 1
    assert set(COLORS) == {"velocity", "force", "dynamic"}


def test_a_frame_that_the_joints_cannot_move_leaves_the_scale_of_the_others_alone():
    model = robots.load("arm_7r")
    q = np.zeros(model.nq)
    still, tool = able(model, q, frame="link1"), able(model, q)
    assert still.polytopes["velocity_polytope"].dimension == 0
    both, alone = CapabilityDrawing(), CapabilityDrawing()
    _, polytopes = both.draw(SHOWN, [tool, still], SIZE)
    alone.draw(SHOWN, [tool], SIZE)
    assert both.scale(tool, "velocity_polytope") == alone.scale(tool, "velocity_polytope") > 0.0
    assert polytopes[-1].label == "link1: force polytope unbounded"


def test_a_small_robot_and_a_large_one_have_ellipsoids_of_their_own_size_and_a_line_of_the_legend_each(arm):
    q = arm.poses["ready"]
    one = able(arm, q)
    small, large = replace(one, frame="small/tool"), replace(one, frame="large/tool")
    view = CapabilityDrawing({"small": 0.1, "large": 2.0})
    ellipsoids, _ = view.draw(SHOWN, [small, large], SIZE)
    half = len(ellipsoids) // 2
    for mark, size in ((ellipsoids[0], 0.1), (ellipsoids[half], 2.0)):
        assert 0.15 * size < np.linalg.norm(mark.axes, axis=0).max() < 0.55 * size
    names = [row.name for row in view.legend([small, large])]
    assert names[:2] == ["Velocity of small", "Velocity of large"]
