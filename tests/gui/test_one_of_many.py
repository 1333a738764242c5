"""A force that is one of many says so: in the table, in the equation, and beside its arrow, with the bounds of each."""

from __future__ import annotations

import numpy as np
import pytest

from torseur.sim.simulation.inspection.solved_problem import solved_problem
from torseur.sim.simulation.running.scene.scene_file import path_of_scene

WEIGHT = 6.0 * 9.81


@pytest.fixture
def resting(window, hand):
    """The brick that has tumbled to rest on four corners."""
    assert window.open("brick_on_corner")
    window.use_workspace("contact")
    hand.simulate(window)
    return window


def test_four_corners_of_a_brick_at_rest_bear_a_quarter_each_and_could_bear_up_to_half(resting, hand):
    panel = resting.panels.contact
    hand.wait_until(lambda: panel.problem is not None and panel.problem.unique is not None)
    rows = panel.contacts.rows
    assert len(rows) == 4
    for row in rows:
        assert row.normal == pytest.approx(WEIGHT / 4.0, abs=1e-6)
        assert row.tangential == pytest.approx(0.0, abs=1e-6)
        assert row.bounds.normal == pytest.approx((0.0, WEIGHT / 2.0), abs=1e-4)
        assert row.bounds.first[0] == pytest.approx(-row.bounds.first[1], rel=1e-4)
    model = panel.contacts.table.model()
    shown = [[model.index(i, k).data() for k in range(model.columnCount())] for i in range(model.rowCount())]
    assert all("0 … 29.43" in cells for cells in shown)
    assert "least norm" in panel.contacts.line.text
    assert not panel.problem.unique
    assert "other forces of c₁, c₂, c₃, c₄ make the same motion" in panel.problem_section.solved.text
    bars = resting.picture.overlays.polytopes
    scale = resting.drawing.snapshot_drawing.contacts.shown.force
    assert len(bars) == 4
    for bar in bars:
        assert np.ptp(bar.vertices[:2, 2]) == pytest.approx(scale * WEIGHT / 2.0, rel=1e-3)


def test_while_it_plays_nothing_is_said_of_an_instant_that_is_gone(resting, hand):
    panel = resting.panels.contact
    hand.wait_until(lambda: any(row.bounds is not None for row in panel.contacts.rows))
    resting.session.playback.seek(0.2)  # in the air
    hand.wait_until(lambda: all(row.bounds is None for row in panel.contacts.rows))
    assert not resting.picture.overlays.polytopes


def test_bounds_of_an_instant_that_is_gone_are_not_drawn_in_another_workspace_either(resting, hand):
    hand.wait_until(lambda: resting.picture.overlays.polytopes)
    end = resting.session.index
    resting.use_workspace("kinematics")
    hand.rest()
    resting.session.playback.seek(0.2)  # in the air
    assert not resting.picture.overlays.polytopes
    resting.session.playback.show_state(end)
    resting.use_workspace("contact")
    hand.wait_until(lambda: len(resting.picture.overlays.polytopes) == 4)


def standing(window, hand, scene, seconds):
    """The scene after so long, its contacts shown."""
    assert window.open(scene)
    window.use_workspace("contact")
    playback = window.session.playback
    playback.play()
    hand.wait_until(lambda: playback.recording is not None and playback.recording.t[-1] > seconds)
    playback.pause()
    hand.rest()
    return window.panels.contact.contacts


@pytest.mark.parametrize(("scene", "seconds", "count"), [("gripper_holds_block", 0.3, 8), ("box_stack", 0.2, 40)])
def test_bounds_of_all_contacts_of_a_stack_and_of_a_gripper_are_there_before_one_looks_away(
    window, hand, scene, seconds, count
):
    contacts = standing(window, hand, scene, seconds)
    assert len(contacts.rows) == count
    hand.wait_until(lambda: all(row.bounds is not None for row in contacts.rows))  # 0.1 and 0.4 s of processor
    for row in contacts.rows:
        assert row.bounds.normal[0] - 1e-9 <= row.normal <= row.bounds.normal[1] + 1e-9
        assert row.bounds.normal[1] > row.normal * 1.1


def test_a_problem_of_many_contacts_is_set_up_once_for_equation_and_bounds(window, hand, monkeypatch):
    contacts = standing(window, hand, "box_stack", 0.1)
    hand.wait_until(lambda: all(row.bounds is not None for row in contacts.rows))
    asked = []
    for module in ("torseur.app.panels.contact_problem", "torseur.sim.simulation.inspection.solved_problem"):
        monkeypatch.setattr(f"{module}.solved_problem", lambda *given: asked.append(given) or solved_problem(*given))
    window.session.playback.seek(0.05)
    hand.wait_until(lambda: all(row.bounds is None for row in contacts.rows))
    hand.wait_until(lambda: all(row.bounds is not None for row in contacts.rows))
    assert window.panels.contact.problem is not None
    assert len(asked) == 1


def test_of_a_heap_the_table_says_that_it_is_not_looked_for(window, hand):
    assert window.open("balls_666")
    window.use_workspace("contact")
    playback = window.session.playback
    playback.play()
    hand.wait_until(lambda: playback.recording is not None and len(playback.recording.contacts(-1)) > 300)
    playback.pause()
    playback.to_end()
    hand.wait_until(lambda: len(window.panels.contact.contacts.rows) > 64)
    hand.wait_until(lambda: "up to 64 contacts feel each other" in window.panels.contact.contacts.line.text)
    assert "not of least norm" in window.panels.contact.contacts.line.text


def test_what_poissons_law_gives_back_is_said_not_to_be_of_least_norm(window, hand, tmp_path):
    text = path_of_scene("zeno_ball").read_text(encoding="utf-8")
    assert text.count("[settings]\n") == 1
    (tmp_path / "poisson.toml").write_text(text.replace("[settings]\n", '[settings]\nrestitution_law = "poisson"\n'))
    contacts = standing(window, hand, str(tmp_path / "poisson.toml"), 0.7)
    playback = window.session.playback
    playback.seek(playback.recording.events[0].t)
    hand.wait_until(lambda: "Poisson" in contacts.line.text)
    playback.seek(0.1)  # in the air
    hand.wait_until(lambda: "Poisson" not in contacts.line.text)
