"""A switch of the language: the window is made anew, and the user finds everything where it was."""

from __future__ import annotations

import re
import threading
import time

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QSignalBlocker
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QToolTip
from shiboken6 import isValid

from tests.app.in_time import TRIES, least_seconds
from tests.gui.course.test_course_journey import words_of
from torseur.app.window.commands.laboratory_commands import PAGES
from torseur.sim.texts import tr, use_language

POINT = re.compile(r"(?<![\w.+])\d+\.\d+(?![\w.])")
SECONDS = 2.0  # a switch takes less, to its first picture


@pytest.fixture
def shown(screen, hand, tmp_path):
    from torseur.app.preferences.preferences import Preferences
    from torseur.app.window.shown_window import ShownWindow

    before = set(threading.enumerate())
    preferences = Preferences(tmp_path / "settings.json")
    preferences.language = "en"
    shown = ShownWindow(screen, preferences)
    assert shown.window.open("welcome")
    shown.window.show()
    shown.window.kernels.start()
    hand.wait_until(lambda: shown.window.kernels.all_ready, 900.0)
    hand.rest()
    yield shown
    shown.window.leave()
    shown.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    preferences.language = "en"
    use_language("en")
    hand.wait_until(lambda: set(threading.enumerate()) <= before)


def switch(shown, hand, key):
    """Choose a language in the menu, and wait for the window in it."""
    old = shown.window
    old.commands.run(f"language:{key}")
    hand.wait_until(lambda: shown.window is not old)
    return old, shown.window


def test_a_switch_of_the_language_goes_on_presenting_in_the_window_that_comes(shown, hand):
    font = QToolTip.font()
    shown.window.presentation.switch()
    hand.rest()
    _, window = switch(shown, hand, "fr")
    hand.rest()
    assert {name for name, dock in window.docks.items() if dock.isVisible()} == {"kinematics"}
    assert window.docks["kinematics"].is_magnified
    window.presentation.switch()
    hand.rest()
    assert {name for name, dock in window.docks.items() if dock.isVisible()} == {"joints", "kinematics"}
    assert QToolTip.font() == font


def test_a_switch_of_the_language_takes_effect_at_once_and_leaves_everything_where_it_was(shown, hand):
    window = shown.window
    session, joint = window.session, "arm/elbow"
    session.move_joint(joint, 0.4)
    session.end_drag()
    window.navigation.show_page("statics")
    window.laboratory.page("statics").editing.add()
    window.navigation.show_page("rotation")
    page = window.laboratory.page("rotation").widget
    field = page.part("formula.axis").fields[0]
    window.activateWindow()
    hand.wait_until(window.isActiveWindow)
    field.setFocus()
    field.setText("1.234567")
    field.setModified(True)  # half typed: nobody has pressed Enter
    session.playback.step(30)
    session.playback.seek(0.012)
    window.viewport.set_camera(window.viewport.camera.seen_from(0.3, 0.5))
    hand.rest()
    document, recording, q, camera = session.document, session.recording, session.q, window.viewport.camera
    assert [session.undo_stack.text(k) for k in range(session.undo_stack.count())] == ["Move arm/elbow", "Add a load"]

    old, window = switch(shown, hand, "fr")
    hand.rest()
    session = window.session
    assert (tr("Statics"), window.docks["joints"].windowTitle()) == ("Statique", "Liaisons")
    assert window.panels.laboratory.strip.tab("statics").text() == "Statique"
    assert session.document is document
    assert session.recording is recording
    assert session.playback.time == pytest.approx(0.012)
    np.testing.assert_array_equal(session.q, q)
    assert window.viewport.camera == camera
    assert (window.workspaces.current, window.panels.laboratory.page) == ("laboratory", "rotation")
    assert window.laboratory.page("rotation").settings.axis[0] == 1.234567
    assert [session.undo_stack.text(k) for k in range(2)] == [tr("Move {joint}", joint=joint), tr("Add a load")]
    assert session.undo_stack.index() == 2

    session.undo_stack.undo()
    assert not window.laboratory.page("statics").loads.loads
    session.undo_stack.undo()
    assert session.posing
    session.undo_stack.redo()
    assert session.state.q[session.model.joint_slices()[joint][0]] == 0.4
    session.undo_stack.redo()
    assert len(window.laboratory.page("statics").loads.loads) == 1
    hand.wait_until(lambda: not isValid(old))


def test_edits_that_are_not_saved_stay_so_and_what_plays_plays_on(shown, hand):
    from torseur.app.session.scene_edits import change_setting

    window = shown.window
    window.editor.show_saved("another text")
    change_setting(window.session, dt=2e-3)
    window.session.playback.play()
    hand.wait_until(lambda: window.session.playback.reached > 0.01)
    _, window = switch(shown, hand, "fr")
    assert window.editor.unsaved
    assert window.session.settings.dt == 2e-3
    reached = window.session.playback.reached
    hand.wait_until(lambda: window.session.playback.reached > reached)
    assert window.session.playback.playing


@pytest.mark.slow
@pytest.mark.parametrize(
    ("document", "seconds", "workspaces"),
    [("ur5", 0.0, ("laboratory", "dynamics")), ("zeno_ball", 0.5, ("contact",))],
)
def test_no_number_that_is_shown_in_french_has_a_decimal_point(shown, hand, document, seconds, workspaces):
    _, window = switch(shown, hand, "fr")
    assert window.open(document)
    if seconds:
        hand.simulate(window, seconds)
    QAccessible.setActive(True)
    told = {}
    for key, page in PAGES.items():
        for section in page.sections if page.workspace in workspaces else ():
            window.commands.run(f"section:{key}/{section}")
            hand.rest()
            words = "\n".join(words_of(QAccessible.queryAccessibleInterface(window)))
            told |= {line: key for line in words.split("\n") if POINT.search(line)}
    QAccessible.setActive(False)
    assert told == {}


def test_a_switch_takes_less_than_two_seconds(shown, hand):
    languages = ["fr", "en"] * TRIES

    def attempt():
        pictures = []
        with QSignalBlocker(shown.window.preferences):
            shown.window.preferences.language = languages.pop()
        begun = time.thread_time()  # of the window's thread, whatever else the machine does
        shown.use_language()
        shown.window.viewport.frame_shown.connect(lambda: pictures.append(time.thread_time()))
        hand.wait_until(lambda: pictures)
        return pictures[0] - begun

    assert least_seconds(SECONDS, attempt) < SECONDS
