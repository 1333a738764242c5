"""What a page is: parts below each other, as wide as a panel."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLayout, QWidget
from typing_extensions import override


class PanelColumn(QWidget):
    """A widget with a layout that is as high as that, and at least as wide as a panel: tables in it scroll by themselves."""

    @override
    def sizeHint(self) -> QSize:
        return QSize(400, cast("QLayout", self.layout()).sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(340, cast("QLayout", self.layout()).minimumSize().height())
