"""Singular values as bars."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from torseur.sim.superscripts import subscript

from ..accessibility.accessible import Accessible, Role
from ..look.paint_box import paint_box, tinted
from ..look.paint_text import LEFT, RIGHT, paint_math, paint_quantity, paint_text
from ..look.style import CAPTION, EDGE, SMALL, TEXT, current_theme
from ..look.theme import VELOCITY
from ..text.number_text import as_shown, number_text
from .plot.round_scale import nice_above

BAR, PITCH = 12, 20
LABEL, VALUE = 26, 106
AXIS = 18  # height of the numbers below the bars


class SingularBars(QWidget):
    """One bar a value. Their scale is round and, for one frame, only grows: so bars shrink as their values do."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._of: object = None
        self._sigma: list[float] = []
        self._texts: list[str] = []
        self._unit = ""
        self._full = 0.0  # what a whole bar stands for

    @property
    def texts(self) -> tuple[str, ...]:
        """What stands beside the bars."""
        return tuple(f"{text} {self._unit}".strip() for text in self._texts)

    def show_values(self, of: object, sigma: list[float], unit: str) -> None:
        """Show values; `of` is whose they are: another owner, another scale."""
        full = max(0.0 if of != self._of else self._full, nice_above(max(sigma, default=0.0)))
        texts = [number_text(x) for x in sigma]
        same_axis = (full, unit, len(texts)) == (self._full, self._unit, len(self._texts))
        if same_axis and texts == self._texts:
            return
        self._of, self._full, self._unit, self._sigma, self._texts = of, full, unit, sigma, texts
        if self.height() != len(texts) * PITCH + AXIS:
            self.setFixedHeight(len(texts) * PITCH + AXIS)
        self.update(self._moving() if same_axis else self.rect())

    def accessible(self) -> Accessible:
        """For screen readers: a picture that says its values."""
        values = "; ".join(f"σ{subscript(k)} {text}" for k, text in enumerate(self.texts, start=1))
        return Accessible(Role.Graphic, self.tr("Singular values"), values)

    @override
    def sizeHint(self) -> QSize:
        return QSize(340, self.height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(240, self.height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint bars and values, and unless only these changed, letters and the ends of the axis."""
        theme = current_theme()
        painter = QPainter(self)
        whole = not self._moving().contains(event.rect())
        left, right = EDGE + LABEL, self.width() - EDGE - VALUE
        for i, (x, text) in enumerate(zip(self._sigma, self._texts, strict=True)):
            row = QRectF(EDGE, i * PITCH, self.width() - 2 * EDGE, PITCH)
            if whole:
                paint_math(painter, row, f"σ_{i + 1}", theme.text_second, SMALL)
            track = QRectF(left, row.center().y() - BAR / 2, right - left, BAR)
            paint_box(painter, track, theme.track, None, 3)
            length = min(1.0, x / self._full) * track.width()
            if length > 0.5:
                bar = QRectF(track.left(), track.top(), length, BAR)
                paint_box(painter, bar, tinted(VELOCITY, 1.0 - 0.12 * i), None, min(3.0, length / 2))
            paint_quantity(painter, row, text, self._unit, (theme.text, theme.text_hint), TEXT)
        if whole and self._texts:
            axis = QRectF(left, len(self._texts) * PITCH, right - left, AXIS - 4)
            paint_text(painter, axis, "0", theme.text_hint, CAPTION, 400, LEFT)
            end = as_shown(f"{self._full:g} {self._unit}").strip()
            paint_text(painter, axis, end, theme.text_hint, CAPTION, 400, RIGHT)

    def _moving(self) -> QRect:
        """What changes with the values alone."""
        return QRect(EDGE + LABEL - 1, 0, self.width() - EDGE - LABEL + 1, len(self._texts) * PITCH)
