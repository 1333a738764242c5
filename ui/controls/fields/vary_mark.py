"""The mark of a number that a sweep can vary: a ring in its field while that is looked at, filled once it is varied."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolButton
from typing_extensions import override

from torseur.sim.texts import tr

from ...look.style import current_theme
from ..buttons.base_button import BaseButton
from .number_field import NumberField

_LOOKED_AT = (QEvent.Type.Enter, QEvent.Type.Leave, QEvent.Type.FocusIn, QEvent.Type.FocusOut)


class VaryMark(BaseButton, QToolButton):
    """At the left of a field, whose number is written at its right."""

    wanted = Signal(str)  # its place is to be varied, or no longer

    def __init__(self, field: NumberField) -> None:
        super().__init__(field)
        self._field, self._place = field, ""
        self.prepare("")
        # By keys the page Sweep offers the same: else Tab stops twice at each number.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setCheckable(True)
        self.setGeometry(1, 4, 12, 16)
        self.hide()
        self.clicked.connect(lambda: self.wanted.emit(self._place))
        field.installEventFilter(self)

    def show_place(self, place: str, varied: Collection[str]) -> None:
        """Be of this place in the scene's file, "" of none; `varied` are those that are."""
        self._place = place
        self.setChecked(place in varied)
        text = tr("Vary {place} no longer", place=place) if self.isChecked() else tr("Vary {place} in a sweep", place=place)
        self.setAccessibleName(text)
        self.show_tip(text)
        self.setVisible(bool(place))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _LOOKED_AT:
            self.update()
        return False

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, field = current_theme(), self._field
        if self.isChecked() or field.underMouse() or field.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            ink = QColor(theme.accent if self.isChecked() or self.underMouse() else theme.text_hint)
            painter.setPen(QPen(ink, 1.2))
            painter.setBrush(ink if self.isChecked() else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(6.0, 8.0), 3.0, 3.0)
