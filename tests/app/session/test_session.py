"""What a session tells of opening, and of the frame that is chosen."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from torseur import sim
from torseur.app.documents.document import open_document
from torseur.sim.errors import UnknownNameError


@pytest.fixture
def heard(session):
    said = []
    for name in ("document_changed", "settings_changed", "recording_changed", "frame_changed", "snapshot_changed"):
        getattr(session, name).connect(lambda name=name: said.append(name))
    return said


def test_opening_tells_every_part_once_and_shows_the_start(session, heard):
    document = open_document("planar_2r")
    session.show_document(document)
    assert heard == ["document_changed", "frame_changed", "settings_changed", "recording_changed", "snapshot_changed"]
    assert session.document is document
    assert session.posing
    assert session.recording is None
    np.testing.assert_array_equal(session.q, document.scene.initial.q)


def test_another_frame_is_told_and_an_unknown_one_is_refused(session, heard):
    session.show_document(open_document("planar_2r"))
    heard.clear()
    other = next(name for name in session.model.frame_names if name != session.frame)
    session.set_frame(other)
    assert heard == ["frame_changed", "snapshot_changed"]
    assert session.report().frame == other
    with pytest.raises(UnknownNameError, match="elbo"):
        session.set_frame("elbo")
    assert session.frame == other
    session.set_frame("")
    assert session.report() is None


def test_what_plays_is_shown_to_its_end_with_its_own_frame_when_another_document_is_opened(session, qtbot):
    session.show_document(open_document("planar_2r"))
    session.playback.play()
    qtbot.waitUntil(lambda: len(session.recording or ()) > session.index + 1)
    known = []
    session.snapshot_changed.connect(lambda: known.append(session.frame in session.model.frame_names))
    session.show_document(open_document("panda"))
    assert len(known) >= 2
    assert all(known)


def test_the_scene_as_a_run_begins_has_the_settings_and_the_start_that_are_shown(session):
    document = open_document("falling_brick")
    session.show_document(document)
    assert session.state.started_scene() is document.scene
    q = np.array(session.state.q)
    q[2] += 0.25
    state = replace(session.state, settings=replace(session.settings, dt=0.004), q=q)
    scene = sim.scene_from_text(state.started_scene().source, document.scene.path)
    assert scene.settings == state.settings
    np.testing.assert_array_equal(scene.initial.q, q)
    session.show_document(open_document("quadruped_stand"))
    q = np.array(session.state.q)
    q[-1] += 0.3
    started = replace(session.state, q=q).started_scene()
    assert started.initial.q[-1] == q[-1]
    np.testing.assert_array_equal(started.control.q_target, session.document.scene.control.q_target)  # as the window's run


def test_reset_forgets_the_recording_and_undo_brings_it_back(session):
    session.show_document(open_document("falling_brick"))
    session.playback.step(3)
    recording = session.recording
    assert len(recording) > 1
    session.reset()
    assert session.recording is None
    np.testing.assert_array_equal(session.q, session.document.scene.initial.q)
    session.undo_stack.undo()
    assert session.recording is recording


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc is asked to give memory back")
def test_memory_that_is_let_go_is_given_back_to_the_system_when_another_document_is_opened(session, qtbot):
    def resident():
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    session.show_document(open_document("falling_brick"))
    qtbot.wait(1)
    arrays = [np.ones(12_000) for _ in range(600)]  # 96 kB each, too small to be given back one by one
    pins = arrays[::40]  # and some of them stay
    full = resident()
    del arrays
    assert resident() > full - 2**24
    session.show_document(open_document("falling_brick"))
    qtbot.waitUntil(lambda: resident() < full - 2**25)
    assert len(pins) == 15
