"""Singular values of a frame's position rows, and what they make: manipulability and condition."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from torseur.sim.analysis.ellipsoids.values import FrameReport
from torseur.sim.superscripts import subscript

from ...accessibility.accessible import Accessible, Role
from ...controls.buttons.copy_button import CopyButton
from ...displays.badge import Badge
from ...displays.plot.round_scale import nice_above
from ...displays.section_head import SectionHead, inset
from ...displays.value_tiles import ValueTiles
from ...look.paint_box import paint_box, tinted
from ...look.paint_text import LEFT, RIGHT, paint_math, paint_quantity, paint_text
from ...look.style import CAPTION, EDGE, SMALL, TEXT, current_theme
from ...look.theme import VELOCITY
from ...text.array_text import ArrayText
from ...text.number_text import ABSENT, number_text
from ...text.units import are_mixed

BAR, PITCH = 12, 20
LABEL, VALUE = 26, 88
AXIS = 18  # height of the numbers below the bars


class SingularSection(QWidget):
    """σ of the position rows as bars, w and σ₁/σ₃ as tiles, and a word when a direction is lost."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Singular values"), self)
        self.badge = Badge(self.head)
        self.head.add_control(self.badge)
        self._sigma = np.zeros(0)
        self.copy = CopyButton(self.array_text, self, name=self.tr("Copy the singular values"))
        self.head.add_control(self.copy)
        self.bars = SingularBars(self)
        self.tiles = ValueTiles(self._names(3), (0.56, 0.44), self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.bars)
        column.addSpacing(4)
        column.addLayout(inset(self.tiles))

    def show_report(self, report: FrameReport) -> None:
        """Show the values of one frame."""
        mixed, slides = are_mixed(report.prismatic), all(report.prismatic)
        self._sigma = report.sigma
        self.head.show_caption(self.tr("position rows, mixed units") if mixed else self.tr("position rows"))
        self._judge(len(report.joints), report.rank)
        self.bars.show_values((report.frame, report.joints), report.sigma.tolist(), "" if mixed or slides else "m")
        count = len(report.sigma)
        self.tiles.set_names(self._names(count))
        volume = (ABSENT, "")
        if count:
            unit = self.tr("mixed units") if mixed else "" if slides else ("m", "m²", "m³")[count - 1]
            volume = (number_text(report.manipulability), unit)
        self.tiles.show_values((volume, (number_text(report.condition), "")))

    def array_text(self) -> ArrayText | None:
        """The singular values; None without joints."""
        names = [f"σ_{k + 1}" for k in range(len(self._sigma))]
        return ArrayText(self._sigma, names) if names else None

    def _names(self, count: int) -> tuple[str, str]:
        """What the tiles show for so many singular values."""
        product = "".join(f"σ_{k + 1}" for k in range(count))
        return self.tr("Manipulability w = {product}").format(product=product), self.tr("Condition σ_1/σ_{n}").format(
            n=count
        )

    def _judge(self, joints: int, rank: int) -> None:
        if rank >= 3:
            self.badge.show_text("")
        elif joints < 3 and rank == joints:
            reason = self.tr("Fewer than three joints: they cannot move the frame in all directions.")
            self.badge.show_text(self.tr("rank {rank} of 3").format(rank=rank), "plain", reason)
        else:
            reason = self.tr("Along one direction no joint moves the frame: there the ellipsoid of velocity is flat.")
            self.badge.show_text(self.tr("singular: rank {rank} of 3").format(rank=rank), "warning", reason)


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
            end = f"{self._full:g} {self._unit}".strip()
            paint_text(painter, axis, end, theme.text_hint, CAPTION, 400, RIGHT)

    def _moving(self) -> QRect:
        """What changes with the values alone."""
        return QRect(EDGE + LABEL - 1, 0, self.width() - EDGE - LABEL + 1, len(self._texts) * PITCH)
