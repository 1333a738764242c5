"""A force that is one of many says so: in the table, in the equation, and beside its arrow, with the bounds of each."""

from __future__ import annotations

import numpy as np
import pytest

from torseur.sim.simulation.inspection.solved_problem import solved_problem
from torseur.sim.simulation.running.scene.scene_file import path_of_scene

WEIGHT = 6.0 * 9.81


@pytest.fixture
def page(window):
    """The inspector, seen."""
    window.use_workspace("contact")
    return window.pages.contact.page("inspector")


@pytest.fixture
def resting(window, hand, page):
    """The brick that has tumbled to rest on four corners."""
    assert window.open("brick_on_corner")
    hand.simulate(window)
    return window


def bounds(page):
    """Those in the table, by the rows of their contacts."""
    return page.sheet.block("contacts.table").rows.bounds if page.sheet.has("contacts.table") else {}


def test_four_corners_of_a_brick_at_rest_bear_a_quarter_each_and_could_bear_up_to_half(resting, page, hand):
    hand.wait_until(lambda: not page.is_busy and len(bounds(page)) == 4)
    rows = page.sheet.block("contacts.table").rows
    assert rows.normal == pytest.approx(np.full(4, WEIGHT / 4.0), abs=1e-6)
    assert rows.tangential == pytest.approx(np.zeros(4), abs=1e-6)
    for found in rows.bounds.values():
        assert found.normal == pytest.approx((0.0, WEIGHT / 2.0), abs=1e-4)
        assert found.first[0] == pytest.approx(-found.first[1], rel=1e-4)
    model = page.widget.part("contacts.table").model()
    shown = [[model.index(i, k).data() for k in range(model.columnCount())] for i in range(model.rowCount())]
    assert all("0 … 29.43" in cells for cells in shown)
    assert "least norm" in page.widget.part("contacts.note").text
    assert ("forces", "one of many", "") in page.sheet.block("matrix.facts").facts
    assert "other forces of c₁, c₂, c₃, c₄ make the same motion" in page.widget.part("solved").text
    bars = resting.drawing.picture.overlays.polytopes
    scale = resting.drawing.view.snapshot_drawing.contacts.shown.force
    assert len(bars) == 4
    for bar in bars:
        assert np.ptp(bar.vertices[:2, 2]) == pytest.approx(scale * WEIGHT / 2.0, rel=1e-3)
    resting.session.playback.seek(0.2)  # in the air
    assert not bounds(page)
    assert not resting.drawing.picture.overlays.polytopes
    resting.session.playback.to_end()
    hand.wait_until(lambda: len(resting.drawing.picture.overlays.polytopes) == 4)
    resting.drawing.switches.switch("normal_forces", False)
    resting.session.playback.step(-1)
    hand.wait_until(lambda: len(bounds(page)) == 4)
    assert not resting.drawing.picture.overlays.polytopes
    resting.drawing.switches.switch("normal_forces", True)


def standing(window, hand, scene, seconds):
    """The scene after so long."""
    assert window.open(scene)
    playback = window.session.playback
    playback.play()
    hand.wait_until(lambda: playback.recording is not None and playback.recording.t[-1] > seconds)
    playback.pause()
    hand.rest()


def test_a_problem_of_many_contacts_is_set_up_once_for_equation_and_bounds(window, page, hand, monkeypatch):
    standing(window, hand, "box_stack", 0.1)
    hand.wait_until(lambda: len(bounds(page)) == 40)  # 0.4 s of processor
    rows = page.sheet.block("contacts.table").rows
    for normal, found in zip(rows.normal, map(rows.bounds.get, range(40)), strict=True):
        assert found.normal[0] - 1e-9 <= normal <= found.normal[1] + 1e-9
        assert found.normal[1] > normal * 1.1
    asked = []
    for module in ("app.laboratory.contact.inspector.page", "sim.simulation.inspection.other_problems"):
        monkeypatch.setattr(f"torseur.{module}.solved_problem", lambda *given: asked.append(given) or solved_problem(*given))
    window.session.playback.seek(0.05)
    assert not bounds(page)
    hand.wait_until(lambda: not page.is_busy and len(bounds(page)) == len(window.session.contacts))
    assert page.sheet.has("problem")
    assert len(asked) == 1


def test_of_a_heap_the_table_says_that_it_is_not_looked_for(window, page, hand):
    assert window.open("balls_666")
    playback = window.session.playback
    playback.play()
    hand.wait_until(lambda: playback.recording is not None and len(playback.recording.contacts(-1)) > 300)
    playback.pause()
    playback.to_end()
    hand.wait_until(lambda: "up to 64 contacts feel each other" in page.sheet.block("contacts.note").text)
    assert "not of least norm" in page.sheet.block("contacts.note").text


def test_what_poissons_law_gives_back_is_said_not_to_be_of_least_norm(window, page, hand, tmp_path):
    text = path_of_scene("zeno_ball").read_text(encoding="utf-8")
    assert text.count("[settings]\n") == 1
    (tmp_path / "poisson.toml").write_text(text.replace("[settings]\n", '[settings]\nrestitution_law = "poisson"\n'))
    standing(window, hand, str(tmp_path / "poisson.toml"), 0.7)
    playback = window.session.playback
    playback.seek(playback.recording.events[0].t)
    hand.wait_until(lambda: "Poisson" in page.sheet.block("contacts.note").text)
    playback.seek(0.1)  # in the air
    hand.wait_until(lambda: "Poisson" not in page.sheet.block("contacts.note").text)
