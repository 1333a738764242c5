"""All keys on one sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListView,
    QScrollArea,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from ..controls.buttons.icon_button import IconButton
from ..displays.text_label import TextLabel
from ..look.paint_key import caps_width, paint_caps
from ..look.paint_text import elided, paint_text
from ..look.style import SMALL, TEXT, current_theme
from .modal_card import ModalCard

COLUMN = 312
GUTTER = 32
ROW = 28
HEAD = 32
BETWEEN = 12  # groups of one column
EDGE = 24


class KeyLine(NamedTuple):
    """A key and what it does; without a key, the name of a group, `above` it the room it keeps [px]."""

    keys: str
    what: str
    above: int = 0


class KeysSheet(ModalCard):
    """A card of groups in columns, each line a key and what it does. Escape, ? or a click beside closes it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._groups: tuple[tuple[KeyLine, ...], ...] = ()
        self.columns: list[KeyList] = []
        self._body = QWidget()
        self._row = QHBoxLayout(self._body)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(GUTTER)
        title = TextLabel(self.card, px=16, weight=600)
        title.show_text(self.tr("Keys and mouse"))
        title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.close_button = IconButton("close", self.tr("Close (Esc)"), self.card)
        self.close_button.clicked.connect(self.leave)
        area = QScrollArea(self.card)
        area.setWidget(self._body)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.viewport().setAutoFillBackground(False)
        self._body.setAutoFillBackground(False)
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
        self._groups = tuple(
            (KeyLine("", title), *(KeyLine(keys, what) for keys, what in lines)) for title, lines in groups.items()
        )
        self.open_card(self)

    def arrange(self) -> None:
        """Put the card in the middle, as wide as its columns."""
        count = max(1, min(3, (self.width() - 48 - 2 * EDGE + GUTTER) // (COLUMN + GUTTER)))
        size = self._fill(count)
        width = min(size.width() + 2 * EDGE, self.width() - 16)
        height = min(size.height() + 76, self.height() - 48)
        self.card.setGeometry((self.width() - width) // 2, max(24, (self.height() - height) // 2), width, height)

    @override
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and event.text() == "?":
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() == "?":
            self.leave()
        else:
            super().keyPressEvent(event)

    def _fill(self, count: int) -> QSize:
        """Deal the groups to so many columns of about the same height, in their order; returns the size that takes."""
        limit = max((_height(group) for group in self._groups), default=0)
        while len(_split_into_columns(self._groups, limit)) > count:
            limit += 4
        columns = _split_into_columns(self._groups, limit)
        while len(self.columns) < len(columns):
            self.columns.append(KeyList(self._body))
            self._row.addWidget(self.columns[-1], 0, Qt.AlignmentFlag.AlignTop)
        for k, column in enumerate(self.columns):
            column.setVisible(k < len(columns))
            if k < len(columns):
                column.show_lines(columns[k])
        wide = len(columns) * (COLUMN + GUTTER) - GUTTER
        self._body.resize(max(wide, 0), max(map(_height, columns), default=0))
        return self._body.size()


class KeyList(QListView):
    """One column of the sheet."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._lines = _Lines(self)
        self.setModel(self._lines)
        self.setItemDelegate(_Line(self))
        self.setFixedWidth(COLUMN)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # the sheet scrolls
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Keys"))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_lines(self, lines: Sequence[KeyLine]) -> None:
        """Show keys and what they do, a line each."""
        self._lines.show_lines(tuple(lines))
        self.setFixedHeight(_height(lines))


class _Lines(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._lines: tuple[KeyLine, ...] = ()

    def show_lines(self, lines: tuple[KeyLine, ...]) -> None:
        if lines != self._lines:
            self.beginResetModel()
            self._lines = lines
            self.endResetModel()

    @override
    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._lines)

    @override
    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        line = self._lines[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{line.keys}: {line.what}" if line.keys else line.what
        return None


class _Line(QStyledItemDelegate):
    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(COLUMN, _height([index.data(Qt.ItemDataRole.UserRole)]))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        theme, box = current_theme(), QRectF(option.rect)
        keys, what, above = index.data(Qt.ItemDataRole.UserRole)
        painter.save()
        if keys:
            room = COLUMN - caps_width(keys) - 12
            paint_text(painter, box, elided(what, room, TEXT), theme.text, TEXT)
            paint_caps(painter, box.right(), box.center().y(), keys, theme)
        else:
            paint_text(painter, box.adjusted(0, above, 0, -4), what, theme.text_second, SMALL, 600)
            painter.fillRect(QRectF(box.x(), box.bottom() - 4, COLUMN, 1), QColor(theme.divider))
        painter.restore()


def _height(lines: Sequence[KeyLine]) -> int:
    return sum(ROW if line.keys else HEAD + line.above for line in lines)


def _split_into_columns(groups: Sequence[Sequence[KeyLine]], limit: int) -> list[list[KeyLine]]:
    columns: list[list[KeyLine]] = []
    for title, *lines in groups:
        group = [title._replace(above=BETWEEN), *lines]
        if columns and _height([*columns[-1], *group]) <= limit:
            columns[-1] += group
        else:
            columns.append([title, *lines])
    return columns
