"""A table with a value a row: selection, keys, copying and reading aloud are Qt's, the look is the house's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QSizePolicy, QTableView, QWidget
from typing_extensions import override

from ...controls.buttons.copy_button import Source
from ...text.array_text import ArrayText
from .column import Column
from .row_copying import RowCopying
from .row_delegate import RowDelegate
from .row_header import RowHeader
from .row_model import RowModel

ROW = 24
LEAST_ROWS, FEW_ROWS = 3, 6  # that a table asks for which scrolls, with its head
WALKING = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End)
ENTERING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
DELETING = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_ROWS = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
_NOTHING = QItemSelectionModel.SelectionFlag.NoUpdate


class RowTable(QTableView):
    """Shows frozen values, a row each. `show_*` and `set_*` are silent, signals are for the user alone.

    With `click_activates`, a click does what Enter does; where it `selects` nothing besides, rows are like buttons: Space
    presses them too, and the arrow keys only walk. It is as high as its rows; beyond `most` rows, or if it is not
    `fixed_height`, it scrolls. `source` gives what is copied as LaTeX, CSV, NumPy.
    """

    row_selected = Signal(int)
    row_activated = Signal(int)  # by Enter, and a double click or a click
    row_deleted = Signal(int)  # by Delete or Backspace, where these are wanted

    def __init__(
        self,
        name: str,
        columns: Sequence[Column[Any]] = (),
        parent: QWidget | None = None,
        *,
        row_height: int = ROW,
        most: int = 0,
        header: bool = True,
        divided: bool = True,
        fixed_height: bool = True,
        click_activates: bool = False,
        selects: bool = True,
        delete_key: bool = False,
        tip: Callable[[Any], str] | None = None,
        source: Source | None = None,
    ) -> None:
        super().__init__(parent)
        self.row_model: RowModel[Any] = RowModel(columns, self, tip)
        self.row_height = row_height
        self._delegate = RowDelegate(self.row_model, row_height, divided, self)
        self._most, self._fixed, self._selects = most, fixed_height, selects
        self._silent = False
        self._claimed = {*WALKING, *ENTERING, *(() if selects else (Qt.Key.Key_Space,)), *(DELETING if delete_key else ())}
        self._copying = RowCopying(self.row_model, source)
        self.setAccessibleName(name)
        self.setModel(self.row_model)
        self.setItemDelegate(self._delegate)
        self.head = RowHeader(self.row_model, self._delegate.needs, self)
        self._delegate.grew.connect(self._give_room, Qt.ConnectionType.QueuedConnection)
        self.head.setVisible(header)
        self._dress()
        self.selectionModel().selectionChanged.connect(self._follow_selection)
        (self.clicked if click_activates else self.doubleClicked).connect(self._activate)
        self._fit_height()

    @property
    def rows(self) -> Any:
        """The values shown, a sequence."""
        return self.row_model.rows

    @property
    def selected(self) -> int:
        """The row that stands out; -1: none."""
        return self._delegate.selected

    @property
    def hovered(self) -> int:
        """The row under the pointer; -1: none."""
        return self._delegate.hovered

    def show_rows(self, rows: Sequence[Any], more: Sequence[Any] = ()) -> None:
        """Show these; cheap where few of them changed. There are `more`, which are copied with them."""
        self._change_rows(lambda: self.row_model.show_rows(rows), len(rows))
        self.row_model.more = more

    def show_grown(self, rows: Sequence[Any], kept: int) -> None:
        """Show these, of which the first `kept` are shown already; cheap however many there are."""
        self._change_rows(lambda: self.row_model.show_grown(rows, kept), kept)

    def show_rewritten(self, rows: Sequence[Any]) -> None:
        """Show these, all of which may differ; cheap however many there are, and scrolled to where it was."""
        self._change_rows(lambda: self.row_model.show_rewritten(rows), len(rows))

    def _change_rows(self, change: Callable[[], None], kept: int) -> None:
        """Change the rows, of which the first `kept` may stay."""
        before = len(self.rows)
        if self.selected >= kept:
            self.show_selected(None)  # Qt would select its neighbour
        self._silent = True
        change()
        self._silent = False
        if len(self.rows) != before:
            self._fit_height()

    def set_columns(self, columns: Sequence[Column[Any]]) -> None:
        """Show other columns, or write these otherwise."""
        selected = self.selected
        self.show_selected(None)
        self._delegate.needs.clear()
        self.row_model.set_columns(columns)
        self.show_selected(selected)
        self._fit_height()
        self.head.fit(self.viewport().width())

    def show_selected(self, row: int | None) -> None:
        """Let a row stand out; None or -1: no row."""
        row = -1 if row is None or row >= len(self.rows) else row
        if row == self.selected:
            return
        self._silent = True
        if not self._selects:
            self._delegate.selected = row
            self.viewport().update()
        elif row < 0:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        else:
            self.setCurrentIndex(self.row_model.index(row, 0))
        self._silent = False

    def claim_keys(self, *keys: Qt.Key) -> None:
        """Keep more keys from the window's shortcuts."""
        self._claimed.update(keys)

    def row_rect(self, row: int) -> QRect:
        """Where a row is, in the viewport."""
        return QRect(0, self.rowViewportPosition(row), self.viewport().width(), self.row_height)

    def copy(self, form: str) -> None:
        """Put the table on the clipboard: in one of FORMS, or as "text", of which the selected row is enough."""
        self._copying.copy(form, self.selected)

    def array_text(self) -> ArrayText | None:
        """Its numbers with every digit; None: it has none, or a formula."""
        found = self._copying.found()
        return found if isinstance(found, ArrayText) else None

    @override
    def sizeHint(self) -> QSize:
        return QSize(sum(self.head.widths) + 40, self.height() if self._fixed else FEW_ROWS * self.row_height)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.height() if self._fixed else LEAST_ROWS * self.row_height)

    @override
    def event(self, event: QEvent) -> bool:
        """Keep the keys that it uses from the window's shortcuts."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.key() in self._claimed or event.matches(QKeySequence.StandardKey.Copy):
                event.accept()
                return True
        return super().event(event)

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._hover(-1)
        return super().viewportEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy("text")
        elif key not in self._claimed:
            event.ignore()
        elif key in DELETING:
            if self.currentIndex().isValid():
                self.row_deleted.emit(self.currentIndex().row())
        elif key not in WALKING:
            self._activate(self.currentIndex())
        elif self.selected < 0 and self._selects and self.currentIndex().isValid():
            self.selectionModel().select(self.currentIndex(), _ROWS)  # the first key selects the row with the ring
        else:
            super().keyPressEvent(event)

    @override
    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Home and End are the first and the last row, not column."""
        if action == QAbstractItemView.CursorAction.MoveHome:
            return self.row_model.index(0, 0)
        if action == QAbstractItemView.CursorAction.MoveEnd:
            return self.row_model.index(len(self.rows) - 1, 0)
        return super().moveCursor(action, modifiers)

    @override
    def selectionCommand(
        self, index: QModelIndex | QPersistentModelIndex, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        return _ROWS if index.isValid() and self._selects else _NOTHING

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
        else:
            event.ignore()

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not event.buttons():  # to drag is not to select
            super().mouseMoveEvent(event)
        self._hover(self.rowAt(round(event.position().y())))

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.rows:
            self._copying.popup_menu(event.globalPos(), self.selected, self)

    @override
    def currentChanged(
        self, current: QModelIndex | QPersistentModelIndex, previous: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().currentChanged(current, previous)
        self._show_focus()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._show_focus()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_focus()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.head.fit(self.viewport().width())

    def _dress(self) -> None:
        self.setHorizontalHeader(self.head)
        sides = self.verticalHeader()
        sides.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        sides.setMinimumSectionSize(1)
        sides.setDefaultSectionSize(self.row_height)
        sides.hide()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.horizontalScrollBar().rangeChanged.connect(self._fit_height)
        if self._fixed and not self._most:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        height = QSizePolicy.Policy.Fixed if self._fixed else QSizePolicy.Policy.Expanding
        self.setSizePolicy(QSizePolicy.Policy.Expanding, height)

    def _fit_height(self) -> None:
        if not self._fixed:
            self.updateGeometry()
            return
        count = min(len(self.rows), self._most or len(self.rows))
        head = 0 if self.head.isHidden() else self.head.sizeHint().height()
        across = self.horizontalScrollBar()
        bar = across.sizeHint().height() if across.maximum() else 0
        self.setFixedHeight(head + count * self.row_height + bar if count else 0)

    def _give_room(self) -> None:
        self.head.fit(self.viewport().width())

    def _follow_selection(self) -> None:
        rows = self.selectionModel().selectedRows()
        old, self._delegate.selected = self.selected, rows[0].row() if rows else -1
        for row in (old, self.selected):
            if row >= 0:
                self.viewport().update(self.row_rect(row))
        if rows and not self._silent:
            self.row_selected.emit(self.selected)

    def _activate(self, index: QModelIndex) -> None:
        if index.isValid():
            self.row_activated.emit(index.row())

    def _hover(self, row: int) -> None:
        if row != self._delegate.hovered:
            for each in (self._delegate.hovered, row):
                if each >= 0:
                    self.viewport().update(self.row_rect(each))
            self._delegate.hovered = row

    def _show_focus(self) -> None:
        self._delegate.focused = self.currentIndex().row() if self.hasFocus() else -1
        self.viewport().update()
