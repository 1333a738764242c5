"""The model tree: bodies, the joints that carry them, and frames, each linked with the view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QTreeView, QWidget
from typing_extensions import override

from ...controls.keys import claims_key
from ...displays.tree_rows import Index, TreeRowDelegate, TreeRows, dress_tree
from ...look.icons import SIDE, paint_icon
from ...look.paint_text import RIGHT, elided_name, paint_text, text_width
from ...look.style import SMALL, TEXT
from ...look.theme import Theme
from .values import TreeEntry

ROW = 26
EDGE = 10
INDENT = 11
DEEPEST = 6  # levels that are indented; deeper rows stand below one another
FOLD = 16  # width of the chevron
EYE = SIDE + 12
_KEYS = (
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_Space,
)


class BodyRows(TreeRows[TreeEntry]):
    """Bodies, joints and frames; where words are looked for, a flat list of those with all of them in key or note."""

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            entry = self.entry(index)
            return f"{entry.name}, {entry.note}" if entry.note else entry.name
        return None

    @override
    def shown(self) -> Sequence[int]:
        texts = (f"{entry.key} {entry.note}".casefold() for entry in self.entries)
        return [i for i, text in enumerate(texts) if all(word in text for word in self.words)]

    @override
    def depth(self, entry: TreeEntry) -> int:
        return 0 if self.words else entry.depth


class ModelTree(QTreeView):
    """A tree of rows. Left and Right fold and unfold, Space is the eye. Signals are for the user alone."""

    picked = Signal(str)  # key of the row
    visibility_changed = Signal(str, bool)  # body, whether it is drawn
    hovered = Signal(str)  # body under the pointer; "" for none

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = BodyRows(self)
        self.hidden: set[str] = set()  # names of bodies whose eye is shut
        self._silent = False
        self._folded: set[str] = set()  # keys
        self._key = ""  # of the row that is selected, seen or not
        self._over = ""
        self.setModel(self.rows)
        self.setItemDelegate(_Row(self))
        dress_tree(self, self.tr("Bodies, joints and frames"))
        self.selectionModel().selectionChanged.connect(self._emit_picked)

    @property
    def selected(self) -> str:
        """Key of the selected row, or nothing."""
        return self._key

    @property
    def in_sight(self) -> Iterator[TreeEntry]:
        """The rows that are not folded away, from above."""
        index = self.rows.index(0, 0)
        while index.isValid():
            yield self.rows.entry(index)
            index = self.indexBelow(index)

    def show_entries(self, entries: Sequence[TreeEntry]) -> None:
        """Show these rows; folds stay where their rows do."""
        if tuple(entries) != self.rows.entries:
            self._folded &= {entry.key for entry in entries}
            self.hidden &= {entry.body for entry in entries if entry.kind == "body"}
            self._changing(lambda: self.rows.show_entries(entries))

    def search(self, text: str) -> None:
        """Show only rows that match."""
        self._changing(lambda: self.rows.search(text))

    def show_selected(self, key: str) -> None:
        """Show a row as selected, unfolded and in sight; an empty key none."""
        self._key = key
        self._select()
        index = self.rows.index_of(key)
        above = self.rows.parent(index)
        while above.isValid():
            self._folded.discard(self.rows.entry(above).key)
            self.expand(above)
            above = self.rows.parent(above)
        if index.isValid():
            self.scrollTo(index)

    def show_visible(self, body: str, visible: bool) -> None:
        """Show the eye of a body open or shut."""
        (self.hidden.discard if visible else self.hidden.add)(body)
        self.viewport().update()

    def is_body_visible(self, body: str) -> bool:
        """Whether the eye of a body is open."""
        return body not in self.hidden

    def fold(self, key: str, folded: bool) -> None:
        """Fold or unfold a row."""
        (self._folded.add if folded else self._folded.discard)(key)
        self.setExpanded(self.rows.index_of(key), not folded)

    def rect_of(self, key: str) -> QRect:
        """Where a row is, in the tree's viewport."""
        return self.visualRect(self.rows.index_of(key))

    def eye_of(self, key: str) -> QRect:
        """Where the eye of a body's row is."""
        rect = self.rect_of(key)
        return QRect(rect.right() - EYE - 2, rect.top(), EYE, rect.height())

    def chevron_of(self, key: str) -> QRect:
        """Where a row is folded by the mouse."""
        rect, index = self.rect_of(key), self.rows.index_of(key)
        return QRect(round(indent_of(self.rows, index)) - 2, rect.top(), FOLD + 2, rect.height())

    @override
    def event(self, event: QEvent) -> bool:
        return claims_key(event, _KEYS) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        index, key = self.currentIndex(), event.key()
        if not index.isValid() or key not in (Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Right):
            super().keyPressEvent(event)
            return
        entry, opens, above = self.rows.entry(index), self.rows.hasChildren(index), self.rows.parent(index)
        if key == Qt.Key.Key_Space:
            if entry.kind == "body":
                self._switch(entry.body)
        elif opens and self.isExpanded(index) == (key == Qt.Key.Key_Left):
            self.fold(entry.key, key == Qt.Key.Key_Left)
        elif key == Qt.Key.Key_Right and opens:
            self.setCurrentIndex(self.rows.index(0, 0, index))
        elif key == Qt.Key.Key_Left and above.isValid():
            self.setCurrentIndex(above)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        index = self.indexAt(at)
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            entry = self.rows.entry(index)
            if self.rows.hasChildren(index) and self.chevron_of(entry.key).contains(at):
                self.fold(entry.key, self.isExpanded(index))
                return
            if entry.kind == "body" and self.eye_of(entry.key).contains(at):
                self._switch(entry.body)
                return
        super().mousePressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not event.buttons():
            super().mouseMoveEvent(event)
            index = self.indexAt(event.position().toPoint())
            self._hover(self.rows.entry(index).body if index.isValid() else "")

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover("")

    def _hover(self, body: str) -> None:
        if body != self._over:
            self._over = body
            self.hovered.emit(body)

    def _switch(self, body: str) -> None:
        visible = not self.is_body_visible(body)
        self.show_visible(body, visible)
        self.visibility_changed.emit(body, visible)

    def _changing(self, change: Callable[[], object]) -> None:
        """Change the rows; what was selected and folded stays so, and the tree stays where it was scrolled to."""
        scrolled = self.verticalScrollBar().value()
        change()
        self.expandAll()
        for key in self._folded:
            self.collapse(self.rows.index_of(key))
        self._select()
        self.verticalScrollBar().setValue(scrolled)

    def _select(self) -> None:
        self._silent = True
        self.clearSelection()
        self.setCurrentIndex(self.rows.index_of(self._key))
        self._silent = False

    def _emit_picked(self) -> None:
        rows = self.selectionModel().selectedRows()
        if not self._silent and rows:
            self._key = self.rows.entry(rows[0]).key
            self.picked.emit(self._key)


