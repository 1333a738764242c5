"""The pose gizmo under the mouse: along an axis, about one, in the plane of the screen, given up, seen from anywhere."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from torseur.ui.viewport.interaction.gizmo_shape import AXES, CENTER, RING, RINGS
from torseur.ui.viewport.interaction.pose_gizmo import PoseGizmo

from .test_viewport_window import LEFT, NONE, SHIFT, drag, move


@pytest.fixture
def gizmo(viewport):
    gizmo = PoseGizmo()
    gizmo.changed.connect(viewport.repaint_tools)
    viewport.add_tool(gizmo)
    pose = np.eye(4)
    pose[:3, 3] = viewport.camera.target
    gizmo.show_pose(pose)
    gizmo.before = pose
    gizmo.heard = []
    gizmo.moved.connect(gizmo.heard.append)
    yield gizmo
    viewport.remove_tool(gizmo)


def place(viewport, gizmo, name):
    found = gizmo.handle(name, viewport.view, viewport.size_in_units())
    return None if found is None else found.toPoint()


@pytest.mark.parametrize("axis", AXES)
def test_an_arrow_moves_along_its_axis_alone_and_stays_under_the_pointer(viewport, gizmo, axis):
    start, camera = place(viewport, gizmo, axis), viewport.camera
    way = start - place(viewport, gizmo, CENTER)
    drag(viewport, LEFT, NONE, start, start + way * 0.2, start + way * 0.5)
    shift = gizmo.heard[-1][:3, 3] - gizmo.before[:3, 3]
    k = AXES.index(axis)
    assert shift[k] > 0.0
    assert np.allclose(np.delete(shift, k), 0.0, atol=1e-12)
    assert np.allclose(gizmo.heard[-1][:3, :3], np.eye(3))
    end = place(viewport, gizmo, axis) - (start + way * 0.5)
    assert abs(end.x()) + abs(end.y()) <= 12  # the gizmo keeps its size on the screen, so the tip is only nearly there
    assert viewport.camera == camera
    assert not gizmo.dragging


@pytest.mark.parametrize("ring", RINGS)
def test_a_ring_turns_about_its_axis_alone(viewport, gizmo, ring):
    start = place(viewport, gizmo, ring)
    middle = place(viewport, gizmo, CENTER)
    way = QPoint(-(start - middle).y(), (start - middle).x()) - (start - middle) * 0.5
    drag(viewport, LEFT, NONE, start, start + way * 0.2, start + way * 0.5)
    R = gizmo.heard[-1][:3, :3]
    axis = np.eye(3)[RINGS.index(ring)]
    assert np.allclose(R @ axis, axis, atol=1e-12)
    assert np.allclose(R.T @ R, np.eye(3), atol=1e-12)
    assert np.trace(R) < 2.99
    assert np.allclose(gizmo.heard[-1][:3, 3], gizmo.before[:3, 3])


def test_a_ring_follows_the_pointer_by_the_angle_it_went_around(viewport, gizmo):
    viewport.set_view("top")
    start, middle = place(viewport, gizmo, "rz"), place(viewport, gizmo, CENTER)
    arm = start - middle
    quarter = middle + QPoint(arm.y(), -arm.x())  # on the screen y is down: a quarter turn to the left
    drag(viewport, LEFT, NONE, start, (start + quarter) / 2, quarter)
    assert np.allclose(gizmo.heard[-1][:3, 0], [0.0, 1.0, 0.0], atol=0.04)


def test_a_ring_seen_edge_on_turns_with_the_way_along_its_line(viewport, gizmo):
    viewport.set_view("front")
    viewport.set_camera(viewport.camera.orbit(0.4, 0.1))
    start = place(viewport, gizmo, "rz")
    drag(viewport, LEFT, NONE, start, start + QPoint(10, 0), start + QPoint(25, 0))
    c, s = np.cos(25 / RING), np.sin(25 / RING)  # the eye's side of the ring goes to the right
    assert np.allclose(gizmo.heard[-1][:3, :3], [[c, -s, 0], [s, c, 0], [0, 0, 1]], atol=1e-3)


def test_the_knob_moves_in_the_plane_of_the_screen(viewport, gizmo):
    start = place(viewport, gizmo, CENTER)
    drag(viewport, LEFT, NONE, start, start + QPoint(20, 10), start + QPoint(40, -30))
    shift = gizmo.heard[-1][:3, 3] - gizmo.before[:3, 3]
    assert abs(shift @ viewport.camera.axes[2]) < 1e-12
    assert place(viewport, gizmo, CENTER) == start + QPoint(40, -30)


def test_escape_puts_it_back(viewport, gizmo):
    undone = []
    gizmo.cancelled.connect(lambda: undone.append(True))
    start = place(viewport, gizmo, "z")
    QTest.mousePress(viewport, LEFT, NONE, start)
    move(viewport, start + QPoint(0, -40), LEFT)
    assert gizmo.dragging
    QTest.keyClick(viewport, Qt.Key.Key_Escape)
    QTest.mouseRelease(viewport, LEFT, NONE, start + QPoint(0, -40))
    assert undone == [True]
    assert place(viewport, gizmo, "z") == start


def test_the_handle_under_the_pointer_lights_up_and_beside_it_the_view_turns(viewport, gizmo):
    for name in (CENTER, *AXES, *RINGS):
        gizmo.cursor(place(viewport, gizmo, name).toPointF(), viewport.view, viewport.size_in_units())
        assert gizmo.highlighted == name
    before, away = viewport.camera, place(viewport, gizmo, CENTER) + QPoint(150, 120)
    drag(viewport, LEFT, NONE, away, away + QPoint(30, 10))
    assert gizmo.heard == []
    assert viewport.camera != before
    drag(viewport, LEFT, SHIFT, place(viewport, gizmo, "z"), away)  # with keys the mouse is the view's
    assert gizmo.heard == []


def test_it_is_the_same_on_the_screen_from_near_and_far(viewport, gizmo):
    near = place(viewport, gizmo, "z") - place(viewport, gizmo, CENTER)
    viewport.set_camera(viewport.camera.zoom(4.0))
    far = place(viewport, gizmo, "z") - place(viewport, gizmo, CENTER)
    assert abs(near.y() - far.y()) < 12


def test_for_a_position_there_are_no_rings(viewport, gizmo):
    ring = place(viewport, gizmo, "rx")
    gizmo.show_axes(True, False)
    assert gizmo.cursor(ring.toPointF(), viewport.view, viewport.size_in_units()) is None
