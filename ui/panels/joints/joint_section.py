"""The joints of one group under a title that folds them away."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ...controls.buttons.base_button import BaseButton
from ...look.icons import SIDE, paint_icon
from ...look.paint_box import paint_box, paint_focus
from ...look.paint_text import RIGHT, elided_name, paint_text, text_width
from ...look.style import TEXT, current_theme
from ...text.units import AngleUnit
from .joint_row import EDGE, JointSliderRow
from .values import JointGroup

TITLE_HEIGHT = 34


class JointSection(QWidget):
    """A title and a row for each joint; shows those whose names match what is searched for, all of them at first."""

    def __init__(self, group: JointGroup, first: int, unit: AngleUnit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = _Title(group.title, self)
        self.rows = [JointSliderRow(spec, number, unit, self) for number, spec in enumerate(group.joints, first)]
        self._found = list(self.rows)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.title)
        for row in self.rows:
            column.addWidget(row)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.title.clicked.connect(self._show_rows)
        self.title.show_count(len(self.rows), len(self.rows))

    @property
    def is_folded(self) -> bool:
        """Whether only the title is in sight."""
        return not self.title.isChecked()

    @property
    def found(self) -> tuple[JointSliderRow, ...]:
        """The rows that match what is searched for."""
        return tuple(self._found)

    def fold(self, away: bool) -> None:
        """Leave only the title in sight, or show the rows again."""
        if away != self.is_folded:
            self.title.setChecked(not away)
            self._show_rows()

    def search(self, words: str) -> None:
        """Show the joints with these words in their names; unfolds what is found."""
        self._found = [row for row in self.rows if row.matches(words)]
        self.title.show_count(len(self._found), len(self.rows))
        if words.strip() and self._found:
            self.title.setChecked(True)
        self._show_rows()
        self.setVisible(bool(self._found))

    def _show_rows(self) -> None:
        visible = set() if self.is_folded else set(self._found)
        for row in self.rows:
            row.setVisible(row in visible)


class _Title(BaseButton, QAbstractButton):
    """Heading that folds its section: checked, it is unfolded."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(text)
        self.prepare(text)
        self.setCheckable(True)
        self.setChecked(True)
        self.setFixedHeight(TITLE_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.note = ""

    def show_count(self, found: int, count: int) -> None:
        text = self.tr("{found} of {count} joints") if count != 1 else self.tr("{found} of {count} joint")
        self.note = text.format(found=found, count=count)
        self.setAccessibleDescription(self.note)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, TITLE_HEIGHT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        rect = QRectF(self.rect())
        if self.isDown() or self.underMouse():
            paint_box(painter, rect.adjusted(8, 3, -8, -3), theme.hover)
        chevron = "chevron_down" if self.isChecked() else "chevron_right"
        paint_icon(painter, chevron, theme.text_second, EDGE - 4, (self.height() - SIDE) / 2)
        box = rect.adjusted(EDGE + 17, 0, -EDGE, 0)
        paint_text(painter, box, self.note, theme.text_hint, TEXT, 400, RIGHT)
        room = box.width() - text_width(self.note, TEXT) - 12
        paint_text(painter, box, elided_name(self.text(), room, TEXT, 600), theme.text, TEXT, 600)
        if self.hasFocus():
            paint_focus(painter, rect.adjusted(8, 3, -8, -3), theme)
