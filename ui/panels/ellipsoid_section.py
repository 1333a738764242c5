"""The two ellipsoids of a frame: what they map, their semi-axes, and whether they are drawn."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from sim.analysis.ellipsoid import Ellipsoid
from sim.analysis.report import FrameReport

from ..array_text import ArrayText
from ..number_text import number_text
from ..paint_box import tinted
from ..paint_text import DOT, paint_math, paint_text
from ..style import SMALL, TEXT, current_theme
from ..theme import FORCE, VELOCITY
from .copy_button import CopyButton
from .joint_kinds import are_mixed, per_unit
from .section_head import EDGE, SectionHead
from .switch import Switch

HEIGHT = 36
INDENT = 32  # of the text behind the glyph


class EllipsoidSection(QWidget):
    """Velocity and force. `switched` is for the user alone: "velocity" or "force", and whether it is on."""

    switched = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Ellipsoids"), self)
        self.head.show_caption(self.tr("position rows, semi-axes"))
        self._report: FrameReport | None = None
        self.copy = CopyButton(self.array_text, self, name=self.tr("Copy the semi-axes"))
        self.head.add_control(self.copy)
        self.velocity = EllipsoidRow(self.tr("Velocity"), VELOCITY, "m/s", self, dashed=False)
        self.force = EllipsoidRow(self.tr("Force"), FORCE, "N", self, dashed=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 12)
        column.setSpacing(0)
        for widget in (self.head, self.velocity, self.force):
            column.addWidget(widget)
        self.velocity.switch.switched.connect(lambda on: self.switched.emit("velocity", on))
        self.force.switch.switched.connect(lambda on: self.switched.emit("force", on))

    def show_report(self, report: FrameReport) -> None:
        """Show the ellipsoids of one frame."""
        self._report = report
        kinds = report.prismatic
        shape = "{} ≤ 1 ({})" if are_mixed(kinds) else "{} ≤ 1 {}"
        self.velocity.show_ellipsoid(report.velocity, shape.format(f"|q{DOT}|", per_unit(kinds, "rad/s", "m/s")))
        self.force.show_ellipsoid(report.force, shape.format("|τ|", per_unit(kinds, "N·m", "N")))

    def array_text(self) -> ArrayText | None:
        """Semi-axes, three of velocity and three of force: a row each, length and unit direction in the world."""
        if self._report is None:
            return None
        found = [np.column_stack([one.lengths, one.axes.T]) for one in (self._report.velocity, self._report.force)]
        rows = [f"{name} {k}" for name in ("velocity", "force") for k in (1, 2, 3)]
        return ArrayText(np.vstack(found), rows, ("length", "x", "y", "z"))

    def show_on(self, velocity: bool, force: bool) -> None:
        """Show which are drawn."""
        self.velocity.switch.show_on(velocity)
        self.force.switch.show_on(force)


class EllipsoidRow(QWidget):
    """One ellipsoid."""

    def __init__(self, name: str, color: str, unit: str, parent: QWidget, *, dashed: bool) -> None:
        super().__init__(parent)
        self._name, self._color, self._unit, self._dashed = name, color, unit, dashed
        self._ball = ""
        self._axes = ""
        self.switch = Switch(self.tr("{name} ellipsoid in the view").format(name=name), self)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def text(self) -> str:
        """The semi-axes as shown."""
        return f"{self._axes} {self._unit}"

    def show_ellipsoid(self, ellipsoid: Ellipsoid, ball: str) -> None:
        """Show the semi-axes, and the unit ball in the notation of `paint_math`."""
        lengths = ellipsoid.lengths.tolist()
        axes = " · ".join(number_text(x) for x in lengths)
        if (axes, ball) == (self._axes, self._ball):
            return
        self.update(self._line(1).toAlignedRect() if ball == self._ball else self.rect())
        self._axes, self._ball = axes, ball
        reason = ""
        if math.inf in lengths:
            reason = self.tr("∞: along a lost direction the structure carries any force.")
        elif 0.0 in (round(x, 12) for x in lengths):
            reason = self.tr("0: no joint moves the frame along this direction.")
        if reason != self.toolTip():
            self.setToolTip(reason)

    def sizeHint(self) -> QSize:
        """Two lines."""
        return QSize(340, HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the switch."""
        size = self.switch.size()
        self.switch.move(self.width() - EDGE - size.width() + 2, (HEIGHT - size.height()) // 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint glyph, name, ball and semi-axes."""
        theme = current_theme()
        painter = QPainter(self)
        below = self._line(1)
        paint_text(painter, below, self.text, theme.text_second, SMALL)
        if below.toAlignedRect().contains(event.rect()):
            return
        self._paint_glyph(painter, theme.heat_opacity)
        line = self._line(0)
        end = paint_math(painter, line, self._name, theme.text, TEXT, 500)
        paint_math(painter, line.adjusted(end - line.left() + 8, 0, 0, 0), self._ball, theme.text_hint, SMALL)

    def _line(self, which: int) -> QRectF:
        return QRectF(EDGE + INDENT, 2 + 16 * which, self.switch.x() - EDGE - INDENT - 8, 16)

    def _paint_glyph(self, painter: QPainter, opacity: float) -> None:
        pen = QPen(QColor(self._color), 1.4)
        if self._dashed:
            pen.setDashPattern([2.4, 1.6])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen)
        painter.setBrush(tinted(self._color, 0.7 * opacity))
        painter.drawEllipse(QRectF(EDGE + 1, HEIGHT / 2 - 6, 21, 12))
