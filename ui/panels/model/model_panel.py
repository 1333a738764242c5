"""The body of the dock "Model": a line to search by, and the tree of bodies, joints and frames."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from ...controls.fields.search_line import SearchLine
from ...displays.section_head import column_in
from .model_tree import ModelTree
from .values import TreeEntry


class ModelPanel(QWidget):
    """`show_*` is for the program and silent, signals for the user alone."""

    picked = Signal(str)  # key of a row
    body_visibility_changed = Signal(str, bool)
    body_hovered = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setBackgroundRole(QPalette.ColorRole.Button)  # the colour of panels
        self.setAutoFillBackground(True)
        self.search = SearchLine(self.tr("Search bodies, joints, frames"), self)
        self.tree = ModelTree(self)
        self.search.textChanged.connect(self.tree.search)
        self.search.cancelled.connect(self._give_up)
        self.search.accepted.connect(self._take)
        self.tree.picked.connect(self.picked)
        self.tree.visibility_changed.connect(self.body_visibility_changed)
        self.tree.hovered.connect(self.body_hovered)
        column = column_in(self)
        head = QVBoxLayout()
        head.setContentsMargins(12, 8, 12, 8)
        head.addWidget(self.search)
        column.addLayout(head)
        column.addWidget(self.tree, 1)

    def show_entries(self, entries: Sequence[TreeEntry]) -> None:
        """Show a tree of bodies and joints."""
        self.tree.show_entries(entries)

    def show_selected(self, key: str) -> None:
        """Show a row as selected; one that the words leave out clears the search."""
        if key and self.search.text() and not self.tree.rows.index_of(key).isValid():
            self.search.clear()
        self.tree.show_selected(key)

    def show_visible(self, body: str, visible: bool) -> None:
        """Show the eye of a body open or shut."""
        self.tree.show_visible(body, visible)

    @override
    def sizeHint(self) -> QSize:
        return QSize(276, 560)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(228, 160)

    def _give_up(self) -> None:
        self.search.clear()
        self.tree.setFocus()

    def _take(self) -> None:
        """Go on to the first row found."""
        if self.tree.rows.rowCount():
            self.tree.setFocus()
            self.tree.setCurrentIndex(self.tree.rows.index(0, 0))
