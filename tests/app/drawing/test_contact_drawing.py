"""From contacts to points, arrows, labels and the legend."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from torseur import sim
from torseur.app.drawing.arrow_scale import Scale
from torseur.app.drawing.contact_drawing import LONGEST, MOST_LABELLED, MOST_TEXTS, ContactDrawing
from torseur.app.drawing.pulling import pull_spring
from torseur.app.drawing.snapshot_drawing import SnapshotDrawing
from torseur.app.drawing.view_switches import ViewSwitches
from torseur.sim.contact.contacts import Contacts, Mode
from torseur.ui.look.theme import FORCE, FRICTION, IMPULSE, WARNING

SHOWN = ViewSwitches(ellipsoids=False)
ONE = 1.0  # radius of the scene [m]


def contacts(force, *, mode=Mode.SLIP, impulse=None, impact=False):
    """Contacts on the floor, side by side, with these forces (n, 3); body 0 stands on body k."""
    force = np.atleast_2d(np.asarray(force, dtype=float))
    n = len(force)
    point = np.column_stack([np.arange(n, dtype=float), np.zeros(n), np.zeros(n)])
    whole = np.zeros(n, dtype=np.int64)
    normal = np.tile([0.0, 0.0, 1.0], (n, 1))
    jump = np.zeros((n, 3)) if impulse is None else np.atleast_2d(np.asarray(impulse, dtype=float))
    return Contacts(
        whole, whole + 1, point, normal, np.zeros(n), np.zeros((n, 3)), jump, force, np.full(n, 0.5),
        np.full(n, int(mode)), np.full(n, impact),
    )  # fmt: skip


@pytest.fixture
def drawing():
    return SnapshotDrawing(ONE)


def test_a_force_is_an_arrow_along_the_normal_and_one_of_friction_to_one_scale(drawing):
    drawn = drawing.overlays(SHOWN, contacts([3.0, 0.0, 10.0]))
    normal, friction = drawn.arrows
    assert (normal.color, friction.color) == (FORCE, FRICTION)
    assert (normal.label, friction.label) == ("c₁ λₙ 10.00 N", "c₁ λₜ 3.000 N")
    scale = drawing.contacts.force.value
    np.testing.assert_allclose(normal.vector, [0.0, 0.0, 10.0 * scale], rtol=1e-12)
    np.testing.assert_allclose(friction.vector, [3.0 * scale, 0.0, 0.0], rtol=1e-12)
    (point,) = drawn.points
    assert point.kind == "slip"
    rows = {row.name: row for row in drawing.legend(SHOWN, drawn)}
    assert rows["Normal λₙ"].value == rows["Friction λₜ"].value == f"1 m = {1.0 / scale:g} N"


def test_forces_of_a_brick_at_rest_add_up_to_its_weight_on_the_screen(drawing):
    scene = sim.load_scene("falling_brick")
    recording = sim.simulate(scene, 1.0)
    drawn = drawing.overlays(SHOWN, recording.contacts(len(recording) - 1))
    weight = 6.0 * 9.81  # [N], a brick of 6 kg
    total = sum(arrow.vector for arrow in drawn.arrows) / drawing.contacts.force.value
    np.testing.assert_allclose(
        total, [0.0, 0.0, weight], rtol=1e-6, atol=1e-6 * weight
    )  # at rest to the solver's 1e-10
    assert {point.kind for point in drawn.points} == {"stick"}


def test_the_scale_stays_while_forces_read_well_and_changes_when_they_do_not(drawing):
    drawing.overlays(SHOWN, contacts([0.0, 0.0, 10.0]))
    scale = drawing.contacts.force.value
    drawing.overlays(SHOWN, contacts([0.0, 0.0, 8.0]))
    assert drawing.contacts.force.value == scale
    drawing.overlays(SHOWN, contacts([0.0, 0.0, 80.0]))
    assert drawing.contacts.force.value < scale


def test_an_arrow_too_long_for_the_scene_is_drawn_broken():
    drawing = SnapshotDrawing(ONE, ContactDrawing(force=Scale(0.75, 0.45, longest=10.0, value=1.0)))
    (arrow,) = drawing.overlays(SHOWN, contacts([0.0, 0.0, 5.0])).arrows
    assert arrow.kind == "broken"
    assert np.linalg.norm(arrow.vector) == pytest.approx(LONGEST * ONE)


def test_an_impact_shows_its_impulse_and_no_force(drawing):
    struck = contacts([0.0, 0.0, 500.0], impulse=[0.0, 0.0, 2.0], impact=True)
    drawn = drawing.overlays(SHOWN, struck, (struck,))
    (arrow,) = drawn.arrows
    assert (arrow.color, arrow.label) == (IMPULSE, "|Λ| 2.000 N·s")
    names = [row.name for row in drawing.legend(SHOWN, drawn)]
    assert "Impulse Λ" in names
    assert "Normal λₙ" not in names


@pytest.mark.parametrize(
    ("switch", "gone"),
    [
        ("normal_forces", FORCE),
        ("friction_forces", FRICTION),
        ("contact_points", "points"),
        ("contact_labels", "labels"),
    ],
)
def test_each_switch_takes_away_what_it_names_and_nothing_else(drawing, switch, gone):
    def seen(shown):
        drawn = drawing.overlays(shown, contacts([3.0, 0.0, 10.0]))
        colors = {arrow.color for arrow in drawn.arrows}
        return (
            colors
            | ({"points"} if drawn.points else set())
            | ({"labels"} if any(arrow.label for arrow in drawn.arrows) else set())
        )

    everything = seen(SHOWN)
    assert everything == {FORCE, FRICTION, "points", "labels"}
    assert seen(replace(SHOWN, **{switch: False})) == everything - {gone}


def test_without_contacts_switched_on_nothing_of_them_is_drawn(drawing):
    drawn = drawing.overlays(replace(SHOWN, contacts=False), contacts([3.0, 0.0, 10.0]))
    assert (drawn.arrows, drawn.points, drawn.labels) == ((), (), ())


def test_of_many_forces_the_largest_are_told_and_the_legend_counts_them(drawing):
    forces = [[2.0 + k, 0.0, 10.0 + k] for k in range(MOST_LABELLED)]
    drawn = drawing.overlays(SHOWN, contacts(forces))
    told = [arrow.label for arrow in drawn.arrows if arrow.label]
    assert len(told) == MOST_TEXTS
    assert "c₈ λₙ 17.00 N" in told
    assert drawing.legend(SHOWN, drawn)[-2].value == f"{MOST_TEXTS} largest of {2 * MOST_LABELLED}"


def test_of_more_contacts_each_pair_of_bodies_has_its_sum(drawing):
    drawn = drawing.overlays(SHOWN, contacts([[0.0, 0.0, 2.0]] * (MOST_LABELLED + 1)))
    assert not any(arrow.label for arrow in drawn.arrows)
    (label,) = drawn.labels
    assert label.text == "Σλₙ 18.00 N"
    np.testing.assert_allclose(label.position, [MOST_LABELLED / 2, 0.0, 0.0])  # their middle


def test_a_pull_is_a_spring_from_where_it_holds_to_the_hand():
    target = np.array([1.0, 2.0, 0.0])
    spring = pull_spring(np.array([1.0, 0.0, 0.0]), target, 25.0)
    assert (spring.color, spring.kind, spring.label) == (WARNING, "spring", "pull 25.00 N")
    np.testing.assert_array_equal(spring.tail + spring.vector, target)
