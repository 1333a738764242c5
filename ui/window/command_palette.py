"""Every command by its name: type a few letters, press Enter."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from ..controls.fields.search_line import SearchLine
from ..displays.prose import Prose
from ..look.icons import SIDE
from ..look.paint_box import paint_box
from ..look.paint_key import caps_width, paint_caps
from ..look.paint_text import elided, paint_text
from ..look.style import SMALL, TEXT, current_theme
from .entry_search import EntrySearch, PaletteEntry
from .modal_card import ModalCard

WIDTH = 560
ROW = 32
ROWS = 11  # in sight at once
TOP = 56
Index = QModelIndex | QPersistentModelIndex


class CommandPalette(ModalCard):
    """A list over the window. `chosen` says what the user took, by key; Escape or a click beside takes nothing."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._search = EntrySearch(())
        self._model = _Entries(self)
        hint = self.tr("Search commands, pages, exercises: friction, Delassus, couple")
        self.edit = SearchLine(self.tr("Search commands"), self.card, hint=hint, height=36)
        self.edit.cancelled.connect(self.leave)
        self.edit.textChanged.connect(self._filter)
        self.edit.installEventFilter(self)
        self.list = QListView(self.card)
        self.list.setModel(self._model)
        self.list.setItemDelegate(_Row(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.edit.accepted.connect(lambda: self._take(self.list.currentIndex()))
        self.list.clicked.connect(self._take)
        self.list.entered.connect(self.list.setCurrentIndex)
        self._none = Prose(self.card, role="text_hint")
        self._none.setContentsMargins(12, 2, 0, 6)
        column = QVBoxLayout(self.card)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        column.addWidget(self.edit)
        column.addWidget(self._none)
        column.addWidget(self.list)

    def open(self, entries: Sequence[PaletteEntry]) -> None:
        """Come up with these entries."""
        self._search = EntrySearch(entries)
        self.edit.clear()
        self._filter("")
        self.open_card(self.edit)

    def show_entries(self, entries: Sequence[PaletteEntry]) -> None:
        """Offer these from now on, found by what is typed already."""
        self._search = EntrySearch(entries)
        self._filter(self.edit.text())

    @property
    def visible_entries(self) -> tuple[PaletteEntry, ...]:
        """The entries that match what is typed."""
        return self._model.entries

    def arrange(self) -> None:
        """Put the card in the middle near the top, as high as its rows."""
        rows = min(len(self._model.entries), ROWS, max(3, (self.height() - TOP - 80) // ROW))
        self.list.setFixedHeight(rows * ROW)
        self.list.setVisible(rows > 0)
        width = min(WIDTH, self.width() - 32)
        height = 36 + 16 + (6 + rows * ROW if rows else 30)
        self.card.setGeometry((self.width() - width) // 2, TOP, width, height)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.edit and isinstance(event, QKeyEvent) and event.type() != QEvent.Type.KeyRelease:
            steps = _STEPS.get(Qt.Key(event.key()))
            if steps is not None:
                if event.type() == QEvent.Type.ShortcutOverride:
                    event.accept()
                else:
                    self._step(steps)
                return True
        return super().eventFilter(watched, event)

    def _filter(self, typed: str) -> None:
        self._model.show_entries(self._search.find(typed))
        self._none.show_text("" if self._model.entries else self.tr("No command has these words."))
        self.list.setCurrentIndex(self._model.index(0))
        self.list.scrollToTop()
        self.arrange()

    def _step(self, by: int) -> None:
        count = self._model.rowCount()
        if count:
            row = self.list.currentIndex().row() + by
            row = row % count if abs(by) == 1 else min(max(row, 0), count - 1)
            self.list.setCurrentIndex(self._model.index(row))

    def _take(self, index: QModelIndex) -> None:
        if index.isValid():
            key = self._model.entries[index.row()].key
            self.leave()
            self.chosen.emit(key)


_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -ROWS, Qt.Key.Key_PageDown: ROWS}


class _Entries(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.entries: tuple[PaletteEntry, ...] = ()

    def show_entries(self, entries: Sequence[PaletteEntry]) -> None:
        self.beginResetModel()
        self.entries = tuple(entries)
        self.endResetModel()

    @override
    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.entries)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return entry
        return f"{entry.group} {entry.title}" if role == Qt.ItemDataRole.DisplayRole else None


class _Row(QStyledItemDelegate):
    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, ROW)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = current_theme()
        entry = index.data(Qt.ItemDataRole.UserRole)
        rect = QRectF(option.rect)
        painter.save()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen:
            paint_box(painter, rect.adjusted(0, 1, 0, -1), theme.accent_fill)
        group = elided(entry.group, 84, SMALL)
        paint_text(painter, rect.adjusted(12, 0, 0, 0), group, theme.text_second if chosen else theme.text_hint, SMALL)
        box = rect.adjusted(104, 0, -12, 0)
        keys = caps_width(entry.shortcut) if entry.shortcut else 0.0
        title = elided(entry.title, box.width() - keys - SIDE, TEXT, 500 if chosen else 400)
        color = theme.accent_text if chosen else theme.text
        paint_text(painter, box.adjusted(0, 0, -keys, 0), title, color, TEXT, 500 if chosen else 400)
        if entry.shortcut:
            paint_caps(painter, box.right(), rect.center().y(), entry.shortcut, theme)
        painter.restore()
