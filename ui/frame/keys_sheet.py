"""All keys on one sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ..controls.buttons.icon_button import IconButton
from ..displays.prose import Prose
from ..look.paint_key import caps_width, paint_caps
from ..look.paint_text import elided, paint_text
from ..look.style import SMALL, TEXT, current_theme
from ..look.theme import Theme
from .overlay import Overlay

COLUMN = 312
GUTTER = 32
ROW = 28
HEAD = 32
BETWEEN = 12  # groups of one column
EDGE = 24

Group = tuple[str, tuple[tuple[str, str], ...]]


class KeysSheet(Overlay):
    """A card of groups in columns, each line a key and what it does. Escape, ? or a click beside closes it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._body = _Body()
        title = Prose(self.card, px=16, weight=600)
        title.show_text(self.tr("Keys and mouse"))
        title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.close_button = IconButton("close", self.tr("Close (Esc)"), self.card)
        self.close_button.clicked.connect(self.leave)
        area = QScrollArea(self.card)
        area.setWidget(self._body)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.viewport().setAutoFillBackground(False)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        row = QHBoxLayout()
        row.addWidget(title)
        row.addWidget(self.close_button)
        column = QVBoxLayout(self.card)
        column.setContentsMargins(EDGE, 16, EDGE - 10, 16)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(area)

    def open(self, groups: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        """Come up with these groups of (keys, what they do)."""
        self._body.show_groups(tuple((title, tuple(lines)) for title, lines in groups.items()))
        self.come(self)

    def arrange(self) -> None:
        """Put the card in the middle, as wide as its columns."""
        count = max(1, min(3, (self.width() - 48 - 2 * EDGE + GUTTER) // (COLUMN + GUTTER)))
        size = self._body.arrange(count)
        width = min(size.width() + 2 * EDGE, self.width() - 16)
        height = min(size.height() + 76, self.height() - 48)
        self.card.setGeometry((self.width() - width) // 2, max(24, (self.height() - height) // 2), width, height)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and event.text() == "?":
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() == "?":
            self.leave()
        else:
            super().keyPressEvent(event)


class _Body(QWidget):
    """The groups, in columns of about the same height."""

    def __init__(self) -> None:
        super().__init__()
        self._groups: tuple[Group, ...] = ()
        self._columns: list[list[Group]] = []

    def show_groups(self, groups: tuple[Group, ...]) -> None:
        self._groups = groups
        self.setAccessibleName("\n".join(f"{keys}: {what}" for _, lines in groups for keys, what in lines))

    def arrange(self, count: int) -> QSize:
        """Deal the groups to so many columns, in their order; returns the size that takes."""
        limit = max((_height(group) for group in self._groups), default=0)
        while len(_dealt(self._groups, limit)) > count:
            limit += 4
        self._columns = _dealt(self._groups, limit)
        wide = len(self._columns) * (COLUMN + GUTTER) - GUTTER
        high = max((_stack(column) for column in self._columns), default=0)
        self.resize(max(wide, 0), high)
        self.update()
        return self.size()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.panel))
        for place, column in enumerate(self._columns):
            y = 0.0
            for group in column:
                self._paint_group(painter, theme, QRectF(place * (COLUMN + GUTTER), y, COLUMN, _height(group)), group)
                y += _height(group) + BETWEEN

    def _paint_group(self, painter: QPainter, theme: Theme, box: QRectF, group: Group) -> None:
        title, lines = group
        paint_text(painter, QRectF(box.x(), box.y(), COLUMN, HEAD - 4), title, theme.text_second, SMALL, 600)
        painter.fillRect(QRectF(box.x(), box.y() + HEAD - 4, COLUMN, 1), QColor(theme.divider))
        y = box.y() + HEAD
        for keys, what in lines:
            room = COLUMN - caps_width(keys) - 12
            paint_text(painter, QRectF(box.x(), y, room, ROW), elided(what, room, TEXT), theme.text, TEXT)
            paint_caps(painter, box.right(), y + ROW / 2, keys, theme)
            y += ROW


def _height(group: Group) -> int:
    return HEAD + ROW * len(group[1])


def _stack(column: list[Group]) -> int:
    return sum(_height(group) for group in column) + BETWEEN * (len(column) - 1)


def _dealt(groups: tuple[Group, ...], limit: int) -> list[list[Group]]:
    columns: list[list[Group]] = []
    for group in groups:
        if columns and _stack([*columns[-1], group]) <= limit:
            columns[-1].append(group)
        else:
            columns.append([group])
    return columns
