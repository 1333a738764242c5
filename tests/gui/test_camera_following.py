"""The camera keeps in sight what it had in sight, in the real window; by mouse and keys."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt, QVariantAnimation
from PySide6.QtTest import QTest

from torseur import sim
from torseur.app.documents.document import Document
from torseur.app.window.camera_following import EDGE, in_sight, is_whole
from torseur.ui.viewport.camera_glide import DURATION, CameraGlide

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(autouse=True)
def following(window):
    assert window.drawing.following.is_on  # as it is shipped
    yield
    if not window.drawing.following.is_on:
        window.commands.run("follow")


def seen(window, *names):
    """Which of some bodies have their middle in the window; without names, of all that can be seen."""
    view = window.viewport.view
    wanted = [k for k, name in enumerate(view.model.body_names) if view.mesh.radii[k] > 0.0 and (not names or name in names)]
    middles = np.array([(view.poses[k] @ np.append(view.mesh.centers[k], 1.0))[:3] for k in wanted])
    return in_sight(window.viewport.camera, window.viewport.size_in_units(), middles)


def choose_pose(window, hand, name):
    table = window.panels.joints.poses.table
    row = list(window.bindings.joints.poses).index(name)
    QTest.mouseClick(table.viewport(), LEFT, pos=table.row_rect(row).center())
    hand.rest()


def straight_up(window, hand):
    """A 7R arm in its first pose, near enough that it leaves the window when it stands upright."""
    assert window.open("arm_7r")
    hand.rest()
    view = window.viewport
    camera = view.camera
    while seen(window).all() and camera.distance > 0.2:
        camera = view.camera
        view.set_camera(camera.zoom(0.97))
    view.set_camera(camera)
    assert seen(window).all()


def test_a_pose_that_is_chosen_is_in_sight_unless_that_is_switched_off(window, hand):
    straight_up(window, hand)
    window.commands.run("follow")
    camera = window.viewport.camera
    choose_pose(window, hand, "upright")
    assert window.viewport.camera == camera
    assert not seen(window).all()
    window.commands.run("follow")
    straight_up(window, hand)
    choose_pose(window, hand, "upright")
    assert seen(window).all()


def test_nothing_moves_under_the_hand_that_drags_a_joint(window, hand):
    straight_up(window, hand)
    camera = window.viewport.camera
    joints = window.panels.joints
    slider = next(joints.row(name).slider for name in joints.names if name.endswith("shoulder_pitch"))
    start = QPoint(round(slider.x_of(slider.value)), slider.height() // 2)
    QTest.mousePress(slider, LEFT, pos=start)
    for x in np.linspace(start.x(), 4, 8):
        QTest.mouseMove(slider, QPoint(round(x), start.y()))
        hand.rest()
        assert window.viewport.camera == camera
    QTest.mouseRelease(slider, LEFT, pos=QPoint(4, start.y()))
    hand.wait_until(lambda: seen(window).all())


def test_a_ball_that_rolls_away_is_kept_in_sight(window, hand):
    assert window.open("sphere_slip_to_roll")
    hand.rest()
    window.session.playback.set_duration(3.0)
    camera = window.viewport.camera
    window.viewport.setFocus()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Space)
    hand.wait_until(lambda: not window.session.playback.playing)
    hand.rest()
    assert seen(window).all()
    now, view = window.viewport.camera, window.viewport.view
    assert now != camera
    ball = view.model.body_names.index("ball")
    middle = (view.poses[ball] @ np.append(view.mesh.centers[ball], 1.0))[:3]
    edges = [middle + side * view.mesh.radii[ball] * axis for axis in now.axes[:2] for side in (0.99, -0.99)]
    assert in_sight(now, window.viewport.size_in_units(), np.array(edges)).all()  # as a whole, not its middle alone
    assert (now.azimuth, now.elevation, now.distance) == (camera.azimuth, camera.elevation, camera.distance)


def test_bodies_that_part_are_kept_in_sight(window, hand):
    assert window.open("incline_30")  # one block rests, the other slides away
    hand.rest()
    camera = window.viewport.camera
    assert seen(window, "rough", "worn").all()
    window.viewport.setFocus()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Space)
    hand.wait_until(lambda: not window.session.playback.playing)
    hand.rest()
    now, view = window.viewport.camera, window.viewport.view
    blocks = [view.model.body_names.index(name) for name in ("rough", "worn")]
    middles = np.einsum("nij,nj->ni", view.poses[blocks, :3, :3], view.mesh.centers[blocks]) + view.poses[blocks, :3, 3]
    assert is_whole(now, window.viewport.size_in_units(), middles, view.mesh.radii[blocks], 0.49 * EDGE).all()
    assert (now.azimuth, now.elevation) == (camera.azimuth, camera.elevation)


def test_bodies_that_part_between_two_looks_are_kept_in_sight(window, hand):
    """As where the machine is busy."""
    assert window.open("incline_30")
    hand.rest()
    assert seen(window, "rough", "worn").all()
    hand.simulate(window)
    assert seen(window, "rough", "worn").all()


def test_of_bodies_that_part_without_end_those_that_stay_are_kept_in_sight(window, hand):
    assert window.open("incline_30")
    window.session.playback.set_duration(12.0)
    hand.rest()
    hand.simulate(window, 12.0)
    assert seen(window, "rough").all()
    assert window.viewport.camera.distance < 30.0


def test_what_the_user_turned_away_from_is_not_followed(window, hand):
    assert window.open("sphere_slip_to_roll")
    hand.rest()
    window.viewport.set_camera(window.viewport.camera.moved(np.array([0.0, 0.0, 50.0])))
    camera = window.viewport.camera
    window.viewport.setFocus()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Space)
    hand.wait_until(lambda: window.session.playback.reached > 0.5)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Space)
    assert window.viewport.camera == camera


def tool_in_sight(window):
    session, view = window.session, window.viewport.view
    tool = view.poses[session.model.frame_index(session.frame)][None, :3, 3]
    return bool(in_sight(window.viewport.camera, window.viewport.size_in_units(), tool)[0])


def test_a_tool_that_is_dragged_out_of_sight_comes_back_into_it_smoothly_when_it_is_let_go(window, hand):
    """Seen so near that the robot was never in sight as a whole: only what was dragged counts."""
    assert window.open("arm_6r")
    window.use_workspace("laboratory")
    window.panels.laboratory.show_page("inverse_kinematics")
    hand.rest()
    hand.wait_until(lambda: window.drawing.posing.target is not None)
    view, session = window.viewport, window.session
    tool = view.view.poses[session.model.frame_index(session.frame)][:3, 3]
    camera = view.camera.moved(tool - np.array(view.camera.target)).zoom(0.35)
    view.set_camera(camera)
    hand.rest()
    assert tool_in_sight(window)
    assert not seen(window).all()
    start = window.drawing.posing.gizmo.handle("center", view.view, view.size_in_units()).toPoint()
    QTest.mousePress(view, LEFT, pos=start)
    for share in np.linspace(0.1, 1.0, 8):
        QTest.mouseMove(view, start + QPoint(0, round(share * (view.height() - start.y() + 60))))
        hand.rest()
        assert view.camera == camera
    assert not tool_in_sight(window)
    way = window.findChild(CameraGlide).findChild(QVariantAnimation)
    assert way.duration() == DURATION
    way.setDuration(600_000)  # a busy machine leaps over the whole of a short way
    QTest.mouseRelease(view, LEFT, pos=start + QPoint(0, view.height() - start.y() + 60))
    hand.wait_until(lambda: way.state() == QVariantAnimation.State.Running)
    path = [camera.target]
    for share in (0.2, 0.5, 0.8, 1.0):
        way.setCurrentTime(round(share * way.duration()))
        path.append(view.camera.target)
    way.setDuration(DURATION)
    path = np.array(path)
    ahead = (path - path[0]) @ (path[-1] - path[0])
    assert (np.diff(ahead) > 0.0).all(), "it comes over several frames, each nearer"
    assert tool_in_sight(window)
    assert (view.camera.azimuth, view.camera.elevation) == (camera.azimuth, camera.elevation)
    window.use_workspace("kinematics")


def test_what_bursts_is_not_followed_to_where_nothing_is(window, hand):
    scene = sim.load_scene("falling_brick")
    whole = sim.simulate(scene, 0.005)
    burst = sim.Recording(scene, whole.settings)
    burst.append(whole.record(0, 3), 3)
    burst.append(whole.record(3, 4)._replace(q=np.array([[1e125, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]])), 1)
    window.session.show_document(Document("recording", "burst", "", scene, burst))
    window.session.playback.seek(0.002)
    hand.wait_until(lambda: window.session.index == 2)
    camera = window.viewport.camera
    window.session.playback.seek(0.003)
    hand.wait_until(lambda: window.session.index == 3)
    hand.rest()
    assert window.viewport.camera == camera
    window.open("arm_6r")


def test_what_a_page_draws_is_brought_out_from_under_the_legend_when_the_page_is_opened(window, hand):
    assert window.open("arm_6r")
    window.use_workspace("laboratory")
    pages, view = window.panels.laboratory, window.viewport
    pages.show_page("jacobian")
    pages.show_page("rotation")
    hand.wait_until(lambda: window.drawing.picture.overlays.arrows and not view.hides_arrows())
    pages.show_page("jacobian")
    hand.rest()
    width, height = view.size_in_units()
    target = np.array(view.camera.target)
    corner = view.camera.on_screen_plane(width - 60, height - 40, (width, height), target)
    view.set_camera(view.camera.moved(target - corner))  # the robot lies under the legend
    pages.show_page("rotation")
    hand.wait_until(lambda: window.drawing.picture.overlays.arrows and not view.hides_arrows())
    window.use_workspace("kinematics")
