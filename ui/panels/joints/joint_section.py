"""The joints of one group under a title that folds them away."""

from __future__ import annotations

from bisect import bisect_left

from PySide6.QtCore import QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from ...controls.buttons.base_button import BaseButton
from ...look.icons import SIDE, paint_icon
from ...look.paint_box import paint_box, paint_focus
from ...look.paint_text import RIGHT, elided_name, paint_text, text_width
from ...look.style import TEXT, current_theme
from ...text.units import AngleUnit
from .joint_row import EDGE, HEIGHT, JointSliderRow
from .values import JointGroup, JointSpec

TITLE_HEIGHT = 34


class JointSection(QWidget):
    """A title and a row for each joint; shows those whose names match what is searched for, all of them at first.

    A row is made when it comes into sight or is asked for, and stays: a thousand of them take a second. The first and the
    last are there from the beginning, so that Tab finds them from what stands before and after the section.
    """

    made = Signal(object)  # a JointSliderRow

    def __init__(self, group: JointGroup, first: int, unit: AngleUnit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = _Title(group.title, self)
        self.specs = group.joints
        self._first, self._unit = first, unit
        self._rows: dict[int, JointSliderRow] = {}  # by their number in the group
        self._found = list(range(len(self.specs)))
        self._catch_up = QTimer(self, singleShot=True, interval=0)
        self._catch_up.timeout.connect(self.make_in_sight)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.title.clicked.connect(self._show_rows)
        self.title.show_count(len(self.specs), len(self.specs))

    @property
    def is_folded(self) -> bool:
        """Whether only the title is in sight."""
        return not self.title.isChecked()

    @property
    def found(self) -> tuple[JointSpec, ...]:
        """The joints that match what is searched for."""
        return tuple(self.specs[k] for k in self._found)

    @property
    def rows(self) -> tuple[JointSliderRow, ...]:
        """The rows that are made, from above to below."""
        return tuple(self._rows[k] for k in sorted(self._rows))

    @property
    def is_whole(self) -> bool:
        """Whether all rows are made."""
        return len(self._rows) == len(self.specs)

    def row(self, number: int) -> JointSliderRow:
        """The row of a joint, by its number in the group; it is made if it was not."""
        if number not in self._rows:
            spec = self.specs[number]
            row = self._rows[number] = JointSliderRow(spec, self._first + number, self._unit, self)
            self._place(number)
            self.made.emit(row)
            row.setVisible(not self.is_folded and number in self._found)
        return self._rows[number]

    def set_unit(self, unit: AngleUnit) -> None:
        """Show angles in degrees or radians."""
        self._unit = unit
        for row in self._rows.values():
            row.set_unit(unit)

    def fold(self, away: bool) -> None:
        """Leave only the title in sight, or show the rows again."""
        if away != self.is_folded:
            self.title.setChecked(not away)
            self._show_rows()

    def search(self, words: str) -> None:
        """Show the joints with these words in their names; unfolds what is found."""
        self._found = [k for k, spec in enumerate(self.specs) if spec.matches(words)]
        self.title.show_count(len(self._found), len(self.specs))
        if words.strip() and self._found:
            self.title.setChecked(True)
        self._show_rows()
        self.setVisible(bool(self._found))

    def make_ends(self, beginning: int) -> None:
        """Make the first rows that are found, so many, and the last: what is seen before anything is laid out."""
        for k in (*self._found[:beginning], *self._found[-1:]):
            self.row(k)

    def make_in_sight(self) -> None:
        """Make the rows that are in sight, and those next to them."""
        seen = self.visibleRegion().boundingRect()
        if not self.is_folded and not seen.isEmpty():
            self._make_between((seen.top() - TITLE_HEIGHT) // HEIGHT - 1, (seen.bottom() - TITLE_HEIGHT) // HEIGHT + 1)

    def make_beside(self, number: int) -> None:
        """Make the rows before and after that of a joint, to which Tab goes from there."""
        if number in self._found:
            place = self._found.index(number)
            self._make_between(place - 1, place + 1)

    def make_some(self, count: int) -> None:
        """Make so many of those that are not there yet, from above."""
        for k in [k for k in range(len(self.specs)) if k not in self._rows][:count]:
            self.row(k)

    def _make_between(self, first: int, last: int) -> None:
        for k in self._found[max(0, first) : last + 1]:
            self.row(k)

    def _place(self, number: int) -> None:
        if number in self._found:
            place = bisect_left(self._found, number)
            self._rows[number].setGeometry(0, TITLE_HEIGHT + place * HEIGHT, self.width(), HEIGHT)

    def _show_rows(self) -> None:
        visible = set() if self.is_folded else set(self._found)
        for number, row in self._rows.items():
            self._place(number)
            row.setVisible(number in visible)
        self.updateGeometry()
        self._catch_up.start()

    @override
    def sizeHint(self) -> QSize:
        return QSize(260, TITLE_HEIGHT + (0 if self.is_folded else len(self._found) * HEIGHT))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.title.setGeometry(0, 0, self.width(), TITLE_HEIGHT)
        for number in self._rows:
            self._place(number)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Nothing is painted of its own; where rows are missing in sight, they are made in the next turn."""
        first, last = ((y - TITLE_HEIGHT) // HEIGHT for y in (event.rect().top(), event.rect().bottom()))
        if not all(k in self._rows for k in self._found[max(0, first) : max(0, last + 1)]):
            self._catch_up.start()


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
