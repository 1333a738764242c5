"""What happened, one event a row: its mark, its time, its words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QSizePolicy, QStyledItemDelegate, QWidget
from typing_extensions import override

from ...look.paint_row import paint_row_ground
from ...look.paint_text import RIGHT, elided, paint_text, text_width
from ...look.style import SMALL, current_theme
from ...text.number_text import quantity_text
from ...time_bar.event_mark import paint_event_mark
from .values import EventEntry

ROW = 24
ROWS = 8  # asked for, where there is room
EDGE = 16
_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End,
         Qt.Key.Key_Return, Qt.Key.Key_Enter)  # fmt: skip


class EventList(QListView):
    """A list of events in the order of time. `jumped` gives the time [s] of the one clicked, or on which Enter was hit.

    New events at the end are followed as long as the end is in sight.
    """

    jumped = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = _Events(self)
        self.setModel(self._model)
        self.setItemDelegate(_Row(self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Events"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.clicked.connect(self._jump)

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._model.events)

    def show_events(self, events: Sequence[EventEntry]) -> None:
        """Show these; cheap where they are those shown, or those and some more."""
        bar = self.verticalScrollBar()
        follow = bar.value() >= bar.maximum()
        if self._model.show_events(events):
            self.updateGeometry()
            if follow:
                self.scrollToBottom()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, max(1, min(self.count, ROWS)) * ROW)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, max(1, min(self.count, 3)) * ROW)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and event.key() in _KEYS:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._jump(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _jump(self, index: QModelIndex) -> None:
        if index.isValid():
            self.jumped.emit(self._model.events[index.row()].t)


class _Events(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.events: list[EventEntry] = []

    def show_events(self, events: Sequence[EventEntry]) -> bool:
        """Take these; whether anything changed."""
        before, new = len(self.events), list(events)
        if new[:before] != self.events:
            self.beginResetModel()
            self.events = new
            self.endResetModel()
        elif len(new) > before:
            self.beginInsertRows(QModelIndex(), before, len(new) - 1)
            self.events = new
            self.endInsertRows()
        else:
            return False
        return True

    @override
    def rowCount(self, parent: QModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.events)

    @override
    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        event = self.events[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            line = f"{quantity_text(event.t, 's')}: {event.kind}, {event.text}"
            return f"{line}\n{event.detail}" if event.detail and role == Qt.ItemDataRole.ToolTipRole else line
        return None


class _Row(QStyledItemDelegate):
    @override
    def sizeHint(self, option, index) -> QSize:
        return QSize(120, ROW)

    @override
    def paint(self, painter: QPainter, option, index: QModelIndex) -> None:
        theme = current_theme()
        event = index.model().events[index.row()]
        rect = QRectF(option.rect)
        painter.save()
        chosen, _ = paint_row_ground(painter, option, theme)
        paint_event_mark(painter, event.kind, EDGE + 6, rect.center().y(), theme)
        time = quantity_text(event.t, "s")
        width = max(56.0, text_width(time, SMALL, 500))
        box = QRectF(EDGE + 16, rect.top(), width, rect.height())
        paint_text(painter, box, time, theme.text, SMALL, 500, RIGHT)
        box = QRectF(box.right() + 8, rect.top(), rect.right() - box.right() - 11, rect.height())
        paint_text(painter, box, elided(event.text, box.width(), SMALL), theme.text_second, SMALL)
        painter.restore()
