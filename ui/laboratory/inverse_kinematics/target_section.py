"""Where a frame is to be brought: six numbers, which of them count, and the button that does it."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget
from typing_extensions import override

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.outline_button import OutlineButton
from ...controls.buttons.segmented import SegmentedControl
from ...controls.fields.number_field import NumberField
from ...displays.section_head import SectionHead, column_in
from ...look.paint_text import paint_math
from ...look.style import EDGE, SMALL, current_theme
from ...text.array_text import ArrayText
from ...text.number_text import ABSENT, number_text
from ...text.orientation import rpy_of
from ...text.units import AngleUnit, to_si, unit_text, value_text

LETTERS = ("x", "y", "z", "φ", "θ", "ψ")


class IKTargetSection(QWidget):
    """The target. `show_*` is silent; signals are for the user alone."""

    entered = Signal(int, float)  # which of the six numbers, in m or rad
    rows_chosen = Signal(str)  # "both" or "position"
    axes_chosen = Signal(str)  # "world" or "tool": along which the handles in the view lie
    solve_requested = Signal()
    reset_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unit: AngleUnit = "deg"
        self._pose = np.eye(4)
        self.head = SectionHead(self.tr("Target"), self)
        self.rows = SegmentedControl(
            {"both": self.tr("Pose"), "position": self.tr("Position")}, self.tr("What counts"), height=24
        )
        self.head.add_control(self.rows)
        self.copy = CopyButton(self.to_copy, name=self.tr("Copy the target's pose"))
        self.head.add_control(self.copy)
        self.fields = [NumberField(self.tr("Target {letter}").format(letter=letter), self) for letter in LETTERS]
        grid = QGridLayout()
        grid.setContentsMargins(EDGE, 0, EDGE, 8)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(6)
        for k, field in enumerate(self.fields):
            field.entered.connect(lambda value, k=k: self.entered.emit(k, to_si(value, k >= 3, self._unit)))
            grid.addWidget(Letter(LETTERS[k], self), k // 3, 2 * (k % 3))
            grid.addWidget(field, k // 3, 2 * (k % 3) + 1)
            field.set_tip(
                self.tr("Where the frame's origin is to be, in the world")
                if k < 3
                else self.tr("R = Rz(ψ) Ry(θ) Rx(φ): roll φ, pitch θ, yaw ψ about the world's x, y, z")
            )
        self.solve = OutlineButton(self.tr("Solve"), "frames", self)
        self.reset = OutlineButton(self.tr("To the frame"), "", self)
        self.reset.setToolTip(self.tr("Put the target where the frame is"))
        self.axes = SegmentedControl(
            {"world": self.tr("World"), "tool": self.tr("Tool")}, self.tr("Axes of the handles"), height=24
        )
        self.axes.setToolTip(self.tr("Along which axes the handles in the view lie"))
        row = QHBoxLayout()
        row.setContentsMargins(EDGE, 0, EDGE, 12)
        row.setSpacing(8)
        row.addWidget(self.solve)
        row.addWidget(self.reset)
        row.addStretch()
        row.addWidget(self.axes)
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(grid)
        column.addLayout(row)
        self.rows.chosen.connect(self.rows_chosen)
        self.rows.chosen.connect(lambda _: self._enable())
        self.axes.chosen.connect(self.axes_chosen)
        self.solve.clicked.connect(self.solve_requested)
        self.reset.clicked.connect(self.reset_requested)
        self._write()

    def show_target(self, frame: str, pose: np.ndarray | None, rows: str) -> None:
        """Show the target (4, 4) of a frame, and what of it counts; None: there is nothing to bring anywhere."""
        self.rows.show_choice(rows)
        self.head.show_caption(frame)
        live, self._live = self._live, pose is not None
        if pose is not None and not np.array_equal(pose, self._pose):
            self._pose = np.array(pose)
            self._write()
        elif live != self._live:
            self._write()
        self._enable()

    def to_copy(self) -> ArrayText | None:
        """The pose (4, 4) of the target in the world [m]; None: there is none."""
        return ArrayText(self._pose) if self._live else None

    def set_unit(self, unit: AngleUnit) -> None:
        """Show angles in degrees or radians."""
        self._unit = unit
        self._write()

    _live = False

    def _enable(self) -> None:
        for k, field in enumerate(self.fields):
            field.setEnabled(self._live and (k < 3 or self.rows.choice == "both"))
        for button in (self.solve, self.reset):
            button.setEnabled(self._live)

    def _write(self) -> None:
        values = [*self._pose[:3, 3].tolist(), *rpy_of(self._pose[:3, :3])]
        for k, (field, value) in enumerate(zip(self.fields, values, strict=True)):
            field.set_unit(unit_text(k >= 3, self._unit))
            text = value_text(value, True, self._unit) if k >= 3 else number_text(value, zero=1e-9)
            field.show_text(text if self._live else ABSENT)


def pose_with(pose: np.ndarray, k: int, value: float) -> np.ndarray:
    """A pose (4, 4) with another of its six numbers x y z φ θ ψ [m, rad]."""
    changed = np.array(pose)
    if k < 3:
        changed[k, 3] = value
        return changed
    angles = list(rpy_of(pose[:3, :3]))
    angles[k - 3] = value
    (cr, sr), (cp, sp), (cy, sy) = ((math.cos(x), math.sin(x)) for x in angles)
    changed[:3, :3] = [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ]
    return changed


class Letter(QWidget):
    """The name of a field, in the notation of `paint_math`."""

    def __init__(self, text: str, parent: QWidget | None = None, *, width: int = 14) -> None:
        super().__init__(parent)
        self._text = text
        self.setFixedSize(QSize(width, 24))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        box = self.rect().toRectF()
        paint_math(QPainter(self), box, self._text, current_theme().text_hint, SMALL)
