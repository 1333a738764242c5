"""The view of words that are typed: one line, or paragraphs in a field that grows with them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget
from typing_extensions import override

from ..controls.fields.text_field import TextField
from ..look.style import TEXT, ui_font
from .block_view import BlockView, shows
from .blocks import Words

AROUND = 14  # the lines of a field [px]


class WordsField(QPlainTextEdit):
    """As high as its lines. Tab goes on to what is next."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFont(ui_font(TEXT))
        self.setTabChangesFocus(True)
        self.textChanged.connect(self.fit)

    def fit(self) -> None:
        """Be as high as what is in it."""
        lines = max(1, round(self.document().size().height()))
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + AROUND)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


@shows(Words)
class WordsView(BlockView):
    """A field, which the program fills in silence."""

    @override
    def make(self, block: Words, parent: QWidget) -> QWidget:
        if _is_line(block):
            line = TextField(block.name, parent)
            line.setFont(ui_font(TEXT, 600 if block.heading else 400))
            line.check = lambda text: self.block.check(text) if self.block.check is not None else ""
            line.entered.connect(lambda text: self.emit("typed", text))
            return line
        field = WordsField(parent)
        field.textChanged.connect(lambda: self.emit("typed", field.toPlainText()))
        return field

    @override
    def fits(self, block: Any) -> bool:
        return isinstance(block, Words) and (block.heading, _is_line(block)) == (self.block.heading, _is_line(self.block))

    @override
    def show(self, block: Words) -> None:
        self.widget.setAccessibleName(block.name)
        self.widget.setPlaceholderText(block.hint)
        if isinstance(self.widget, TextField):
            self.widget.show_text(block.text)
        elif self.widget.toPlainText() != block.text:
            with QSignalBlocker(self.widget):
                self.widget.setPlainText(block.text)
            self.widget.fit()


def _is_line(block: Words) -> bool:
    return block.heading or block.check is not None
