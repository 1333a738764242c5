"""A window that ended badly: the next start offers what it had, in the real window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.plan_by_hand import hop
from torseur.app.recovery.recovered_session import recovered_session
from torseur.app.recovery.session_folder import left_folders
from torseur.app.trajectory.task_edits import with_number

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def recovery(window, hand):
    """That of the window, which keeps nothing in the other tests."""
    yield window.file_events.recovery
    window.file_events.recovery.close()
    window.bars.toast.clear()


def signalled(window):
    """The window closes by a signal, and starts again."""
    window.file_events.recovery.keep_for_next_start()
    window.file_events.recovery.close()


def test_a_run_in_its_workspace_is_offered_by_the_next_start_recovered_and_kept_again(window, recovery, hand, tmp_path):
    recovery.start(tmp_path)
    window.open("falling_brick")
    window.use_workspace("contact")
    window.session.playback.set_duration(7.0)
    window.session.playback.step(60)
    window.session.playback.seek(0.025)
    hand.rest()
    states, camera = np.array(window.session.recording.q), window.viewport.camera
    signalled(window)
    window.open("welcome")
    window.use_workspace("kinematics")
    window.bars.toast.clear()
    recovery.start(tmp_path)
    assert window.bars.toast.text == "Torseur ended with work that was not saved."
    assert window.bars.toast.detail.startswith("The scene falling_brick and what was simulated, as of ")
    QTest.mouseClick(window.bars.toast.action_button, LEFT)
    hand.wait_until(lambda: window.session.document.name == "falling_brick")
    hand.rest()
    assert window.bars.toast.text == "falling_brick is as it was."
    assert np.array_equal(window.session.recording.q, states)
    assert (window.session.index, window.session.playback.duration) == (25, 7.0)
    assert (window.workspaces.current, window.viewport.camera) == ("contact", camera)
    hand.wait_until(lambda: len(list(tmp_path.iterdir())) == 1)  # what was left goes once this window has kept it
    (folder,) = tmp_path.iterdir()
    assert len(recovered_session(folder).run.simulation.recording) == 61
    window.session.playback.to_end()
    window.session.playback.step(1)  # and goes on
    assert len(window.session.recording) == 62


@pytest.mark.parametrize(("root", "needed"), [("sessions", "2.4 TB"), ("file/sessions", "11.2 TB")])
def test_a_run_too_long_for_memory_is_told_by_what_its_journal_can_have(window, recovery, tmp_path, root, needed):
    (tmp_path / "file").touch()  # below which no folder can be made
    recovery.start(tmp_path / root)
    told, session = [], window.session
    connection = session.message.connect(lambda *message: told.append(message))
    window.open("falling_brick")
    session.playback.set_duration(1e8)  # 1e11 states; where a journal has them, time and energies stay in memory
    session.playback.play()
    session.playback.pause()
    session.disconnect(connection)
    assert [detail.split(" of memory")[0] for _, detail, _ in told] == [f"this run would need {needed}"]


def test_a_task_that_was_edited_comes_back_with_the_plan_that_there_was_before(window, recovery, hand, tmp_path):
    pytest.importorskip("casadi")
    planning, plan = window.trajectory.planning, hop()
    recovery.start(tmp_path)
    window.open("hop_gap")
    planning.each_change = False
    assert not planning.unsaved
    planning.show(plan)
    planning.edit(with_number(planning.task, "friction", 0, 0.9), "Change friction")
    hand.wait_until(lambda: not window.trajectory.busy)
    assert planning.outdated
    signalled(window)
    window.open("welcome")
    window.bars.toast.clear()
    recovery.start(tmp_path)
    assert window.bars.toast.detail.startswith("The plan hop_gap, its task and its plan, as of ")
    QTest.mouseClick(window.bars.toast.action_button, LEFT)
    hand.wait_until(lambda: planning.task is not None and not window.trajectory.busy)
    assert window.bars.toast.text == "hop_gap is as it was."
    assert (planning.task.friction, planning.opened.friction) == (0.9, 0.5)
    assert planning.outdated
    assert np.array_equal(planning.shown.phases[1].state, plan.phases[1].state)
    assert planning.unsaved
    planning.each_change = True


def test_a_table_that_is_not_saved_comes_back_unsaved_and_discarded_work_is_gone(window, recovery, hand, tmp_path, monkeypatch):
    monkeypatch.setattr(window.dialogs, "ask_to_save", lambda *_: "discard")
    recovery.start(tmp_path)
    window.documents.tables.new()
    window.documents.tables.re_express("modified")
    table = window.documents.tables.table
    signalled(window)
    window.open("welcome")
    window.bars.toast.clear()
    recovery.start(tmp_path)
    window.commands.run("recover")
    assert "changes of its table" in window.bars.toast.detail
    QTest.mouseClick(window.bars.toast.action_button, LEFT)
    hand.wait_until(lambda: window.documents.tables.table == table)
    assert window.documents.tables.unsaved
    signalled(window)
    window.open("welcome")
    recovery.start(tmp_path)
    window.commands.run("recover")
    QTest.mouseClick(window.bars.toast.other_button, LEFT)
    assert len(list(tmp_path.iterdir())) == 1  # that of this start
    window.open("welcome")
    recovery.close()
    assert left_folders(tmp_path) == []
