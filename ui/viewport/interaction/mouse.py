"""What the mouse does in the viewport: orbit, pan, zoom to the pointer, pick, pull at a body, and what tools do with it."""

from __future__ import annotations

from time import monotonic
from typing import Protocol

import numpy as np
from PySide6.QtCore import QPointF, Qt, SignalInstance
from PySide6.QtGui import QMouseEvent, QWheelEvent

from ..camera import Camera
from ..view import View
from .hovering import arrow_under
from .mouse_tool import MouseTool
from .picking import floor_point, pick

Array = np.ndarray
Buttons = Qt.MouseButton
Keys = Qt.KeyboardModifier

TURN = 0.0075  # [rad] for a screen unit of dragging
ZOOM = 0.86  # for a notch of the wheel
SAME_WHEEL = 0.5  # [s] between notches that zoom to the same point
STILL = 4.0  # [screen unit] a press that moves less is a click


class MouseTarget(Protocol):
    """What the mouse needs of the widget."""

    view: View
    pull_started: SignalInstance
    pull_moved: SignalInstance
    pull_ended: SignalInstance

    def size_in_units(self) -> tuple[float, float]:
        """Width and height, in the unit of mouse events."""

    def set_camera(self, camera: Camera) -> None:
        """Draw from another camera."""

    def pick_body(self, name: str) -> None:
        """Select a body that was pressed and let go of; "" for none."""

    def click_arrow(self, key: str) -> None:
        """An arrow that has a key was."""


class MouseControl:
    """The drag that is going on, if any."""

    def __init__(self, target: MouseTarget) -> None:  # a weak proxy: the target owns this, not the other way round
        self._target = target
        self.tools: list[MouseTool] = []  # asked first, in this order
        self._tool: MouseTool | None = None  # the one that is dragging
        self._gesture = ""  # "orbit", "pan", "pull", "tool" or nothing
        self._last = QPointF()
        self._pressed = QPointF()
        self._grabbed_point = np.zeros(3)  # the point of the world under the pointer when a pan or a pull began
        self._wheel_time = 0.0
        self._wheel_at = QPointF()
        self._wheel_pivot = np.zeros(3)

    @property
    def busy(self) -> bool:
        """Whether a drag is going on."""
        return bool(self._gesture)

    def press(self, event: QMouseEvent) -> bool:
        """Begin a drag; False if this button means nothing here."""
        if self._gesture:
            return True
        self._last = self._pressed = event.position()
        button, keys = event.button(), event.modifiers()
        view, size = self._target.view, self._target.size_in_units()
        self._tool = next((tool for tool in self.tools if tool.press(event, view, size)), None)
        if self._tool is not None:
            self._gesture = "tool"
        elif button == Buttons.LeftButton and keys & Keys.ControlModifier:
            self._begin_pull()
        elif button == Buttons.MiddleButton or (button == Buttons.LeftButton and keys & Keys.ShiftModifier):
            self._gesture, self._grabbed_point = "pan", self._point_under(self._last)
        elif button == Buttons.LeftButton:
            self._gesture = "orbit"
        return bool(self._gesture) or button == Buttons.LeftButton

    def move(self, event: QMouseEvent) -> None:
        """Go on with the drag."""
        position = event.position()
        camera, size = self._target.view.camera, self._target.size_in_units()
        if self._gesture == "orbit":
            shift = position - self._last
            self._target.set_camera(camera.orbit(-TURN * shift.x(), TURN * shift.y()))
        elif self._gesture == "pan":
            before = camera.on_screen_plane(self._last.x(), self._last.y(), size, self._grabbed_point)
            after = camera.on_screen_plane(position.x(), position.y(), size, self._grabbed_point)
            self._target.set_camera(camera.moved(before - after))
        elif self._gesture == "pull":
            self._target.pull_moved.emit(camera.on_screen_plane(position.x(), position.y(), size, self._grabbed_point))
        elif self._tool is not None:
            self._tool.move(event, self._target.view, size)
        self._last = position

    def release(self, event: QMouseEvent) -> None:
        """End the drag when all buttons are up."""
        if event.buttons() == Buttons.NoButton:
            is_click = self._gesture == "orbit" and (event.position() - self._pressed).manhattanLength() < STILL
            self.stop()
            if is_click:
                self._click(event.position())

    def stop(self) -> None:
        """End the drag, whatever it was."""
        gesture, self._gesture = self._gesture, ""
        tool, self._tool = self._tool, None
        if gesture == "pull":
            self._target.pull_ended.emit()
        elif tool is not None:
            tool.release()

    def give_up(self) -> bool:
        """Put back what a tool is dragging, or end another drag; without one, put the tools away. False if there was nothing."""
        tool, self._tool = self._tool, None
        if tool is not None:
            self._gesture = ""
            return tool.give_up()
        if self._gesture:
            self.stop()
            return True
        return any([tool.give_up() for tool in self.tools])

    def cursor(self, position: QPointF) -> Qt.CursorShape | None:
        """How the pointer looks where a tool would take it; None where none would."""
        view, size = self._target.view, self._target.size_in_units()
        shapes = (tool.cursor(position, view, size) for tool in self.tools)
        return next((shape for shape in shapes if shape is not None), None)

    def _click(self, position: QPointF) -> None:
        """Select what is under the pointer; arrows lie over bodies."""
        if key := arrow_under(self._target.view, position, self._target.size_in_units()):
            self._target.click_arrow(key)
        else:
            self._target.pick_body(self._body_at(position))

    def _body_at(self, position: QPointF) -> str:
        """Name of the body under the pointer; "" for none."""
        view = self._target.view
        hit = pick(view, position.x(), position.y(), self._target.size_in_units())
        return view.model.bodies[hit.body].name if hit is not None and view.model is not None else ""

    def wheel(self, event: QWheelEvent) -> None:
        """Zoom; what is under the pointer stays there."""
        notches = event.angleDelta().y() / 120
        if notches == 0:
            return
        position, now = event.position(), monotonic()
        if now - self._wheel_time > SAME_WHEEL or (position - self._wheel_at).manhattanLength() > 3:
            self._wheel_pivot, self._wheel_at = self._point_under(position), position
        self._wheel_time = now
        self._target.set_camera(self._target.view.camera.zoom(ZOOM**notches, self._wheel_pivot))

    def _begin_pull(self) -> None:
        view = self._target.view
        hit = pick(view, self._last.x(), self._last.y(), self._target.size_in_units())
        if hit is not None and view.model is not None:
            self._gesture, self._grabbed_point = "pull", hit.point
            self._target.pull_started.emit(view.model.bodies[hit.body].name, hit.point_in_body)

    def _point_under(self, position: QPointF) -> Array:
        """The point of a body, of the near floor, or of the plane through the target under the pointer."""
        view, size = self._target.view, self._target.size_in_units()
        hit = pick(view, position.x(), position.y(), size)
        if hit is not None:
            return hit.point
        on_floor = floor_point(view, position.x(), position.y(), size)
        if on_floor is not None:
            return on_floor
        return view.camera.on_screen_plane(position.x(), position.y(), size, np.array(view.camera.target))
