"""Vectors drawn with the mouse: from a point of a body, by a tip, along axes, given up."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from torseur.ui.viewport.interaction.handle import Handle
from torseur.ui.viewport.interaction.picking import pick
from torseur.ui.viewport.interaction.vector_tool import VectorTool, surface_normal

from .scenes import SIZE
from .test_viewport_window import CENTER, CTRL, LEFT, NONE, SHIFT, drag, move, screen_position


class Heard:
    """What a tool said."""

    def __init__(self, tool):
        self.said = []
        for name in ("started", "grabbed", "drawn", "finished", "cancelled", "disarmed"):
            getattr(tool, name).connect(lambda *given, name=name: self.said.append((name, *given)))

    @property
    def names(self):
        return [said[0] for said in self.said]

    def last(self, name):
        return next(said for said in reversed(self.said) if said[0] == name)


@pytest.fixture
def tool(viewport):
    tool = VectorTool()
    viewport.add_tool(tool)
    yield tool
    viewport.remove_tool(tool)


def on_the_first_body(viewport):
    at = screen_position(viewport, viewport.view.body_balls()[0][0])
    return QPoint(round(at[0]), round(at[1]))


def test_a_press_on_a_body_begins_a_vector_in_the_plane_of_the_screen(viewport, tool):
    heard, before, start = Heard(tool), viewport.camera, on_the_first_body(viewport)
    tool.arm(True)
    drag(viewport, LEFT, NONE, start, start + QPoint(30, -20), start + QPoint(40, -30))
    assert heard.names == ["disarmed", "started", "drawn", "drawn", "finished"]
    _, body, point = heard.last("started")
    pose = viewport.view.body_poses()[viewport.view.model.body_names.index(body)]
    tail = pose[:3, :3] @ point + pose[:3, 3]
    np.testing.assert_allclose(screen_position(viewport, tail), [start.x(), start.y()], atol=1e-6)
    vector = heard.last("drawn")[1]
    np.testing.assert_allclose(screen_position(viewport, tail + vector), [start.x() + 40, start.y() - 30], atol=1e-6)
    assert abs(vector @ viewport.camera.axes[2]) < 1e-12
    assert viewport.camera == before
    assert not tool.armed


def test_beside_all_bodies_the_view_has_the_mouse(viewport, tool):
    heard, before = Heard(tool), viewport.camera
    tool.arm(True)
    drag(viewport, LEFT, NONE, QPoint(4, 4), QPoint(30, 20))
    assert heard.names == []
    assert tool.armed
    assert viewport.camera != before


def test_a_tip_is_taken_and_keeps_its_depth(viewport, tool):
    tail, tip = np.array([0.0, 0.0, 0.2]), np.array([0.1, -0.05, 0.4])
    tool.show_handles([Handle("other", tail, tail + [0, 0, 9.0]), Handle("mine", tail, tip)])
    at = screen_position(viewport, tip)
    start = QPoint(round(at[0]), round(at[1]))
    heard, before = Heard(tool), viewport.camera
    drag(viewport, LEFT, NONE, start + QPoint(4, 3), start + QPoint(20, 0))
    assert heard.names == ["grabbed", "drawn", "finished"]
    assert heard.last("grabbed")[1] == "mine"
    vector = heard.last("drawn")[1]
    assert (tail + vector - tip) @ viewport.camera.axes[2] == pytest.approx(0.0, abs=1e-12)
    assert viewport.camera == before
    drag(viewport, LEFT, CTRL, start, start + QPoint(20, 0))
    assert heard.names == ["grabbed", "drawn", "finished"]  # Ctrl pulls, as everywhere


@pytest.mark.parametrize("axis", range(3))
def test_with_shift_it_is_drawn_along_an_axis_of_the_world(viewport, tool, axis):
    viewport.set_view("iso")  # from the front, x and -z are seen as one
    tail = np.array([0.0, 0.0, 0.2])
    tool.show_handles([Handle(1, tail, tail + [0.02, 0.01, 0.03])])
    wanted = tail + 0.3 * np.eye(3)[axis]
    at, end = screen_position(viewport, tail + [0.02, 0.01, 0.03]), screen_position(viewport, wanted)
    heard = Heard(tool)
    drag(viewport, LEFT, SHIFT, QPoint(*map(round, at)), QPoint(*map(round, end)))
    vector = heard.last("drawn")[1]
    np.testing.assert_allclose(vector, wanted - tail, atol=0.03)
    assert np.count_nonzero(vector) == 1


def test_with_shift_it_is_drawn_along_the_normal_of_a_slanted_face(viewport, tool, two_poses):
    poses, angle = two_poses.copy(), 0.6
    poses[0, :2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    viewport.show_poses(poses)
    face = poses[0, :3, 3] + 0.15 * poses[0, :3, 0]
    start = QPoint(*map(round, screen_position(viewport, face)))
    hit = pick(viewport.view, start.x(), start.y(), SIZE)
    np.testing.assert_allclose(surface_normal(viewport.view, start.x(), start.y(), SIZE, hit), poses[0, :3, 0], atol=1e-6)
    end = QPoint(*map(round, screen_position(viewport, face + 0.4 * poses[0, :3, 0])))
    heard = Heard(tool)
    tool.arm(True)
    drag(viewport, LEFT, SHIFT, start, end)
    vector = heard.last("drawn")[1]
    np.testing.assert_allclose(vector / np.linalg.norm(vector), poses[0, :3, 0], atol=1e-6)
    assert np.linalg.norm(vector) == pytest.approx(0.4, abs=0.03)


def test_escape_gives_up_the_drag_then_the_tool(viewport, tool):
    heard, start = Heard(tool), on_the_first_body(viewport)
    tool.arm(True)
    QTest.mousePress(viewport, LEFT, NONE, start)
    move(viewport, start + QPoint(20, 0), LEFT)
    QTest.keyClick(viewport, Qt.Key.Key_Escape)
    move(viewport, start + QPoint(40, 0), LEFT)
    QTest.mouseRelease(viewport, LEFT, NONE, start)
    assert heard.names == ["disarmed", "started", "drawn", "cancelled"]
    tool.arm(True)
    QTest.keyClick(viewport, Qt.Key.Key_Escape)
    assert heard.names[-1] == "disarmed"
    assert not tool.armed


def test_the_pointer_says_what_a_press_would_do(viewport, tool):
    tip = np.array([0.1, -0.05, 0.4])
    tool.show_handles([Handle(1, np.zeros(3), tip)])
    move(viewport, QPoint(*map(round, screen_position(viewport, tip))))
    assert viewport.cursor().shape() == Qt.CursorShape.PointingHandCursor
    move(viewport, QPoint(2, 2))
    assert viewport.cursor().shape() == Qt.CursorShape.ArrowCursor
    tool.arm(True)
    move(viewport, CENTER)
    assert viewport.cursor().shape() == Qt.CursorShape.CrossCursor
    viewport.remove_tool(tool)
    assert viewport.cursor().shape() == Qt.CursorShape.ArrowCursor
    assert SIZE[0] > 0
