"""The page What if in the real window: a state is solved again with an edit, a branch goes on from it, and undo takes it back."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from torseur import sim
from torseur.app.laboratory.contact.what_if.branches import GHOST
from torseur.sim.simulation.what_if import branch, frame_edit
from torseur.sim.simulation.what_if.branch import start_branch
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
    hand.wait_until(lambda: not page.busy)
    hand.rest()
    yield page
    window.panels.contact_laboratory.show_page("inspector")
    window.use_workspace("kinematics")


def ghosts(window):
    return [ghost for ghost in window.picture.overlays.ghosts if ghost.color == GHOST]


def test_a_state_is_solved_again_as_it_is_typed(window, hand, page):
    recording, widget = window.session.recording, page.widget
    assert "Nothing is changed" in widget.edit.changes.text
    assert all(row.modes[0] == row.modes[1] for row in page.widget.contacts.rows)
    field = widget.edit.materials.field("rough", "friction")
    field.setFocus()
    field.selectAll()
    field.setModified(True)
    field.setText("0.1")
    field.setModified(True)
    field.clearFocus()
    hand.wait_until(lambda: not page.busy and bool(page.edit.friction))
    hand.rest()
    assert "μ of rough 0.49 → 0.1" in widget.edit.changes.text
    expected = sim.frame_with(recording, window.session.index, friction={"rough": 0.1})
    np.testing.assert_array_equal(page.comparison.new.force, expected.new.force)
    shown = {row.modes for row in widget.contacts.rows}
    assert ("stick", "slip") in shown  # the block that held


def test_numbers_of_another_scene_are_gone_before_those_of_this_one_are_found(window, hand, page, monkeypatch):
    found, asked, go_on = frame_edit.frame_with, threading.Event(), threading.Event()

    def frame_with(*args, **edit):
        asked.set()
        go_on.wait(60.0)
        return found(*args, **edit)

    assert page.widget.contacts.isVisible()
    monkeypatch.setattr(frame_edit, "frame_with", frame_with)
    window.open("brick_on_corner")
    window.session.playback.step(1)
    hand.wait_until(asked.is_set)
    assert page.comparison is None
    assert not page.widget.contacts.isVisible()
    assert page.widget.note.text == "Solving again…"
    go_on.set()
    hand.wait_until(lambda: page.comparison is not None and not page.busy)
    hand.rest()
    assert page.widget.motion.isVisible()
    assert page.widget.note.text != "Solving again…"


def test_numbers_of_the_instant_before_stay_greyed_out_until_those_of_this_one_are_found(
    window, hand, page, monkeypatch
):
    found, go_on = frame_edit.frame_with, threading.Event()

    def frame_with(*args, **edit):
        go_on.wait(60.0)
        return found(*args, **edit)

    hand.wait_until(lambda: page.comparison is not None and not page.busy)
    before, veil = page.comparison, window.panels.contact_laboratory.veil
    monkeypatch.setattr(frame_edit, "frame_with", frame_with)
    window.session.playback.step(1)
    hand.wait_until(veil.isVisible)
    assert page.comparison is before
    assert page.widget.contacts.isVisible()
    go_on.set()
    hand.wait_until(lambda: page.comparison is not before and not page.busy)
    hand.wait_until(lambda: not veil.isVisible())
    assert page.comparison.index == window.session.index


def test_a_branch_goes_on_beside_the_ghost_of_the_old_run_until_it_is_dropped(window, hand, page):
    session, old = window.session, window.session.recording
    index = session.index
    page.widget.edit.body_chosen.emit("rough")
    page.widget.edit.wrench_entered.emit(np.array([0.0, 0.0, 30.0, 0.0, 0.0, 0.0]))
    page.widget.branch.push_entered.emit(0.02)
    page.widget.branch.branch_requested.emit()
    hand.wait_until(lambda: not page.busy and session.recording is not old and session.playback.reached > 0.065)
    session.playback.pause()
    hand.rest()
    assert session.recording.t[0] == old.t[index]
    expected = sim.branch(old, index, wrench={"rough": [0, 0, 30, 0, 0, 0]}, push=0.02, duration=0.02)
    np.testing.assert_array_equal(session.recording.q[20], expected.q[20])
    assert len(ghosts(window)) == 1
    assert "force on rough (0, 0, 30) N" in page.widget.branch.note.text
    body, far = sim.farthest_body(old, session.recording, 0.06)  # where the old run ended
    assert body == "rough"
    assert page.widget.branch.facts.texts[1] == f"Farthest from it at 0.06 s: rough {quantity_text(1e3 * far, 'mm', 3)}"
    assert any("where it ended at 0.06 s" in row.name for row in window.picture.legend)
    session.undo_stack.undo()
    assert session.recording is old
    assert session.index == index
    assert ghosts(window) == []
    session.undo_stack.redo()
    assert len(ghosts(window)) == 1
    page.widget.branch.drop_requested.emit()
    assert session.recording is old
    assert ghosts(window) == []


def test_a_branch_is_built_by_a_thread_and_not_by_the_window(window, hand, page, monkeypatch):
    built = []

    def noted(*args, **options):
        built.append(threading.current_thread() is threading.main_thread())
        return start_branch(*args, **options)

    monkeypatch.setattr(branch, "start_branch", noted)
    old = window.session.recording
    page.widget.branch.branch_requested.emit()
    hand.wait_until(lambda: page.branches.shown is not None)
    assert built == [False]
    assert page.branches.shown.old is old
    window.session.playback.pause()
    page.branches.drop()
    hand.wait_until(lambda: page.branches.shown is None)
