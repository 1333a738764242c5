"""The main job, done by mouse and keys in the real window."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.app.drawing.drawn_marks import arrows_of
from tests.limited_disk import no_room_beyond
from torseur import sim
from torseur.sim.simulation.recording.events import EventKind
from torseur.ui.look.theme import FORCE, IMPULSE, VELOCITY
from torseur.ui.viewport.drawing_thread import DRAWING

ROOT = Path(__file__).parent.parent.parent
WEIGHT = 6.0 * 9.81  # of the brick [N]


def key(window, name, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(window.viewport, name, modifiers)


def drag(widget, start, end, steps=6):
    """Press at one point, move to another, and let go."""
    QTest.mousePress(widget, Qt.MouseButton.LeftButton, pos=start)
    for k in range(1, steps + 1):
        at = start + (end - start) * k / steps
        QTest.mouseMove(widget, at)
    QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=end)


def ellipsoid(window, color):
    return next(one for one in window.drawing.picture.overlays.ellipsoids if one.color == color)


def colors(overlays):
    return {arrow.color for arrow in arrows_of(overlays)}


@pytest.mark.journey
def test_dragging_a_slider_of_ur5_moves_pose_jacobian_and_ellipsoids_together(window, hand):
    assert window.open("ur5")
    hand.rest()
    session = window.session
    joint = "ur5/shoulder_lift_joint"
    slider = window.panels.joints.row(joint).slider
    before = (session.q.copy(), window.viewport.view.poses.copy(), ellipsoid(window, VELOCITY).axes.copy())
    start = QPoint(round(slider.x_of(slider.value)), slider.height() // 2)
    drag(slider, start, start + QPoint(23, 0))
    hand.rest()
    place = session.model.joint_slices()[joint][0]
    moved = np.flatnonzero(session.q != before[0])
    assert list(moved) == list(range(place.start, place.stop))
    assert np.array_equal(window.viewport.view.poses, sim.frame_poses(session.model, session.q))
    assert not np.array_equal(window.viewport.view.poses, before[1])
    report = window.drawing.analysis.report
    J = sim.jacobian(session.model, session.q, session.frame)
    columns = [session.model.joint_slices()[name][1].start for name in report.joints]
    assert np.array_equal(report.J, J[:, columns])
    table = window.panels.kinematics.part("jacobian.table")
    assert np.array_equal(table.values, report.J)
    QTest.mouseClick(table, Qt.MouseButton.LeftButton, pos=table.cell_rect(0, 2).center().toPoint())
    assert window.panels.joints.selected_joint == report.joints[2]
    # An ellipsoid's semi-axes are those of J, to one scale.
    scale = window.drawing.view.snapshot_drawing.capabilities.scale(window.drawing.analysis.capabilities[0], "velocity")
    lengths = np.linalg.norm(ellipsoid(window, VELOCITY).axes, axis=0)
    assert lengths == pytest.approx(scale * np.linalg.svd(J[:3, columns], compute_uv=False), rel=1e-12)
    assert not np.array_equal(ellipsoid(window, VELOCITY).axes, before[2])
    assert ellipsoid(window, FORCE).center == pytest.approx(report.pose[:3, 3])


def test_one_drag_is_one_edit_and_can_be_undone(window, hand):
    session = window.session
    start_q = session.q.copy()
    slider = window.panels.joints.row("arm/elbow").slider
    start = QPoint(round(slider.x_of(slider.value)), slider.height() // 2)
    drag(slider, start, start + QPoint(20, 0))
    assert session.undo_stack.count() == 1
    window.viewport.setFocus()
    key(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert np.array_equal(session.q, start_q)
    assert slider.value == pytest.approx(start_q[session.model.joint_slices()["arm/elbow"][0]][0])


@pytest.mark.journey
@pytest.mark.parametrize("scene", ["falling_brick", "brick_on_corner"])
def test_a_brick_is_played_its_forces_appear_and_at_rest_they_carry_its_weight(window, hand, scene):
    assert window.open(scene)
    session = window.session
    hand.rest()
    session.playback.set_speed(0.1)  # or a slow machine paints nothing of the fall
    key(window, Qt.Key.Key_Space)
    assert session.playback.playing
    hand.wait_until(lambda: session.playback.reached > 0.01)
    assert colors(window.drawing.picture.overlays) == set()  # in the air
    session.playback.set_speed(1.0)
    hand.wait_until(lambda: not session.playback.playing)
    assert session.playback.reached == pytest.approx(3.0, abs=1e-6)
    contacts = session.snapshot.contacts
    total = np.sum(contacts.impulse @ [0.0, 0.0, 1.0])
    # ΣΛ = m g h: the body rests, to within what is left of its motion and the solver's 1e-10 m/s times 6 kg.
    assert total == pytest.approx(WEIGHT * session.settings.dt, rel=1e-6)
    normal, _, _ = session.recording.contact_sums(len(session.recording))
    assert normal[-1] == pytest.approx(WEIGHT, rel=1e-6)
    assert FORCE in colors(window.drawing.picture.overlays)
    key(window, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert session.playback.time == 0.0
    key(window, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)  # to the first event
    impact = next(event for event in session.recording.events if event.kind is EventKind.IMPACT)
    assert session.playback.time == pytest.approx(impact.t)
    assert IMPULSE in colors(window.drawing.picture.overlays)
    if scene == "falling_brick":  # all of the momentum of a fall of 0.5 m, to within one step of gravity
        assert impact.impulse == pytest.approx(6.0 * np.sqrt(2 * 9.81 * 0.5), abs=WEIGHT * session.settings.dt)


def test_scrubbing_back_shows_what_was_recorded(window, hand):
    window.open("brick_on_corner")
    session = window.session
    key(window, Qt.Key.Key_Space)
    hand.wait_until(lambda: session.playback.reached > 0.6)
    key(window, Qt.Key.Key_Space)
    assert not session.playback.playing
    timeline = window.bars.transport.timeline
    for share in (0.5, 0.33, 0.1):
        t = share * session.playback.reached
        at = QPoint(round(timeline.x_of(t)), timeline.height() // 2)
        QTest.mouseClick(timeline, Qt.MouseButton.LeftButton, pos=at)
        state = session.recording.state_at(session.playback.time)
        assert abs(session.playback.time - t) < 0.05
        assert np.array_equal(session.q, state.q)
        poses = sim.frame_poses(session.model, state.q)
        assert np.array_equal(window.viewport.view.poses, poses)
    count = len(session.recording)
    key(window, Qt.Key.Key_Right)
    assert len(session.recording) == count  # stepping inside the recording adds nothing to it


def test_the_contact_inspector_shows_the_problem_behind_the_forces(window, hand):
    window.open("falling_brick")
    session = window.session
    hand.simulate(window)
    problem = sim.solved_problem(session.recording, session.index)
    window.use_workspace("contact")
    page = window.pages.contact.page("inspector")
    hand.wait_until(lambda: not page.is_busy)
    shown = page.questions.known("problem")
    assert (shown.which, len(shown.singular_values)) == ("solved", 3)
    assert np.array_equal(shown.problem.M, problem.problem.M)
    assert np.array_equal(shown.force, problem.force)
    assert np.sum(shown.load[:, 2]) == pytest.approx(WEIGHT, rel=1e-9)
    assert shown.load[:, 2] == pytest.approx(page.sheet.block("contacts.table").rows.normal, rel=1e-12)
    page.widget.part("problem.which").chosen.emit("accelerations")
    assert page.sheet.block("matrix.matrix").values == pytest.approx(problem.problem.M, rel=1e-6)
    assert "Another problem than the one simulated" in page.widget.part("other").text
    table = page.widget.part("contacts.table")
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.row_rect(1).center())
    assert window.bindings.selection.row == page.sheet.block("equation.table").selected == 1
    page.widget.part("equation.table").row_selected.emit(2)
    assert window.bindings.selection.row == page.widget.part("contacts.table").selected == 2
    page.widget.part("problem.which").chosen.emit("solved")
    assert page.questions.known("problem").which == "solved"


def test_at_the_start_the_table_shows_the_contacts_that_the_equation_has(window, hand):
    window.open("incline_30")
    key(window, Qt.Key.Key_Right)  # a step, and back to where it began
    key(window, Qt.Key.Key_Left)
    window.use_workspace("contact")
    page = window.pages.contact.page("inspector")
    hand.wait_until(lambda: window.session.index == 0 and page.sheet.has("problem"))
    problem, rows = page.questions.known("problem"), page.sheet.block("contacts.table").rows
    assert [row[0].text for row in rows] == list(problem.names)
    assert len(problem) == 8
    assert rows.normal == pytest.approx(problem.load[:, 2], rel=1e-9)
    assert "the simulation starts from it" in page.sheet.block("other").text
    hand.wait_until(lambda: "start, nothing solved yet" in window.bars.status.texts)
    assert not any("residual" in text or "contacts" in text for text in window.bars.status.texts)
    assert not page.sheet.has("solution")


@pytest.mark.parametrize("name", ["broken.urdf", "broken.toml", "missing.urdf", "picture.jpg"])
def test_a_file_that_cannot_be_read_says_where_and_leaves_what_was_open(window, hand, tmp_path, name):
    path = tmp_path / name
    if name == "broken.urdf":
        path.write_text('<robot name="x">\n<link name="a"/>\n<joint name="j" type="wheel"/>\n</robot>')
    elif name == "broken.toml":
        path.write_text("title = 'x'\n[[bodies]]\nname = 3\n")
    elif name == "picture.jpg":
        path.write_bytes(b"\xff\xd8")
    document, q = window.session.document, window.session.q.copy()
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(
        QPointF(400, 300),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        QEvent.Type.Drop,
    )
    window.dropEvent(event)
    hand.wait_until(window.bars.toast.isVisible)
    assert window.session.document is document
    assert np.array_equal(window.session.q, q)
    assert window.bars.toast.isVisible()
    assert window.bars.toast.tone == "error"
    assert name in window.bars.toast.detail
    if name.startswith("broken"):  # the table's first fault, a key that is missing, is in line 2
        assert f"{name}:{3 if name.endswith('urdf') else 2}" in window.bars.toast.detail


def test_a_screenshot_is_not_blank(window, hand, filled_frames, tmp_path):
    hand.rest()
    image = window.grab().toImage()
    assert len({image.pixel(x, y) for x in range(0, image.width(), 9) for y in range(0, image.height(), 9)}) > 300
    window.documents.exports.save("picture", tmp_path / "view.png")
    hand.wait_until(lambda: not window.documents.exports.busy)
    picture = QImage(str(tmp_path / "view.png"))
    assert len({picture.pixel(x, y) for x in range(0, picture.width(), 19) for y in range(0, picture.height(), 19)}) > 300


def test_a_recording_saved_is_opened_again_and_replayed(window, hand, tmp_path):
    window.open("falling_brick")
    session = window.session
    session.playback.play()
    hand.wait_until(lambda: session.playback.reached > 0.4)
    session.playback.pause()
    q = session.recording.q.copy()
    window.documents.exports.save("recording", tmp_path / "run.mcap")
    hand.wait_until(lambda: not window.documents.exports.busy)
    window.documents.exports.save("data", tmp_path / "run.csv")
    hand.wait_until(lambda: not window.documents.exports.writer.path)
    assert len((tmp_path / "run.csv").read_text().splitlines()) == len(q) + 1
    assert window.open(str(tmp_path / "run.mcap"))
    assert session.is_replay
    assert np.array_equal(session.recording.q, q)
    session.playback.to_start()
    key(window, Qt.Key.Key_Space)
    hand.wait_until(lambda: not session.playback.playing)
    assert session.playback.time == session.playback.reached


def test_a_video_is_made_while_the_window_goes_on(window, hand, tmp_path):
    import av

    window.open("falling_brick")
    for _ in range(3):
        window.session.playback.step(40)
    saved = []
    window.documents.exports.saved.connect(saved.append)
    window.documents.exports.save("video", tmp_path / "brick.mp4")
    assert window.documents.exports.busy
    hand.wait_until(lambda: not window.documents.exports.busy, 120.0)
    assert saved == [str(tmp_path / "brick.mp4")]
    with av.open(str(tmp_path / "brick.mp4")) as video:
        frames = [frame.to_ndarray(format="rgb24") for frame in video.decode(video=0)]
    assert len(frames) >= 4
    assert np.ptp(frames[-1]) > 100
    assert not np.array_equal(frames[0], frames[-1])


def close_for_good(window, hand, before):
    """Close a window: its threads end; the one that draws, if anything was drawn, goes with the window itself."""
    window.close()
    hand.wait_until(lambda: {thread.name[: len(DRAWING)] for thread in set(threading.enumerate()) - before} <= {DRAWING})
    hand.rest()  # what was to be done soon is not done to what is gone
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    hand.wait_until(lambda: set(threading.enumerate()) <= before)


@pytest.mark.journey
def test_closing_while_it_plays_leaves_no_thread(screen, hand, tmp_path):
    from torseur.app.preferences.preferences import Preferences
    from torseur.app.window.window import Window

    before = set(threading.enumerate())
    window = Window(Preferences(tmp_path / "settings.json"))
    window.open("box_stack")
    window.show()
    window.kernels.start()
    hand.wait_until(lambda: window.kernels.all_ready, 900.0)
    window.session.playback.play()
    hand.wait_until(lambda: window.session.playback.reached > 0.02)
    assert set(threading.enumerate()) - before
    window.dialogs.ask_to_save = lambda *_: "discard"
    close_for_good(window, hand, before)


def test_a_run_is_not_lost_without_a_question(window, hand, tmp_path, monkeypatch):
    asked, answers = [], ["cancel", "cancel", "save", "save", "discard"]
    monkeypatch.setattr(window.dialogs, "ask_to_save", lambda *what: asked.append(what) or answers.pop(0))
    places = [None, tmp_path / "run.mcap"]  # the first time the dialog is cancelled

    def ask(kind, then):
        if (place := places.pop(0)) is not None:
            window.documents.exports.save(kind, place, then)

    monkeypatch.setattr(window.documents.exports, "ask", ask)
    window.open("falling_brick")
    hand.simulate(window, 0.05)
    recording = window.session.recording
    assert not window.close()
    key(window, Qt.Key.Key_F5)
    hand.rest()
    assert window.session.recording is recording
    assert not window.close()  # to be saved, but nowhere: a later save does not close it
    key(window, Qt.Key.Key_F5)  # saves, and then reads again
    hand.wait_until(lambda: window.session.recording is not recording)
    assert len(sim.load_recording(tmp_path / "run.mcap")) == 51
    assert asked == [("falling_brick", "Save the run?", 51)] * 4
    hand.simulate(window, 0.02)
    key(window, Qt.Key.Key_F5)
    hand.wait_until(lambda: len(window.session.recording or ()) < 2)
    assert asked[4:] == [("falling_brick", "Save the run?", 21)]
    assert window.isVisible()


class SmallScreen:
    """As laptops have it; a taskbar takes 40 of its lines."""

    def availableGeometry(self):
        return QRect(0, 0, 1366, 728)


def test_closing_while_kernels_load_leaves_no_thread(screen, hand, tmp_path, monkeypatch):
    """And the first window on a small screen fits it, its title bar included."""
    from torseur.app.preferences.preferences import Preferences
    from torseur.app.window.window import Window

    before = set(threading.enumerate())
    monkeypatch.setattr(Window, "screen", lambda _: SmallScreen())
    window = Window(Preferences(tmp_path / "settings.json"))
    assert window.width() == 1366
    assert 690 <= window.height() <= 710
    window.open("ur5")
    window.show()
    window.kernels.start()
    close_for_good(window, hand, before)


def test_the_program_ends_with_0_when_its_window_is_closed(screen, tmp_path):
    environment = dict(os.environ, TORSEUR_REPORT_FIRST_FRAME="1", XDG_CONFIG_HOME=str(tmp_path))
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), "ur5"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("first frame")
    assert done.stderr == ""


def test_pulling_a_body_by_the_mouse_shows_a_spring_and_moves_it(window, hand):
    window.open("falling_brick")
    session, viewport = window.session, window.viewport
    hand.simulate(window)
    session.playback.set_duration(30.0)
    snapshot = session.snapshot
    middle = snapshot.poses[session.model.frame_names.index("brick")][:3, 3]
    x, y = viewport.camera.project(middle[None], viewport.size_in_units())[0, :2]
    start = QPoint(round(x), round(y))
    control = Qt.KeyboardModifier.ControlModifier
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, control, start)
    for k in range(1, 6):
        QTest.mouseMove(viewport, start + QPoint(8 * k, 0))
        hand.pause(0.05)
    assert session.playback.playing
    hand.wait_until(lambda: any(arrow.kind == "spring" for arrow in arrows_of(window.drawing.picture.overlays)))
    hand.wait_until(lambda: np.linalg.norm(session.q[:2] - middle[:2]) > 0.01)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, control, start + QPoint(40, 0))
    session.playback.pause()
    assert session.playback.pulled is None
    assert not any(arrow.kind == "spring" for arrow in arrows_of(window.drawing.picture.overlays))


def test_settings_that_cannot_be_written_are_told_of(window, hand):
    before = window.preferences.follows
    window.preferences.follows = not before
    with no_room_beyond(0):
        window.preferences.save()
        hand.wait_until(lambda: window.bars.toast.isVisible() and window.bars.toast.text == "Settings were not saved.")
    assert "File too large" in window.bars.toast.detail
    window.preferences.follows = before
    window.preferences.save()