def indent_of(rows: BodyRows, index: Index) -> float:
    """Where the chevron of a row is."""
    return EDGE + INDENT * min(rows.depth(rows.entry(index)), DEEPEST)


class _Row(TreeRowDelegate):
    def __init__(self, tree: ModelTree) -> None:
        super().__init__(tree, ROW)
        self._tree = tree

    @override
    def left_of(self, index: Index) -> float:
        return indent_of(self._tree.rows, index)

    @override
    def paint_entry(self, painter: QPainter, rect: QRectF, index: Index, theme: Theme, look: tuple[bool, bool]) -> None:
        entry, (chosen, hovered) = self._tree.rows.entry(index), look
        hidden = entry.body in self._tree.hidden
        x = self.left_of(index) + FOLD
        ink = theme.accent_text if chosen else theme.text_second
        paint_icon(painter, f"kind_{entry.kind}", theme.text_hint if hidden else ink, x, rect.top() + 5)
        x += SIDE + 6
        right = rect.right() - EDGE
        main = entry.kind == "body"
        if main:
            pale = theme.text_second if chosen or hovered else theme.text_hint
            paint_icon(painter, "eye_off" if hidden else "eye", pale, right - SIDE, rect.top() + 5)
        right -= SIDE + 8
        color = theme.text_hint if hidden else theme.accent_text if chosen else theme.text if main else theme.text_second
        px, weight = (TEXT, 600 if chosen else 400) if main else (SMALL, 500 if chosen else 400)
        note = text_width(entry.note, SMALL)
        room = right - x  # the note gives way to the name
        words = elided_name(entry.name, room, px, weight)
        paint_text(painter, QRectF(x, rect.top(), room + 4, ROW), words, color, px, weight)
        x += text_width(words, px, weight) + 8
        if right - x >= note:
            paint_text(painter, QRectF(x, rect.top(), right - x, ROW), entry.note, theme.text_hint, SMALL, 400, RIGHT)
