"""A long text that is read or copied whole: what failed, with all that someone needs who looks into it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ..controls.buttons.icon_button import IconButton
from ..controls.buttons.outline_button import OutlineButton
from ..displays.text_label import TextLabel
from .modal_card import ModalCard

WIDEST, TALLEST = 880, 560
EDGE = 24


class ReportCard(ModalCard):
    """A card with a title, the text, where it is kept, and a button that copies it. Escape or a click beside closes it."""

    copied = Signal(str)  # the text, when the user asks for it

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._title = TextLabel(self.card, px=16, weight=600)
        self._title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._place = TextLabel(self.card, role="text_second")
        self._place.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.text = QPlainTextEdit(self.card)
        self.text.setReadOnly(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.text.setAccessibleName(self.tr("Report"))
        self.close_button = IconButton("close", self.tr("Close (Esc)"), self.card)
        self.close_button.clicked.connect(self.leave)
        self.copy_button = OutlineButton(self.tr("Copy"), "copy", self.card)
        self.copy_button.clicked.connect(lambda: self.copied.emit(self.text.toPlainText()))
        head, foot = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self._title)
        head.addWidget(self.close_button)
        foot.addWidget(self._place)
        foot.addWidget(self.copy_button)
        column = QVBoxLayout(self.card)
        column.setContentsMargins(EDGE, 16, EDGE - 10, 16)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.text)
        column.addLayout(foot)

    def open(self, title: str, text: str, place: str) -> None:
        """Come up with a title, the text, and a line that says where it is kept."""
        self._title.show_text(title)
        self.text.setPlainText(text)
        self._place.show_text(place)
        self.open_card(self.text)

    @override
    def arrange(self) -> None:
        width, height = min(WIDEST, self.width() - 48), min(TALLEST, self.height() - 48)
        self.card.setGeometry((self.width() - width) // 2, (self.height() - height) // 2, width, height)
