"""From contacts to points, arrows, labels and the legend."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.app.drawing.drawn_marks import arrows_of, points_of
from torseur import sim
from torseur.app.documents.document import open_document
from torseur.app.drawing.arrow_scale import per_metre_text, scale_text
from torseur.app.drawing.contact.contact_drawing import MOST_BROKEN, MOST_TEXTS, ContactDrawing
from torseur.app.drawing.contact.contact_labels import MOST_LABELLED, PairNames
from torseur.app.drawing.contact.contact_scales import ContactScales, contact_scales, stepped
from torseur.app.drawing.pulling import pull_spring
from torseur.app.drawing.snapshot_drawing import SnapshotDrawing
from torseur.app.drawing.view_switches import ViewSwitches
from torseur.sim.contact.contacts import Contacts, Mode
from torseur.ui.look.theme import FORCE, FRICTION, IMPULSE, WARNING
from torseur.ui.viewport.view import View

SHOWN = ViewSwitches(ellipsoids=False)


ONE = 1.0  # radius of the scene [m]


SCALES = ContactScales(force=0.02, impulse=0.1, longest=0.8)


def contacts(force, *, mode=Mode.SLIP, impulse=None, impact=False):
    """Contacts on the floor, side by side, with these forces (n, 3); body 0 stands on body k."""
    force = np.atleast_2d(np.asarray(force, dtype=float))
    n = len(force)
    point = np.column_stack([np.arange(n, dtype=float), np.zeros(n), np.zeros(n)])
    whole = np.zeros(n, dtype=np.int64)
    normal = np.tile([0.0, 0.0, 1.0], (n, 1))
    jump = np.zeros((n, 3)) if impulse is None else np.atleast_2d(np.asarray(impulse, dtype=float))
    return Contacts(
        whole,
        whole + 1,
        point,
        normal,
        np.zeros(n),
        np.zeros((n, 3)),
        jump,
        force,
        np.full(n, 0.5),
        np.full(n, int(mode)),
        np.full(n, impact),
    )


@pytest.fixture
def drawing():
    names = PairNames(("ground", *(f"body{k}" for k in range(1, 300))), (True, *[False] * 299))
    return SnapshotDrawing(ContactDrawing(SCALES, names), ONE)


def view_of(scene):
    view = View()
    view.set_model(scene.model)
    view.set_poses(sim.frame_poses(scene.model, scene.initial.q))
    return view


def test_a_force_is_an_arrow_along_the_normal_and_one_of_friction_to_one_scale(drawing):
    drawn = drawing.overlays(SHOWN, contacts([3.0, 0.0, 10.0]))
    normal, friction = arrows_of(drawn)
    assert (normal.color, friction.color) == (FORCE, FRICTION)
    assert (normal.label, friction.label) == ("c₁ λₙ 10.00 N", "c₁ λₜ 3.000 N")
    scale = drawing.contacts.shown.force
    np.testing.assert_allclose(normal.vector, [0.0, 0.0, 10.0 * scale], rtol=1e-12)
    np.testing.assert_allclose(friction.vector, [3.0 * scale, 0.0, 0.0], rtol=1e-12)
    (point,) = points_of(drawn)
    assert point.kind == "sliding"
    rows = {row.name: row for row in drawing.legend(SHOWN)}
    assert rows["Normal λₙ"].value == rows["Friction λₜ"].value == f"1 m = {1.0 / scale:g} N"


def test_forces_of_a_brick_at_rest_add_up_to_its_weight_on_the_screen(drawing):
    scene = sim.load_scene("falling_brick")
    recording = sim.simulate(scene, 1.0)
    drawn = drawing.overlays(SHOWN, recording.contacts(len(recording) - 1))
    weight = 6.0 * 9.81  # [N], a brick of 6 kg
    total = sum(arrow.vector for arrow in arrows_of(drawn)) / drawing.contacts.shown.force
    np.testing.assert_allclose(total, [0.0, 0.0, weight], rtol=1e-6, atol=1e-6 * weight)  # at rest to the solver's 1e-10
    assert {point.kind for point in points_of(drawn)} == {"closed"}


def test_the_scale_is_the_same_for_every_force_of_a_recording(drawing):
    for force in (10.0, 8.0, 80.0, 1e-3, 1e4):
        drawing.overlays(SHOWN, contacts([0.0, 0.0, force]))
        assert drawing.contacts.shown == SCALES


def test_the_user_has_arrows_longer_and_shorter_in_round_steps(drawing):
    drawing.overlays(SHOWN, contacts([0.0, 0.0, 10.0]))
    values = []
    for zoom in (-3, -1, 0, 1, 2):
        drawing.contacts.zoom = zoom
        (arrow,) = arrows_of(drawing.overlays(SHOWN, contacts([0.0, 0.0, 10.0])))
        values.append(np.linalg.norm(arrow.vector) / 10.0)
        assert drawing.legend(SHOWN)[0].value == f"1 m = {1.0 / drawing.contacts.shown.force:g} N"
    np.testing.assert_allclose(values, [0.002, 0.01, 0.02, 0.05, 0.1], rtol=1e-12)
    assert [stepped(5.0, k) for k in (-2, -1, 0, 1, 2, 3)] == [1.0, 2.0, 5.0, 10.0, 20.0, 50.0]


def test_an_arrow_too_long_for_the_scene_is_drawn_broken_and_says_its_number(drawing):
    (arrow,) = arrows_of(drawing.overlays(SHOWN, contacts([0.0, 0.0, 500.0])))
    assert (arrow.kind, arrow.label) == ("broken", "c₁ λₙ 500.0 N")
    assert np.linalg.norm(arrow.vector) == pytest.approx(SCALES.longest)


def test_of_very_many_contacts_the_largest_broken_arrows_have_their_numbers(drawing):
    drawn = drawing.overlays(SHOWN, contacts([[0.0, 0.0, 1.0 if k % 2 else 100.0 + k] for k in range(40)]))
    told = [arrow for arrow in arrows_of(drawn) if arrow.label]
    assert len(told) == MOST_BROKEN
    assert all(arrow.kind == "broken" for arrow in told)


@pytest.mark.parametrize("name", ["welcome", "brick_on_corner", "falling_brick", "domino", "balls_666", "quadruped_stand"])
def test_the_force_of_a_body_at_rest_is_neither_a_dot_nor_hides_it(name):
    """A quarter of a body's weight, the whole of a ball's, is drawn between a quarter of its radius and 1.6 times that."""
    scene = sim.load_scene(name)
    view = view_of(scene)
    centers, radii = view.body_balls()
    mass = {"welcome": 6.0, "brick_on_corner": 6.0, "falling_brick": 6.0, "domino": 1.0, "balls_666": 10.0}
    weight = 9.81 * mass.get(name, 2.5)
    radius = {"quadruped_stand": view.bodies_ball()[1], "welcome": 0.163, "domino": 0.225}.get(name, float(np.median(radii)))
    length = contact_scales(scene, view).force * weight / (1.0 if name == "balls_666" else 4.0)
    assert 0.25 * radius < length < 1.6 * radius
    assert contact_scales(scene, view).longest < 8.0 * radius
    assert len(centers)


def test_a_force_is_drawn_on_what_moves_also_where_the_scene_names_the_ground_last():
    scene = sim.load_scene("v_groove")
    drawing = SnapshotDrawing.of_scene(scene, view_of(scene))
    recording = sim.simulate(scene, 0.3)
    contacts = recording.contacts(len(recording) - 1)
    assert (contacts.normal[:, 2] < 0.0).all(), "they point into the groove, as the ball is the first body of both"
    arrows = arrows_of(drawing.overlays(SHOWN, contacts))
    weight = sum(arrow.vector for arrow in arrows)[2] / drawing.contacts.shown.force
    assert weight == pytest.approx(9.81, rel=1e-6)  # of a ball of 1 kg, to the solver's tolerance


def test_scales_do_not_depend_on_what_happens(tmp_path):
    scene = sim.load_scene("falling_brick")
    assert contact_scales(scene, view_of(scene)) == contact_scales(sim.simulate(scene, 0.4).scene, view_of(scene))


def test_sticking_and_sliding_have_a_glyph_of_their_own_in_view_and_legend(drawing):
    drawing.overlays(SHOWN, contacts([[0.0, 0.0, 10.0]], mode=Mode.STICK))
    assert [row.kind for row in drawing.legend(SHOWN) if row.kind in ("sticking", "sliding")] == ["sticking"]
    drawn = drawing.overlays(SHOWN, contacts([[0.0, 0.0, 10.0]], mode=Mode.SLIP))
    assert {point.kind for point in points_of(drawn)} == {"sliding"}
    assert {row.name: row.kind for row in drawing.legend(SHOWN)}["Sliding"] == "sliding"


def test_the_legend_stays_as_it_is_until_what_was_drawn_is_forgotten(drawing):
    struck = contacts([0.0, 0.0, 0.0], impulse=[0.0, 0.0, 2.0], impact=True)
    drawing.overlays(SHOWN, struck, (struck,))
    rests = contacts([0.0, 0.0, 10.0], mode=Mode.STICK)
    drawing.overlays(SHOWN, rests)
    assert "Impulse Λ" in [row.name for row in drawing.legend(SHOWN)]
    drawing.contacts.forget()
    drawing.overlays(SHOWN, rests)
    assert [row.name for row in drawing.legend(SHOWN)] == ["Normal λₙ", "Sticking", "Length of arrows", "Floor tile"]
    drawing.contacts.forget()
    drawing.overlays(SHOWN, None)
    assert [row.name for row in drawing.legend(SHOWN)] == ["Floor tile"]


def test_a_contact_without_friction_is_not_said_to_slide(drawing):
    smooth = replace(contacts([[0.0, 0.0, 10.0]], mode=Mode.SLIP), friction=np.zeros(1))
    (point,) = points_of(drawing.overlays(SHOWN, smooth))
    assert point.kind == "closed"
    assert [row.name for row in drawing.legend(SHOWN)][1] == "Closed, no friction"


def test_arrows_of_impulses_differ_from_those_of_forces_not_by_colour_alone(drawing):
    struck = contacts([0.0, 0.0, 0.0], impulse=[0.0, 0.0, 2.0], impact=True)
    (arrow,) = arrows_of(drawing.overlays(SHOWN, struck, (struck,)))
    assert arrow.kind == "dashed"
    assert {row.name: row.kind for row in drawing.legend(SHOWN)}["Impulse Λ"] == "dashed_arrow"


def test_labels_of_one_pair_have_one_that_stands_in_for_them(drawing):
    drawn = drawing.overlays(SHOWN, contacts([[0.0, 0.0, 2.0], [0.0, 1.0, 3.0]]))
    (label,) = drawn.labels
    assert label.text == "body1 Σλₙ 5.000 N, Σ|λₜ| 1.000 N"
    told = [arrow for arrow in arrows_of(drawn) if arrow.label]
    assert {arrow.group for arrow in told} == {label.group}
    assert [arrow.color for arrow in told].count(FORCE) == 2
    assert drawing.overlays(SHOWN, contacts([0.0, 0.0, 2.0])).labels == ()


def test_an_impact_shows_its_impulse_and_no_force(drawing):
    struck = contacts([0.0, 0.0, 500.0], impulse=[0.0, 0.0, 2.0], impact=True)
    drawn = drawing.overlays(SHOWN, struck, (struck,))
    (arrow,) = arrows_of(drawn)
    assert (arrow.color, arrow.label) == (IMPULSE, "|Λ| 2.000 N·s")
    names = [row.name for row in drawing.legend(SHOWN)]
    assert "Impulse Λ" in names
    assert "Normal λₙ" not in names


@pytest.mark.parametrize(
    ("switch", "gone"),
    [("normal_forces", FORCE), ("friction_forces", FRICTION), ("contact_points", "points"), ("contact_labels", "labels")],
)
def test_each_switch_takes_away_what_it_names_and_nothing_else(drawing, switch, gone):
    def seen(shown):
        drawn = drawing.overlays(shown, contacts([3.0, 0.0, 10.0]))
        colors = {arrow.color for arrow in arrows_of(drawn)}
        return (
            colors
            | ({"points"} if drawn.points else set())
            | ({"labels"} if any(arrow.label for arrow in arrows_of(drawn)) else set())
        )

    everything = seen(SHOWN)
    assert everything == {FORCE, FRICTION, "points", "labels"}
    assert seen(replace(SHOWN, **{switch: False})) == everything - {gone}


def test_without_contacts_switched_on_nothing_of_them_is_drawn(drawing):
    drawn = drawing.overlays(replace(SHOWN, contacts=False), contacts([3.0, 0.0, 10.0]))
    assert (drawn.arrows, drawn.points, drawn.labels) == ((), (), ())


def test_of_many_forces_the_largest_are_told_and_the_legend_counts_them(drawing):
    forces = [[3.0 + k, 0.0, 10.0 + k] for k in range(MOST_LABELLED)]
    drawn = drawing.overlays(SHOWN, contacts(forces))
    told = [arrow.label for arrow in arrows_of(drawn) if arrow.label]
    assert len(told) == MOST_TEXTS
    assert "c₈ λₙ 17.00 N" in told
    rows = {row.name: row for row in drawing.legend(SHOWN)}
    assert rows["Labels"].value == f"{{n}} of {2 * MOST_LABELLED} forces"


def test_of_more_contacts_each_pair_of_bodies_has_its_sum(drawing):
    drawn = drawing.overlays(SHOWN, contacts([[0.0, 0.0, 2.0]] * (MOST_LABELLED + 1)))
    assert not any(arrow.label for arrow in arrows_of(drawn))
    (label,) = drawn.labels
    assert label.text == "body1 Σλₙ 18.00 N"
    np.testing.assert_allclose(label.position, [MOST_LABELLED / 2, 0.0, 2.0 * SCALES.force])  # the middle of their tips


def test_a_pull_is_a_spring_from_where_it_holds_to_the_hand():
    target = np.array([1.0, 2.0, 0.0])
    spring = pull_spring(np.array([1.0, 0.0, 0.0]), target, 25.0)
    assert (spring.color, spring.kind, spring.label) == (WARNING, "spring", "pull 25.00 N")
    np.testing.assert_array_equal(spring.tail + spring.vector, target)


def test_arrows_on_a_robot_are_as_long_on_a_wide_ground_as_on_a_plane():
    gap, plane = (open_document(name).scene for name in ("hop_gap", "hop_in_place"))
    assert len(gap.model.bodies[0].visuals) > len(plane.model.bodies[0].visuals)  # its ground is of blocks, which are wide
    assert contact_scales(gap, view_of(gap)).force == contact_scales(plane, view_of(plane)).force


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.02, "1 N = 20 mm"), (5.0, "1 N = 5000 mm"), (200.0, "1 mN = 200 mm"), (2e4, "1 µN = 20 mm"), (2e12, "1 nN = 2e+06 mm")],
)
def test_of_small_numbers_a_scale_is_told_for_a_part_of_the_unit(value, text):
    assert scale_text(value, "N") == text


@pytest.mark.parametrize(
    ("value", "text"), [(0.01, "1 m = 100 N"), (2e-9, "1 m = 5e8 N"), (5.0, "1 m = 0.2 N"), (2e5, "1 m = 5e-6 N")]
)
def test_a_scale_of_contact_forces_is_told_for_a_metre(value, text):
    assert per_metre_text(value, "N") == text
