"""A document is opened in several turns of the event loop: what happens between two of them leaves nothing half opened."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication, QComboBox

from torseur.sim.multibody.kinematics.kinematics import frame_poses
from torseur.ui.sheet.blocks import UserEvent
from torseur.ui.viewport.marks import Ghost, Overlays

TURNS = range(8)  # of an opening, and before the first
few_turns = pytest.mark.parametrize("turns", TURNS[1::3])


@pytest.fixture
def between(window, hand, monkeypatch):
    """Open something behind the window, do something after so many turns, and wait until it is painted again."""
    context = window.documents.files.context

    def open_and_do(reference, turns, act):
        done = []

        def take(pieces):
            context.take_turns(pieces if done else [*pieces[:turns], lambda: done.append(act()), *pieces[turns:]])

        monkeypatch.setattr(window.documents.files, "context", replace(context, take_turns=take))
        window.documents.files.begin(reference)
        hand.wait_until(
            lambda: done and not window.documents.files.busy and not window.turns.holding and window.updatesEnabled()
        )
        if not window.session.playback.playing:  # to whose end it would rest
            hand.rest()

    return open_and_do


def assert_whole(window, name):
    """All panels are of the document of this name."""
    session = window.session
    assert session.document.name == name
    assert window.panels.joints.names == tuple(window.bindings.joints._places)
    assert set(window.panels.joints.names) <= set(session.model.joint_slices())
    assert tuple(window.panels.scene.bodies.names) == session.model.body_names
    assert window.viewport.view.model is session.model
    assert window.windowTitle().startswith(name)


@few_turns
def test_something_else_that_is_opened_in_between_is_open_in_the_end(window, between, turns):
    between("panda", turns, lambda: window.open("ur5"))
    assert_whole(window, "ur5")


@pytest.mark.parametrize("turns", TURNS)
def test_something_else_that_is_begun_in_between_is_open_in_the_end(window, between, turns):
    between("panda", turns, lambda: window.documents.files.begin("ur5"))
    assert_whole(window, "ur5")


def test_a_ghost_of_the_document_before_is_not_drawn_with_the_bodies_of_the_next(window, hand):
    """While it opens a picture is drawn already: a branch of "What if" is another model's, of fewer bodies."""
    assert window.open("ur5")
    session, failures, ghosts = window.session, [], []
    window.viewport.paint_failed.connect(failures.append)
    window.drawing.picture.put("a page's", Overlays(ghosts=(Ghost(frame_poses(session.model, session.q), "#ff0000"),)))
    hand.wait_until(lambda: len(window.viewport.view.overlays.ghosts) == 1)
    session.frame_changed.connect(lambda: ghosts.append(window.viewport.view.overlays.ghosts))
    window.documents.files.begin("panda")
    hand.wait_until(lambda: session.document.name == "panda" and not window.turns.holding and window.updatesEnabled())
    hand.rest()
    assert ghosts
    assert not any(ghosts)
    assert failures == []
    assert_whole(window, "panda")


@pytest.mark.parametrize("turns", TURNS)
def test_rows_of_the_document_before_do_nothing_to_the_one_that_is_opened(window, hand, between, turns):
    assert window.open("ur5")
    hand.rest()
    panels, joint = window.panels, window.panels.joints.names[0]
    velocities = window.pages.navigation.laboratories["laboratory"][1].page("velocities")

    def use_old_rows():
        panels.joints.moved.emit(joint, 0.3)
        panels.joints.pose_chosen.emit("home")
        panels.kinematics.happened.emit(UserEvent("pose.frame", "chosen", "ur5/tool0"))
        velocities.take(UserEvent("head.frame", "chosen", "ur5/tool0"))
        panels.scene.body_selected.emit("ur5/upper_arm_link")
        panels.scene.body_visibility_changed.emit("ur5/upper_arm_link", False)
        panels.scene.material_entered.emit("no such material", "friction", 0.3)

    between("panda", turns, use_old_rows)
    assert_whole(window, "panda")
    assert window.bindings.scene.hidden <= set(window.session.model.body_names)


@few_turns
def test_play_pressed_in_between_plays_what_is_opened(window, hand, between, turns):
    between("falling_brick", turns, window.session.playback.play)
    hand.wait_until(lambda: window.session.playback.reached > 0.0 or not window.session.playback.playing)
    window.session.playback.pause()
    hand.rest()
    assert window.session.document.name == "falling_brick"


@few_turns
def test_another_workspace_chosen_in_between_is_whole(window, between, turns):
    between("panda", turns, lambda: window.use_workspace("model"))
    assert_whole(window, "panda")


def test_a_list_that_hangs_open_is_closed_when_something_else_is_opened(window, hand):
    assert window.open("ur5")
    window.use_workspace("kinematics")
    hand.rest()
    lists = [box for box in window.panels.kinematics.findChildren(QComboBox) if box.isVisible() and box.count()]
    lists[0].showPopup()
    hand.wait_until(lambda: QApplication.activePopupWidget() is not None)
    window.documents.files.begin("panda")
    hand.wait_until(lambda: window.session.document.name == "panda" and not window.documents.files.busy)
    hand.rest()
    assert QApplication.activePopupWidget() is None
