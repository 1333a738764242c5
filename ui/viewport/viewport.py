"""The widget of the 3-D view: shows a model, follows its poses, and turns what the mouse does into signals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from weakref import proxy

import numpy as np
from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from torseur.sim.errors import UnknownNameError
from torseur.sim.multibody.model.model import Model

from ..accessibility.accessible import Accessible, Role
from ..look.math_notation import plain_math
from ..look.theme import Theme
from .camera import VIEWS, Camera
from .gl.quality import QUALITIES
from .gl_widget import SceneWidget, default_surface_format
from .interaction.hovering import has_labelled_shapes
from .interaction.mouse import MouseControl
from .interaction.mouse_tool import MouseTool
from .marks import FrameTriad, LegendRow, Overlays
from .mesh.bounds import floor_tile
from .overlay.legend_controls import LegendControls
from .overlay.missing_notice import MissingNotice
from .overlay.overlay_widget import OverlayWidget
from .overlay.painter_overlay import view_legend
from .view import View

__all__ = ["Viewport", "default_surface_format"]

Array = np.ndarray


class Viewport(SceneWidget):
    """The 3-D view. `show_*` and `set_*` are for the program and silent; signals are for what the user did."""

    body_picked = Signal(str)  # name of the body that was pressed and let go of, "" for none
    selection_changed = Signal(str)  # name of the body selected now, "" for none, by program or user, but for `set_model`
    arrow_clicked = Signal(str)  # key of the arrow that was
    pull_started = Signal(str, object)  # name of the body, (3,) the point held in its frame [m]
    pull_moved = Signal(object)  # (3,) where the pointer holds it in the world [m]
    pull_ended = Signal()
    legend_folded = Signal(bool)  # or unfolded
    width_changed = Signal(int)  # of the widget; what lies along its upper edge is laid again

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mouse = MouseControl(proxy(self))
        self._must_fit = False
        self._framing: tuple[object, float] | None = None  # of the last fit
        self._overlay = OverlayWidget(self)
        self.legend_controls = LegendControls(self)
        self.legend_controls.fold_asked.connect(self.switch_legend)
        self.missing_notice = MissingNotice(self)
        self.missing_notice.try_button.clicked.connect(self.try_again)
        self.opengl_changed.connect(self._show_missing)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(160, 120)

    def accessible(self) -> Accessible:
        """For screen readers: a picture, named by the model and what the legend says is drawn beside it."""
        model, view = self.view.model, self.view
        visible = [model.name if model is not None else "", *(plain_math(row.name) for row in view.legend)]
        selected = self.tr("{body} is selected").format(body=view.selected) if view.selected else ""
        value = self.opengl_missing or selected
        return Accessible(Role.Graphic, ", ".join([self.tr("3-D view"), *filter(None, visible)]), value=value)

    # What is shown

    def set_model(self, model: Model) -> None:
        """Show another model; its bodies stand at the origin until `show_poses`."""
        if self.mouse.busy:
            self.mouse.give_up()
        self.view.set_model(model)
        self.quality.forgive()
        self._overlay.hover(None)
        self.changed()

    def show_poses(self, poses: Array) -> None:
        """Move the bodies: poses (n, 4, 4) in the world, in the order of the model's `frame_names`, bodies first."""
        self.view.set_poses(poses)
        self.changed()

    def set_overlays(self, overlays: Overlays) -> None:
        """Draw these arrows, ellipsoids, frames, points, labels, trails and ghosts, all finite, and no others."""
        self.view.set_overlays(overlays)
        self._overlay.hover(None)
        self._track()
        self.changed()

    def set_legend(self, rows: Iterable[LegendRow]) -> None:
        """Fill the legend; without rows there is none."""
        self.view.legend = tuple(rows)
        self._place_controls()
        self._overlay.update()

    def set_legend_folded(self, folded: bool) -> None:
        """Show the legend as a word, or all of it."""
        self.view.legend_folded = folded
        self._place_controls()
        self._overlay.update()

    def enlarge(self, factor: float) -> None:
        """Write labels and legend so many times as large."""
        self._overlay.factor = factor
        self._place_controls()
        self._overlay.update()

    def set_framing(self, marks: Iterable[FrameTriad]) -> None:
        """Keep these in sight when fitting: where bodies will fall, where they will go."""
        self.view.framing = tuple(marks)

    def set_hint(self, text: str) -> None:
        """Show a line at the bottom; words in `back quotes` are drawn as keys. Empty: none."""
        self.view.hint = text
        self._overlay.update()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of a theme."""
        self.view.theme = theme
        self.changed()

    def set_opacity(self, opacity: float) -> None:
        """Let all bodies shine through, 0 to 1."""
        self.view.opacity = min(max(float(opacity), 0.0), 1.0)
        self.changed()

    def set_floor_visible(self, visible: bool | None) -> None:
        """Show the floor z = 0, or the sky only; None: the floor where the model has one, as at the beginning."""
        self.view.floor = visible
        self.changed()

    def set_frames_visible(self, visible: bool | Iterable[str]) -> None:
        """Show the axes of all frames, of none, or of those named."""
        names = () if isinstance(visible, bool) else visible
        self.view.visible_frames = None if visible is True else frozenset(names)
        self.changed()

    def set_hidden(self, body_names: Iterable[str]) -> None:
        """Leave out these bodies."""
        self.view.hidden = frozenset(body_names)
        self.changed()

    def set_collisions(self, style: str, visuals: bool = True) -> None:
        """Draw the shapes that bodies touch with: "wire", "glass" or not at all (empty); and bodies as they look, or not."""
        self.view.set_collisions(style, visuals)
        self.changed()

    def hover(self, body_name: str | None) -> None:
        """Outline a body that is pointed at elsewhere, or none; an unknown one is none."""
        self.view.hovered = body_name or None
        self.changed()

    def select(self, body_name: str | None) -> None:
        """Outline a body, or none."""
        before = self.view.selected
        self.view.select(body_name)
        self.changed()
        if self.view.selected != before:
            self.selection_changed.emit(self.view.selected or "")

    @property
    def selected(self) -> str | None:
        """Name of the selected body."""
        return self.view.selected

    def set_quality(self, name: str | None) -> None:
        """Fix the quality to "lowest", "low", "medium" or "high"; None: whatever keeps the view fluent."""
        if name is not None and name not in QUALITIES:
            raise UnknownNameError("quality", name, QUALITIES)
        self.quality.fix(name)
        self.changed()

    def add_tool(self, tool: MouseTool) -> None:
        """Let a tool take the mouse first, before those that are there; it stays until `remove_tool`."""
        if tool not in self.mouse.tools:
            self.mouse.tools.insert(0, tool)
            self._track()
            self._overlay.update()

    def remove_tool(self, tool: MouseTool) -> None:
        """Let a tool go, and give up what it is doing."""
        if tool in self.mouse.tools:
            if self.mouse.busy:
                self.mouse.give_up()
            tool.give_up()
            self.mouse.tools.remove(tool)
            self._track()
            self.unsetCursor()
            self._overlay.update()

    def repaint_tools(self) -> None:
        """A tool looks otherwise now."""
        self._overlay.update()

    # Where it is seen from

    @property
    def camera(self) -> Camera:
        """Where the view is seen from."""
        return self.view.camera

    def set_camera(self, camera: Camera) -> None:
        """Draw from another camera."""
        self._must_fit = False
        self.view.camera = camera
        self.view.floor_tile = floor_tile(camera.distance, self.view.floor_tile)
        self.changed()

    @property
    def floor_tile(self) -> float:
        """Edge of a tile of the floor [m]."""
        return self.view.floor_tile

    def fit(self) -> None:
        """Let all bodies fill the window."""
        self._must_fit = not self.isVisible()  # not laid out yet: again when its size is known
        self._fit(None)

    def fit_marks(self, marks: Iterable[FrameTriad]) -> None:
        """Let these fill the window, whatever else is drawn or lies over the view now: a motion, wherever on it time is."""
        width, height = self.size_in_units()
        self.view.fit_marks(width / height, marks)
        self.changed()

    def covered(self, box: QRect) -> float:
        """How much of bodies and cards a widget there would lie over."""
        return self._overlay.covered(QRectF(box))

    def hides_arrows(self) -> bool:
        """Whether an end of an arrow that is drawn is out of sight, or under the legend."""
        return self._overlay.hides_arrows()

    def focus_selection(self) -> None:
        """Let the selected body, or all if none is, fill a part of the window."""
        self._fit(self.view.selected)

    def set_view(self, name: str) -> None:
        """Look from a standard side: "iso", "front", "back", "left", "right", "top" or "bottom"."""
        if name not in VIEWS:
            raise UnknownNameError("view", name, VIEWS)
        self.set_camera(self.view.camera.seen_from(*VIEWS[name]))

    def set_orthographic(self, orthographic: bool) -> None:
        """Draw with or without perspective."""
        must_fit = self._must_fit
        self.set_camera(replace(self.view.camera, orthographic=bool(orthographic)))
        self._must_fit = must_fit

    # What the mouse and keys ask for

    def pick_body(self, name: str) -> None:
        """Select what the user clicked on."""
        self.select(name)
        self.body_picked.emit(name)

    def click_arrow(self, key: str) -> None:
        """An arrow was pressed and let go of."""
        self.arrow_clicked.emit(key)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.setAccepted(self.mouse.press(event))

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.mouse.busy:
            self.mouse.move(event)
        else:
            self._overlay.hover(event.position())
            shape = self.mouse.cursor(event.position())
            if shape is None:
                self.unsetCursor()
            else:
                self.setCursor(shape)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.mouse.release(event)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        self.mouse.wheel(event)
        event.accept()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F focuses, Home fits, Escape gives up a drag or a tool; all other keys are the window's."""
        if event.key() == Qt.Key.Key_F:
            self.focus_selection()
        elif event.key() == Qt.Key.Key_Home:
            self.fit()
        elif event.key() != Qt.Key.Key_Escape or not self.mouse.give_up():
            event.ignore()

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._overlay.show_ring(event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason))

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._overlay.show_ring(False)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._overlay.resize(self.size())
        self.missing_notice.place()
        self._place_controls()
        if event.size().width() != event.oldSize().width():
            self.width_changed.emit(event.size().width())
        if self._must_fit or self._framing == self._framed():  # it is framed as before, in the new size
            self._fit(None)

    @override
    def _prepare(self) -> None:
        if self._must_fit:
            self._must_fit = False
            self._fit(None)
        self._place_controls()

    def _fit(self, only: str | None) -> None:
        width, height = self.size_in_units()
        before = self.view.camera, self.view.scale, self.view.floor_tile
        self.view.fit(width / height, only, self._overlay.insets())
        self._framing = self._framed() if only is None else None
        if (self.view.camera, self.view.scale, self.view.floor_tile) != before:
            self.changed()

    def _framed(self) -> tuple[object, float]:
        """What the camera frames, from whichever side."""
        return self.view.camera.target, self.view.camera.distance

    def _show_missing(self) -> None:
        """Say why nothing is drawn; what lies over the picture would be of another state."""
        self._overlay.setVisible(not self.opengl_missing)
        self._place_controls()
        self.missing_notice.show_reason(self.opengl_missing, self.missing_details, self.tries_again)

    def _place_controls(self) -> None:
        """Lay what can be pressed and dragged into the legend, where it is now."""
        shown = self.view if not self.opengl_missing else View()  # which has no legend
        legend = self._overlay.cards(shown)[1]
        self.legend_controls.place(view_legend(shown, controls=True), legend, self._overlay.factor)

    def switch_legend(self) -> None:
        """Fold the legend for the user, or unfold it."""
        self.set_legend_folded(not self.view.legend_folded)
        self.legend_folded.emit(self.view.legend_folded)

    def _track(self) -> None:
        """Hear of the pointer where something answers to it without a button."""
        self.setMouseTracking(has_labelled_shapes(self.view) or bool(self.mouse.tools))

    def tools(self) -> Sequence[MouseTool]:
        """Those that have the mouse, the first one first; for the overlay, as `tell_failure` is."""
        return self.mouse.tools

    def tell_failure(self) -> None:
        """Tell of the exception that is being handled as of one of the scene."""
        self._fail()
