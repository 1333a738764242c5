"""Laws of undo: back is where it was, forth is where it had been, to the last bit, with all that was simulated there."""

from __future__ import annotations

import gc
import weakref
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtGui import QUndoStack

from torseur.app.documents.document import open_document, table_document
from torseur.app.panels.dh_table.table_edits import with_row_after
from torseur.app.session.scene_edits import change_material, change_setting, change_table
from torseur.app.session.undo import Change, pass_on, push
from torseur.sim.texts import tr, use_language


def fingerprint(session):
    """Everything that is seen of a session, to the last bit."""
    recording, snapshot = session.recording, session.snapshot
    return (
        session.document.name,
        session.document.scene.materials,
        session.document.table,
        session.settings,
        session.q.tobytes(),
        session.state.q.tobytes(),
        None if session.state.run.target is None else session.state.run.target.tobytes(),
        session.index,
        None if recording is None else (recording.t.tobytes(), recording.q.tobytes(), recording.v.tobytes()),
        (snapshot.t, snapshot.poses.tobytes(), snapshot.v.tobytes()),
    )


def moves(session):
    joint = session.model.joint_names[0]
    for value in (0.1, 0.2, 0.3):
        session.move_joint(joint, value)
    session.end_drag()


EDITS = {
    "pose": lambda session: session.pose(session.q + 0.05, "Pose"),
    "drag": moves,
    "setting": lambda session: change_setting(session, dt=0.5 * session.settings.dt),
    "solver": lambda session: change_setting(
        session, solver="gauss_seidel" if session.settings.solver == "newton" else "newton"
    ),
    "material": lambda session: change_material(session, "floor", friction=0.9 * friction(session)),
    "table": lambda session: change_table(session, with_one_more_row(session.document), "Add a row"),
    "reset": lambda session: session.reset(),
}


def friction(session):
    return session.document.scene.materials["floor"].friction


def with_one_more_row(document):
    return table_document(with_row_after(document.table, 0), document.name, document.reference)


@pytest.mark.parametrize("simulated", [0, 4], ids=["posed", "simulated"])
@pytest.mark.parametrize("edit", EDITS)
def test_undo_and_redo_are_inverse_to_the_last_bit(session, edit, simulated):
    session.show_document(open_document("scara"))
    if edit == "reset" and not simulated:
        session.pose(session.q + 0.1, "Pose")
    if simulated:
        session.playback.step(simulated)
        session.playback.step(-1)  # not the last state, so that the place in the recording is something to keep
    before = fingerprint(session)
    count = session.undo_stack.count()
    EDITS[edit](session)
    after = fingerprint(session)
    assert after != before
    assert session.undo_stack.count() == count + 1
    for _ in range(2):
        session.undo_stack.undo()
        assert fingerprint(session) == before
        session.undo_stack.redo()
        assert fingerprint(session) == after


@pytest.mark.parametrize("seed", range(4))
def test_any_row_of_edits_is_undone_and_redone_step_by_step(session, seed):
    generator = np.random.default_rng(seed)
    session.show_document(open_document("scara"))
    prints = [fingerprint(session)]
    for name in generator.choice([name for name in EDITS if name != "reset"], size=8):
        EDITS[name](session)
        if generator.random() < 0.3:
            session.playback.step(2)  # what is simulated after an edit belongs to it
        prints.append(fingerprint(session))
    stack = session.undo_stack
    for expected in reversed(prints[:-1]):
        stack.undo()
        assert fingerprint(session) == expected
    assert not stack.canUndo()
    for expected in prints[1:]:
        stack.redo()
        assert fingerprint(session) == expected


def test_what_was_simulated_after_an_edit_comes_back_with_it(session):
    session.show_document(open_document("falling_brick"))
    session.pose(session.q + np.array([0.1, 0, 0, 0, 0, 0, 0]), "Move")
    session.playback.step(5)
    there = fingerprint(session)
    session.undo_stack.undo()
    assert session.recording is None
    session.playback.step(3)  # and what is simulated before it, too
    here = fingerprint(session)
    session.undo_stack.redo()
    assert fingerprint(session) == there
    session.undo_stack.undo()
    assert fingerprint(session) == here


