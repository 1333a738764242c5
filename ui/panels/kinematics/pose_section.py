"""Where a frame is: position and orientation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from ...accessibility.accessible import Accessible, Role
from ...controls.buttons.copy_button import CopyButton
from ...controls.fields.choice import Choice
from ...displays.section_head import SectionHead, column_in
from ...look.math_notation import plain_math
from ...look.paint_box import paint_box
from ...look.paint_text import paint_math, paint_quantity
from ...look.style import EDGE, SMALL, TEXT, current_theme
from ...look.tool_tip import shows_tip
from ...look.wide_widget import WideWidget
from ...text.array_text import ArrayText
from ...text.number_text import number_text
from ...text.orientation import axis_angle_of, quaternion_of, rpy_of
from ...text.units import AngleUnit, unit_text, value_text

POSITION = ("x", "y", "z")
LABELS = {"rpy": ("φ", "θ", "ψ"), "quaternion": ("q_x", "q_y", "q_z", "q_w"), "axis_angle": ("a_x", "a_y", "a_z", "θ")}
TILE, PITCH = 24, 30
GAP = 10
LABEL = 20


class PoseSection(QWidget):
    """Pose of one frame in the world. `frame_chosen` is for the user alone."""

    frame_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Frame pose"), self)
        self.frame = Choice(self.tr("Frame"), widest=132)
        self.form = Choice(self.tr("How the orientation is written"), widest=104)
        self.form.set_options(
            {"rpy": self.tr("RPY"), "quaternion": self.tr("quaternion"), "axis_angle": self.tr("axis, angle")}
        )
        self.head.add_control(self.frame)
        self.head.add_control(self.form)
        self.tiles = PoseTiles(self)
        self.copy = CopyButton(lambda: ArrayText(self.tiles.pose), self, name=self.tr("Copy the pose, 4 × 4"))
        self.head.add_control(self.copy)
        column = column_in(self, bottom=12)
        column.addWidget(self.head)
        column.addWidget(self.tiles)
        self.frame.chosen.connect(self.frame_chosen)
        self.form.chosen.connect(self.tiles.set_form)

    def set_frames(self, names: Sequence[str]) -> None:
        """Offer these frames; the one shown stays if it is still there."""
        current = self.frame.choice
        self.frame.set_options(names, current if current in names else "")
        self.frame.setEnabled(bool(names))

    def show_no_frame(self) -> None:
        """Show none of the frames as chosen."""
        self.frame.show_choice("")

    def show_pose(self, frame: str, pose: np.ndarray) -> None:
        """Show a frame and its pose (4, 4)."""
        if self.frame.choice != frame:
            self.frame.show_choice(frame)
        self.tiles.show_pose(pose)


class PoseTiles(WideWidget):
    """The six or seven numbers of a pose."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, height=PITCH + TILE, wide=340, narrow=240)
        self._pose = np.eye(4)
        self._form = "rpy"
        self._unit: AngleUnit = "deg"
        self._texts: list[tuple[str, str]] = []
        self._write()

    @property
    def texts(self) -> tuple[str, ...]:
        """The numbers shown, with their units."""
        return tuple(f"{number} {unit}".strip() for number, unit in self._texts)

    @property
    def pose(self) -> np.ndarray:
        """The pose shown (4, 4)."""
        return self._pose

    def show_pose(self, pose: np.ndarray) -> None:
        """Show a pose (4, 4)."""
        if not np.array_equal(pose, self._pose):
            self._pose = pose
            self._write()

    def set_form(self, form: str) -> None:
        """Write the orientation in one of `LABELS`."""
        if form != self._form:
            self._form = form
            self._texts = []
            self._write()
            self.update()

    def set_unit(self, unit: AngleUnit) -> None:
        """Show angles in degrees or radians."""
        if unit != self._unit:
            self._unit = unit
            self._write()

    def accessible(self) -> Accessible:
        """For screen readers: the numbers with their letters."""
        pairs = zip(map(plain_math, self._labels()), self.texts, strict=True)
        return Accessible(Role.StaticText, "; ".join(f"{letter} {text}" for letter, text in pairs))

    @override
    def event(self, event: QEvent) -> bool:
        return shows_tip(event, self, self._text_at) or super().event(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        px = TEXT if self._form == "rpy" else SMALL
        for k, (box, (number, unit)) in enumerate(zip(self._boxes(), self._texts, strict=True)):
            inside = _inside(box)
            letter = QRectF(box.left() - LABEL, box.top(), LABEL, TILE)
            if event.region().intersects(letter.toAlignedRect()):
                paint_math(painter, letter, self._labels()[k], theme.text_hint, SMALL)
                paint_box(painter, box, theme.raised, theme.divider)
            if event.region().intersects(inside):
                painter.fillRect(inside, QColor(theme.raised))
                number_box = box.adjusted(0, 0, -8 if k < 3 else -7, 0)
                colors = (theme.text, theme.text_hint)
                paint_quantity(painter, number_box, number, unit, colors, TEXT if k < 3 else px)

    def _labels(self) -> tuple[str, ...]:
        return POSITION + LABELS[self._form]

    def _boxes(self) -> list[QRectF]:
        weights = (1.0, 1.0, 1.0) if self._form == "rpy" else (1.0,) * 4
        return self._row(0, (1.0, 1.0, 1.0)) + self._row(PITCH, weights)

    def _row(self, top: float, weights: Sequence[float]) -> list[QRectF]:
        gap = GAP if len(weights) == 3 else 6
        room = self.width() - 2 * EDGE - gap * (len(weights) - 1)
        boxes, x = [], float(EDGE)
        for weight in weights:
            width = room * weight / sum(weights)
            boxes.append(QRectF(x + LABEL, top, width - LABEL, TILE))
            x += width + gap
        return boxes

    def _write(self) -> None:
        position = [(number_text(x), "m") for x in self._pose[:3, 3].tolist()]
        texts = position + self._orientation()
        for box, new, old in zip(self._boxes(), texts, self._texts or [("", "")] * len(texts), strict=True):
            if new != old:
                self.update(_inside(box))
        self._texts = texts

    def _orientation(self) -> list[tuple[str, str]]:
        R = self._pose[:3, :3]
        if self._form == "quaternion":
            return [(number_text(x), "") for x in quaternion_of(R)]
        if self._form == "axis_angle":
            *axis, angle = axis_angle_of(R)
            return [(number_text(x), "") for x in axis] + [self._angle(angle)]
        return [self._angle(x) for x in rpy_of(R)]

    def _angle(self, angle: float) -> tuple[str, str]:
        return value_text(angle, True, self._unit), unit_text(True, self._unit)

    def _text_at(self, at: QPointF) -> str:
        meanings = {
            "rpy": self.tr("R = Rz(ψ) Ry(θ) Rx(φ): roll φ, pitch θ, yaw ψ about the world's x, y, z"),
            "quaternion": self.tr("Unit quaternion, scalar last, w ≥ 0"),
            "axis_angle": self.tr("A turn by θ about the unit axis a, in world axes"),
        }
        for k, (box, text) in enumerate(zip(self._boxes(), self.texts, strict=True)):
            if box.adjusted(-LABEL, 0, 0, 0).contains(at):
                meaning = self.tr("Position of the frame's origin in the world") if k < 3 else meanings[self._form]
                return f"{plain_math(self._labels()[k])} = {text}\n{meaning}"
        return ""


def _inside(box: QRectF) -> QRect:
    """What is repainted when a number changes: a tile without its line, which costs more than the number."""
    return box.toAlignedRect().adjusted(3, 3, -3, -3)
