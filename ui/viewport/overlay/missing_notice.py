"""What the view says while it cannot be drawn: why, whether it is tried again, and what can be done."""

from __future__ import annotations

from html import escape
from typing import cast

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from ...controls.buttons.outline_button import OutlineButton
from ...look.paint_box import paint_box
from ...look.style import TEXT, current_theme, ui_font

WIDEST = 420


class MissingNotice(QWidget):
    """A card in the middle of its parent."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = QLabel(self, wordWrap=True)
        self._text.setFont(ui_font(TEXT, 400))
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.try_button = OutlineButton(self.tr("Try again"), "reset", self)
        self.doctor_button = OutlineButton(self.tr("Doctor"), parent=self)
        self.doctor_button.setToolTip(self.tr("What this installation is made of, and what keeps it from drawing"))
        buttons, self._column = QHBoxLayout(), QVBoxLayout(self)
        buttons.addWidget(self.try_button)
        buttons.addWidget(self.doctor_button)
        buttons.addStretch()
        self._column.setContentsMargins(20, 16, 20, 16)
        self._column.setSpacing(12)
        self._column.addWidget(self._text)
        self._column.addLayout(buttons)
        self.hide()

    def show_reason(self, reason: str, details: str, tries_again: bool) -> None:
        """Say why; an empty reason: it is drawn again, and the notice goes."""
        if reason:
            title = self.tr("The view cannot be drawn now.")
            next_try = self.tr("It is tried again by itself.") if tries_again else self.tr("It was tried four times.")
            text = f"{escape(reason[:1].upper() + reason[1:])}. {next_try}"
            nothing_lost = self.tr("All else goes on, and nothing is lost.")
            self._text.setText(f"<b>{title}</b><p>{text} {nothing_lost}")
            self._text.setToolTip(details)
            self.place()
            self.raise_()
        self.setVisible(bool(reason))

    def place(self) -> None:
        """Lie in the middle."""
        view = cast("QWidget", self.parentWidget()).rect()  # not kept: a ring of references would keep the view
        width = min(WIDEST, view.width() - 24)
        height = self._column.totalHeightForWidth(width)
        self.setGeometry((view.width() - width) // 2, max(0, (view.height() - height) // 2), width, height)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        paint_box(QPainter(self), QRectF(self.rect()), theme.panel, theme.warning, 8)