def test_undo_lets_the_oldest_recordings_go_beyond_its_budget_and_says_so(session, monkeypatch):
    said = []
    session.message.connect(lambda text, *_: said.append(text))
    session.show_document(open_document("falling_brick"))
    starts, run = [session.q.copy()], session.state.run
    for _ in range(4):
        session.playback.step(5)
        if len(starts) == 4:
            monkeypatch.setattr("torseur.app.session.session.MOST", run.nbytes * 3 // 2)
        run = session.state.run
        session.pose(starts[-1] + np.array([0.1, 0, 0, 0, 0, 0, 0]), "Move")
        starts.append(session.q.copy())
    assert said.count("The oldest recordings that undo kept are let go.") == 1
    session.undo_stack.undo()
    assert len(session.recording) == 6
    told = len(said)
    for start in reversed(starts[:3]):
        session.undo_stack.undo()
        assert session.recording is None
        assert np.array_equal(session.q, start)
    assert said[told:].count("What was simulated here was let go.") == 3
    session.playback.step(5)
    assert len(session.recording) == 6


def test_a_simulation_that_is_not_gone_on_with_keeps_little_more_than_its_recording(session):
    session.show_document(open_document("falling_brick"))
    session.playback.step(5)
    session.playback.step(5)  # by a record of its own: the first is the recording's
    run = session.state.run
    there, before = fingerprint(session), run.nbytes
    session.pose(session.q + np.array([0.1, 0, 0, 0, 0, 0, 0]), "Move")
    session.playback.step(1)
    assert run.nbytes < 0.3 * before
    session.undo_stack.undo()
    assert fingerprint(session) == there
    session.playback.step(5)
    assert len(session.recording) == 16


def test_the_moves_of_one_drag_are_one_edit_and_two_drags_are_two(session):
    session.show_document(open_document("scara"))
    moves(session)
    assert session.undo_stack.count() == 1
    moves(session)
    assert session.undo_stack.count() == 2
    session.undo_stack.undo()
    assert session.q[0] == 0.3
    session.undo_stack.undo()
    np.testing.assert_array_equal(session.q, session.document.scene.initial.q)


def test_a_drag_that_is_cancelled_has_never_been(session):
    session.show_document(open_document("scara"))
    before = fingerprint(session)
    joint = session.model.joint_names[0]
    session.move_joint(joint, 0.2)
    session.move_joint(joint, 0.4)
    session.cancel_drag(joint)
    assert fingerprint(session) == before
    assert not session.undo_stack.canUndo()
    assert not session.undo_stack.canRedo()


def test_a_document_keeps_the_name_that_it_was_saved_by_whatever_is_undone(session):
    session.show_document(open_document("scara"))
    change_table(session, with_one_more_row(session.document), "Add a row")
    session.rename_document("mine.toml", "/somewhere/mine.toml")
    for step in (session.undo_stack.undo, session.undo_stack.redo):
        step()
        assert (session.document.name, session.document.reference) == ("mine.toml", "/somewhere/mine.toml")


def test_a_change_is_two_values_and_what_puts_them_in_place(qapp):
    stack, put = QUndoStack(), []
    push(stack, Change("a", "b", put.append, "From a to b"))
    stack.undo()
    stack.redo()
    assert put == ["b", "a", "b"]
    assert stack.undoText() == "From a to b"


def test_of_a_drag_nothing_is_kept_but_its_ends_and_of_a_cleared_stack_nothing(qapp):
    class Value:
        pass

    stack, values = QUndoStack(), [Value() for _ in range(5)]
    seen = [weakref.ref(value) for value in values]
    for before, after in pairwise(values):
        push(stack, Change(before, after, lambda _: None, "Drag", key="one drag"))
    del values, before, after
    gc.collect()
    assert [one() is not None for one in seen] == [True, False, False, False, True]
    stack.clear()
    gc.collect()
    assert not any(one() for one in seen)


def test_changes_of_one_key_are_one_from_the_first_value_to_the_last(qapp):
    stack, put = QUndoStack(), []
    for before, after in (("a", "b"), ("b", "c"), ("c", "d")):
        push(stack, Change(before, after, put.append, "Drag", key="one drag"))
    assert stack.count() == 1
    assert put == ["b", "c", "d"]
    push(stack, Change("d", "e", put.append, "Drag", key="another"))
    assert stack.count() == 2
    put.clear()
    stack.undo()
    stack.undo()
    stack.redo()
    assert put == ["d", "a", "d"]


def test_what_is_passed_on_is_named_in_the_language_that_is_chosen_by_then():
    before, after = QUndoStack(), QUndoStack()
    push(before, Change(0, 1, lambda value: None, tr("Move {joint}", joint=tr("scene"))))
    push(before, Change(1, 2, lambda value: None, "named by hand"))
    try:
        use_language("fr")
        pass_on(before, after, lambda apply: apply)
        moved = tr("Move {joint}", joint=tr("scene"))
        use_language("en")
        pass_on(after, before, lambda apply: apply)
    finally:
        use_language("en")
    assert moved != before.text(0) == "Move scene"
    assert [after.text(k) for k in range(2)] == [moved, "named by hand"]
