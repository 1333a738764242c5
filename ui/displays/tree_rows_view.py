"""A tree of rows that are painted by hand: what all of them have in common."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QFrame, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView
from typing_extensions import override

from ..look.icons import paint_icon
from ..look.paint_row import paint_row_background
from ..look.style import current_theme
from ..look.theme import Theme

CHEVRON = 12


class TreeRowDelegate(QStyledItemDelegate):
    """Paints the background of a row and the chevron of one that opens; `paint_entry` paints the rest."""

    def __init__(self, tree: QTreeView, row_height: int) -> None:
        super().__init__(tree)
        self._row_height = row_height

    def left_of(self, index: QModelIndex | QPersistentModelIndex) -> float:
        """Where the chevron of a row is, from the left of the tree."""
        raise NotImplementedError

    def paint_entry(
        self,
        painter: QPainter,
        rect: QRectF,
        index: QModelIndex | QPersistentModelIndex,
        theme: Theme,
        look: tuple[bool, bool],
    ) -> None:
        """Paint what is right of `left_of`; `look`: whether the row is chosen, and whether the pointer is over it."""
        raise NotImplementedError

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(120, self._row_height)

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme, rect = current_theme(), QRectF(option.rect)
        painter.save()
        chosen, hovered = paint_row_background(painter, option, theme)
        if index.model().hasChildren(index):
            chevron = "chevron_down" if option.state & QStyle.StateFlag.State_Open else "chevron_right"
            ink = theme.text_second if chosen or hovered else theme.text_hint
            top = rect.top() + (self._row_height - CHEVRON) / 2
            paint_icon(painter, chevron, ink, self.left_of(index), top, CHEVRON)
        self.paint_entry(painter, rect, index, theme, (chosen, hovered))
        painter.restore()


def dress_tree(tree: QTreeView, name: str) -> None:
    """Have a tree of painted rows look and behave as all of them do; `name` is for screen readers."""
    tree.setHeaderHidden(True)
    tree.setIndentation(0)  # rows are indented as they are painted: no deeper than there is room
    tree.setRootIsDecorated(False)
    tree.setExpandsOnDoubleClick(False)
    tree.setUniformRowHeights(True)
    tree.setMouseTracking(True)
    tree.setFrameShape(QFrame.Shape.NoFrame)
    tree.setAccessibleName(name)
    tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    tree.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
