"""The trail of a frame: of a recording that stays in its file, read by a thread, and the same as of one in memory."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from torseur import sim
from torseur.app.documents.document import Document
from torseur.app.drawing import frame_trail


@pytest.fixture(scope="module")
def recording():
    return sim.simulate(sim.load_scene("arm_pushes_table"), 0.5)


@pytest.fixture
def on_disk(recording, tmp_path):
    path = tmp_path / "run.mcap"
    sim.save_recording(recording, path)
    return sim.load_recording(path, in_memory=0)


@pytest.fixture
def readers(monkeypatch):
    """The threads that looked at states for a trail."""
    found, inner = [], frame_trail.origins

    def origins(*arguments):
        found.append(threading.current_thread())
        return inner(*arguments)

    monkeypatch.setattr(frame_trail, "origins", origins)
    return found


def show(session, recording, index):
    session.show_document(Document("recording", "run", "", recording.scene, recording))
    session.playback.show_state(index)


@pytest.mark.slow
def test_states_of_a_file_are_read_by_a_thread_and_the_trail_is_that_of_memory(
    session, drawing, analysis, switches, recording, on_disk, readers, qtbot
):
    switches.switch("trail", True)
    last = len(recording) - 1
    show(session, recording, last)
    whole = analysis.trail
    model, frame = recording.scene.model, session.frame
    assert frame_trail.POINTS / 2 < len(whole) <= frame_trail.POINTS + 1
    np.testing.assert_array_equal(whole[0], sim.frame_pose(model, recording.q[0], frame)[:3, 3])
    np.testing.assert_array_equal(whole[-1], sim.frame_pose(model, recording.q[last], frame)[:3, 3])
    readers.clear()
    show(session, on_disk, last)
    assert len(analysis.trail) < len(whole)  # none of it is invented, and the window did not wait
    qtbot.waitUntil(lambda: len(analysis.trail) == len(whole))
    np.testing.assert_allclose(analysis.trail, whole, atol=1e-12)
    assert readers
    assert threading.main_thread() not in readers


def test_what_is_known_of_one_instant_serves_the_next(session, drawing, analysis, switches, recording, on_disk, readers, qtbot):
    switches.switch("trail", True)
    show(session, on_disk, 200)
    qtbot.waitUntil(lambda: len(analysis.trail) == 201)
    readers.clear()
    session.playback.show_state(150)
    assert len(analysis.trail) == 151
    assert readers == []
