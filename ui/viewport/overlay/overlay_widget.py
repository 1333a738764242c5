"""The overlay over the scene that labels, legend and triad are painted on.

A widget of its own, painted by Qt's raster engine: its text is as crisp as that of the rest of the window, and the
scene's framebuffer needs no samples for its sake.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTransform
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ...look.paint_box import paint_focus
from ..camera import Insets
from ..interaction.hovering import shape_under
from ..interaction.mouse_tool import MouseTool
from ..marks import EllipsoidMark, PolytopeMark, ends_of
from ..view import EDGE, View
from .label_layout import Rect
from .painter_overlay import card_rects, paint_overlay
from .scene_labels import LayoutMemory

ABOVE = 36  # [px] left free below the chips: arrows and labels stand out of what is fitted
MOST_INSET = 0.2  # share of the view that cards at its top or bottom may be kept free of when fitting


class LiesUnder(Protocol):
    """What the parent must have and be able to do."""

    view: View

    @property
    def shown(self) -> View:
        """What the picture shows that it lies over."""

    def tools(self) -> Sequence[MouseTool]:
        """Those that have the mouse, the first one first."""

    def size_in_units(self) -> tuple[float, float]:
        """Width and height, as the mouse measures them."""

    def tell_failure(self) -> None:
        """Tell of the exception that is being handled."""


class OverlayWidget(QWidget):
    """Paints what lies over its parent's scene, and lets the mouse through.

    It keeps no reference to its parent of its own: a ring of references would leave a closed viewport to the garbage
    collector, which would destroy it, and its OpenGL context, at any time.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.factor = 1.0  # labels and cards are painted so many times as large
        self._memory = LayoutMemory()
        self._hovered: EllipsoidMark | PolytopeMark | None = None
        self._ring = False  # around a view that Tab came to
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def cards(self, view: View) -> list[QRectF]:
        """Triad, legend and hint of a view, where they are painted."""
        width, height = self._parent().size_in_units()
        laid_out = card_rects(view, width / self.factor, height / self.factor, controls=True)
        return [QTransform.fromScale(self.factor, self.factor).mapRect(rect) for rect in laid_out]

    def show_ring(self, visible: bool) -> None:
        """Show that the view has the keyboard."""
        if visible != self._ring:
            self._ring = visible
            self.update()

    def hover(self, position: QPointF | None) -> None:
        """Name the axes or corners of the shape under the pointer; None: of no shape."""
        parent = self._parent()
        over = None if position is None else shape_under(parent.view, position, parent.size_in_units())
        if over is not self._hovered:
            self._hovered = over
            self.update()

    def insets(self) -> Insets:
        """Shares of the view to leave free when fitting: what lies there would hide the robot."""
        parent = self._parent()
        _, height = parent.size_in_units()
        cards = [rect for rect in self.cards(parent.view)[1:] if not rect.isEmpty()]
        bottom = max([height - rect.top() for rect in cards], default=0.0)
        top = ABOVE + max([y + h for _, y, _, h in self._obstacles() if y + h < MOST_INSET * height], default=0.0)
        shares = (min(bottom / height, MOST_INSET), min(top / height, MOST_INSET))
        return (EDGE[0], EDGE[1] + shares[0], EDGE[2], EDGE[3] + shares[1])

    def covered(self, box: QRectF) -> float:
        """Area of bodies, and of legend, triad and hint, under a rectangle, those of each [screen unit²]."""
        parent = self._parent()
        size = parent.size_in_units()
        corners = parent.view.body_corners()
        x, y, depth = parent.view.camera.project(corners.reshape(-1, 3), size).T.reshape(3, -1, 8)
        seen = np.flatnonzero((depth > 0.0).all(axis=1))
        bodies = [QRectF(QPointF(x[k].min(), y[k].min()), QPointF(x[k].max(), y[k].max())) for k in seen]
        common = [box & other for other in (*bodies, *self.cards(parent.view))]
        return sum(one.width() * one.height() for one in common)

    def hides_arrows(self) -> bool:
        """Whether the legend lies over an end of an arrow, or one is out of sight."""
        parent = self._parent()
        arrows = parent.view.overlays.arrows
        if not arrows:
            return False
        width, height = parent.size_in_units()
        legend = self.cards(parent.view)[1]
        tails, vectors = ends_of(arrows)
        ends = np.vstack([tails, tails + vectors])
        x, y, depth = parent.view.camera.project(ends, (width, height)).T
        under = (x >= legend.left()) & (x <= legend.right()) & (y >= legend.top()) & (y <= legend.bottom())
        out = (depth <= 0.0) | (x < 0.0) | (x > width) | (y < 0.0) | (y > height)
        return bool((under | out).any())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        parent = self._parent()
        width, height = parent.size_in_units()
        painter, view, k = QPainter(self), parent.shown, self.factor
        try:
            painter.scale(k, k)
            obstacles = [(x / k, y / k, w / k, h / k) for x, y, w, h in self._obstacles()]
            paint_overlay(painter, view, width / k, height / k, self._memory, obstacles, self._hovered, True)
            painter.resetTransform()
            for tool in reversed(parent.tools()):
                tool.paint(painter, view, (width, height))
            if self._ring:
                paint_focus(painter, QRectF(self.rect()), view.theme)
        except Exception:  # told in the same way as a failure of the scene
            parent.tell_failure()
        finally:
            painter.end()

    def _parent(self) -> LiesUnder:
        return cast("LiesUnder", self.parentWidget())  # made for it

    def _obstacles(self) -> Sequence[Rect]:
        """Where other widgets lie on the view: labels keep away from them."""
        siblings = cast("QWidget", self.parentWidget()).findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        boxes = [child.geometry() for child in siblings if child is not self and child.isVisible()]
        return [(box.x(), box.y(), box.width(), box.height()) for box in boxes]
