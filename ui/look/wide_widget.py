"""A painted widget as wide as its place is, of a height of its own."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override


class WideWidget(QWidget):
    """It asks for `wide`, makes do with `narrow` [px] (None: with what its layout needs), and has a fixed height."""

    def __init__(self, parent: QWidget | None, *, height: int, wide: int, narrow: int | None = None) -> None:
        super().__init__(parent)
        self._wide, self._narrow = wide, narrow
        self.setFixedHeight(height)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._wide, self.minimumHeight())

    @override
    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() if self._narrow is None else QSize(self._narrow, self.minimumHeight())
