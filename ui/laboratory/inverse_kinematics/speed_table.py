"""Joint speeds of several methods side by side; what is faster than its joint may be stands out."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from torseur.sim.analysis.inverse_kinematics.values import VelocitySolution

from ...look.paint_box import paint_box, tinted
from ...look.paint_text import DOT, RIGHT, paint_math, paint_text
from ...look.style import CAPTION, EDGE, SMALL, current_theme
from ...look.theme import FORCE
from ...text.array_text import ArrayText
from ...text.number_text import INFINITY, number_text, quantity_text
from ...text.units import AngleUnit, shown

HEADER, ROW, LABEL = 24, 22, 92


class SpeedTable(QWidget):
    """A row a joint, a column a method; below, what is left of the twist, and how much faster all may go."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._titles: tuple[str, ...] = ()
        self._rows: list[tuple[str, str, list[str], list[bool]]] = []  # label, unit, texts, whether each is too much
        self._tips: list[str] = []
        self._speeds: ArrayText | None = None

    @property
    def tips(self) -> list[str]:
        """What is said of each row under the pointer."""
        return self._tips

    @property
    def rows(self) -> list[tuple[str, str, list[str], list[bool]]]:
        """What is written: label, unit, a text for each method, and whether that is beyond a limit."""
        return self._rows

    def show_solutions(
        self,
        solutions: Sequence[VelocitySolution],
        titles: Sequence[str],
        numbers: Sequence[int],
        turning: Sequence[bool],
        unit: AngleUnit,
    ) -> None:
        """Show what methods give for one twist; of each joint (n,) its number, and whether it turns."""
        self._titles, self._rows, self._tips, self._speeds = tuple(titles), [], [], None
        if solutions:
            names = solutions[0].joints
            angle = "°/s" if unit == "deg" else "rad/s"
            for i, number in enumerate(numbers):
                texts = [number_text(shown(float(s.speeds[i]), turning[i], unit), zero=1e-9) for s in solutions]
                self._rows.append(
                    (
                        f"q{DOT}_{{{number}}}",
                        angle if turning[i] else "m/s",
                        texts,
                        [bool(s.excess[i] > 1 + 1e-12) for s in solutions],
                    )
                )
                self._tips.append(self._of_joint(names[i], float(solutions[0].limits[i]), turning[i], unit))
            none = [False] * len(solutions)
            if solutions[0].rows != "orientation":
                left = [number_text(s.linear_residual, zero=1e-9) for s in solutions]
                self._rows.append((f"|v − J q{DOT}|", "m/s", left, none))
                self._tips.append(self.tr("What these speeds leave of the wanted velocity"))
            if solutions[0].rows != "position":
                left = [number_text(shown(s.angular_residual, True, unit), zero=1e-9) for s in solutions]
                self._rows.append((f"|ω − J q{DOT}|", angle, left, none))
                self._tips.append(self.tr("What these speeds leave of the wanted angular velocity"))
            room = [_times(s.feasible) for s in solutions]
            self._rows.append((self.tr("to limit"), "", room, [s.feasible < 1 - 1e-12 for s in solutions]))
            self._tips.append(
                self.tr(
                    "So many times the wanted velocity brings the first joint to its limit of speed: "
                    "below ×1 it is too fast; ×{infinity}, no joint that moves has a limit"
                ).format(infinity=INFINITY)
            )
            self._speeds = ArrayText(np.column_stack([s.speeds for s in solutions]), names, self._titles)
        self.setFixedHeight(HEADER + ROW * len(self._rows) if self._rows else 0)
        self.update()

    def to_copy(self) -> ArrayText | None:
        """The joint speeds [rad/s | m/s]."""
        return self._speeds

    @override
    def sizeHint(self) -> QSize:
        return QSize(340, self.height())

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = (event.y() - HEADER) // ROW
            QToolTip.showText(event.globalPos(), self._tips[at] if 0 <= at < len(self._tips) else "", self)
            return True
        return super().event(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        if not self._rows:
            return
        room = self.width() - 2 * EDGE - LABEL
        pitch = room / len(self._titles)
        for k, title in enumerate(self._titles):
            box = QRectF(EDGE + LABEL + k * pitch, 0, pitch - 6, HEADER)
            paint_text(painter, box, title, theme.text_hint, CAPTION, 500, RIGHT)
        for i, (label, unit, texts, excess) in enumerate(self._rows):
            y = HEADER + i * ROW
            painter.fillRect(QRectF(EDGE, y, self.width() - 2 * EDGE, 1), QColor(theme.divider))
            end = paint_math(painter, QRectF(EDGE, y, LABEL, ROW), label, theme.text_second, SMALL)
            paint_text(painter, QRectF(end + 5, y, 40, ROW), unit, theme.text_hint, CAPTION)
            for k, (text, much) in enumerate(zip(texts, excess, strict=True)):
                box = QRectF(EDGE + LABEL + k * pitch, y, pitch - 6, ROW)
                if much:
                    paint_box(painter, box.adjusted(2, 2, 4, -2), tinted(FORCE, 0.16), None, 4)
                ink = theme.force_text if much else theme.text
                paint_text(painter, box, text, ink, SMALL, 700 if much else 400, RIGHT)

    def _of_joint(self, name: str, limit: float, turns: bool, unit: AngleUnit) -> str:
        if math.isinf(limit):
            return self.tr("{joint}: the file gives no limit of speed").format(joint=name)
        text = quantity_text(shown(limit, turns, unit), ("°/s" if unit == "deg" else "rad/s") if turns else "m/s")
        return self.tr("{joint}: at most {limit}").format(joint=name, limit=text)


def _times(feasible: float) -> str:
    return "×" + number_text(feasible, 3)
