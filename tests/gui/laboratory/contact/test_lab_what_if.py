"""The page What if in the real window: a state is solved again with an edit, a branch goes on from it, and undo takes it back."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from torseur import sim
from torseur.app.laboratory.branches import GHOST
from torseur.sim.simulation.inspection.what_if import branch, frame_edit
from torseur.sim.simulation.inspection.what_if.branch import start_branch
from torseur.ui.text.number_text import quantity_text


@pytest.fixture
def document():
    return "incline_30"


@pytest.fixture
def page(window, hand):
    window.use_workspace("contact")
    window.panels.contact_laboratory.show_page("what_if")
    playback = window.session.playback
    playback.step(60)
    playback.seek(0.04)
    page = window.contact_laboratory.page("what_if")
    hand.wait_until(lambda: not page.is_busy)
    hand.rest()
    yield page
    window.panels.contact_laboratory.show_page("inspector")
    window.use_workspace("kinematics")


def ghosts(window):
    return [ghost for ghost in window.picture.overlays.ghosts if ghost.color == GHOST]


def test_a_state_is_solved_again_as_it_is_typed(window, hand, page):
    recording, part = window.session.recording, page.widget.part
    assert "Nothing is changed" in part("changes").text
    field = part("materials").field("rough", "friction")
    field.setFocus()
    field.selectAll()
    field.setModified(True)
    field.setText("0.1")
    field.setModified(True)
    field.clearFocus()
    hand.wait_until(lambda: not page.is_busy and "μ of rough 0.49 → 0.1" in part("changes").text)
    expected = sim.frame_with(recording, window.session.index, friction={"rough": 0.1})
    np.testing.assert_array_equal(page.problem.solved.force, expected.edited.force)
    assert {row[1].text for row in part("contacts").rows} == {"stick → slip", "slip"}  # of the block that held
    assert window.picture.overlays.arrows


def test_numbers_of_another_scene_are_gone_and_those_of_another_instant_greyed_out_until_new_ones_are_found(
    window, hand, page, monkeypatch
):
    found, asked, go_on = frame_edit.frame_with, threading.Event(), threading.Event()

    def frame_with(*args, **edit):
        asked.set()
        go_on.wait(60.0)
        return found(*args, **edit)

    before, veil = page.sheet.of, window.panels.contact_laboratory.veil
    monkeypatch.setattr(frame_edit, "frame_with", frame_with)
    window.session.playback.step(1)
    hand.wait_until(veil.isVisible)
    assert page.sheet.of == before
    go_on.set()
    hand.wait_until(lambda: not veil.isVisible())
    assert page.sheet.of == (window.session.recording, window.session.index)
    go_on.clear()
    window.open("brick_on_corner")
    asked.clear()
    window.session.playback.step(1)
    hand.wait_until(asked.is_set)
    assert not page.sheet.has("motion")
    assert page.sheet.block("solved.note").text == "Solving again…"
    go_on.set()
    hand.wait_until(lambda: not page.is_busy and page.sheet.has("motion"))


def test_a_branch_goes_on_beside_the_ghost_of_the_old_run_until_it_is_dropped(window, hand, page):
    session, old = window.session, window.session.recording
    index = session.index
    page.widget.part("body.name").chosen.emit("rough")
    page.widget.part("force").entered.emit(np.array([0.0, 0.0, 30.0]))
    page.widget.view("push.seconds").field.entered.emit(0.02)
    page.widget.part("go.start").click()
    hand.wait_until(lambda: session.recording is not old and session.playback.reached > 0.065)
    session.playback.pause()
    hand.rest()
    assert session.recording.t[0] == old.t[index]
    expected = sim.branch(old, index, wrench={"rough": [0, 0, 30, 0, 0, 0]}, push=0.02, duration=0.02)
    np.testing.assert_array_equal(session.recording.q[20], expected.q[20])
    assert len(ghosts(window)) == 1
    assert "force on rough (0, 0, 30) N" in page.widget.part("branch.note").text
    body, far = sim.farthest_body(old, session.recording, 0.06)  # where the old run ended
    assert body == "rough"
    assert page.widget.part("branch.facts").texts[1] == f"Farthest from it at 0.06 s: rough {quantity_text(1e3 * far, 'mm', 3)}"
    assert any("where it ended at 0.06 s" in row.name for row in window.picture.legend)
    session.undo_stack.undo()
    assert session.recording is old
    assert session.index == index
    assert ghosts(window) == []
    session.undo_stack.redo()
    assert len(ghosts(window)) == 1
    page.widget.part("go.drop").click()
    assert session.recording is old
    assert ghosts(window) == []


def test_a_branch_is_built_by_a_thread_and_not_by_the_window(window, hand, page, monkeypatch):
    built = []

    def noted(*args, **options):
        built.append(threading.current_thread() is threading.main_thread())
        return start_branch(*args, **options)

    monkeypatch.setattr(branch, "start_branch", noted)
    old = window.session.recording
    page.widget.part("go.start").click()
    hand.wait_until(lambda: window.branches.shown is not None)
    assert built == [False]
    assert window.branches.shown.old is old
    window.session.playback.pause()
    window.branches.drop()
    hand.wait_until(lambda: window.branches.shown is None)
