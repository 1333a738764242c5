"""Where a prediction is typed or chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QRadioButton, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ...controls.buttons.base_button import BaseButton
from ...controls.fields.number_field import NumberField
from ...displays.prose import Prose
from ...look.math_notation import plain_math
from ...look.paint_box import paint_box, paint_focus
from ...look.paint_text import CENTER, RIGHT, math_width, paint_math, paint_text
from ...look.style import SMALL, TEXT, current_theme
from ...text.number_text import parse_number, with_point
from .values import Form


class PredictionForm(QWidget):
    """Fields for numbers, or options. `submitted` is for the user alone: Enter in the last field."""

    submitted = Signal()
    changed = Signal()  # something was typed or chosen

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form = Form()
        self.no_number = ""  # what is said of a text that is none
        self.fields: list[PredictionField] = []
        self.options: dict[str, OptionButton] = {}
        self._body: QWidget | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self.hint = Prose(self, role="text_hint", px=SMALL)
        self._column.addWidget(self.hint)

    def show_form(self, form: Form) -> None:
        """Ask in this form, empty."""
        self._form = form
        self.fields, self.options = [], {}
        if self._body is not None:
            self._body.hide()
            self._body.deleteLater()
        self._body = QWidget(self)
        if form.options:
            self._make_options(self._body)
        else:
            self._make_fields(self._body)
        self._column.insertWidget(0, self._body)
        self.hint.show_text(form.hint)

    def show_texts(self, form: Form) -> None:
        """The same form in another language; what was typed or chosen stays."""
        for key, text in form.options:
            self.options[key].show_text(text)
        self._form = form
        self.hint.show_text(form.hint)

    @property
    def choice(self) -> str:
        """Key of the option that is chosen."""
        return next((key for key, button in self.options.items() if button.isChecked()), "")

    @property
    def typed(self) -> tuple[tuple[str, ...], str]:
        """What stands in the fields, and the option that is chosen."""
        return tuple(field.text() for field in self.fields), self.choice

    def show_typed(self, texts: Sequence[str], choice: str) -> None:
        """Show it again."""
        for field, text in zip(self.fields, texts, strict=True):
            field.show_text(text)
        if choice:
            self.options[choice].setChecked(True)

    def values(self) -> np.ndarray | None:
        """The numbers typed (m, n); None, and the first field without one is marked, where one is missing."""
        found = []
        for field in self.fields:
            number = field.number()
            if number is None:
                field.setFocus(Qt.FocusReason.OtherFocusReason)
                return None
            found.append(number)
        return np.array(found).reshape(len(self._form.rows), max(1, len(self._form.columns)))

    def _make_options(self, body: QWidget) -> None:
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        group = QButtonGroup(body)
        for key, text in self._form.options:
            button = self.options[key] = OptionButton(text, body)
            group.addButton(button)
            column.addWidget(button)
            button.clicked.connect(self.changed)

    def _make_fields(self, body: QWidget) -> None:
        form = self._form
        grid = QGridLayout(body)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        columns = form.columns or ("",)
        if form.columns:
            for j, label in enumerate(columns):
                grid.addWidget(_Label(label, CENTER, body), 0, j + 1)
        for i, label in enumerate(form.rows):
            grid.addWidget(_Label(label, RIGHT, body), i + 1, 0)
            for j, column in enumerate(columns):
                name = " ".join(filter(None, (plain_math(label), plain_math(column))))
                field = PredictionField(name, body, unit=form.units[i], reason_for=lambda: self.no_number)
                field.textEdited.connect(lambda _: self.changed.emit())
                grid.addWidget(field, i + 1, j + 1)
                self.fields.append(field)
        for before, after in pairwise(self.fields):
            before.next_field = after
        self.fields[-1].submitted.connect(self.submitted)
        for j in range(len(columns)):
            grid.setColumnStretch(j + 1, 1)
        if not form.columns:
            grid.setColumnStretch(2, 1)  # a vector's fields are not as wide as the panel

    @property
    def has_no_number(self) -> bool:
        """Whether something is typed that is no number."""
        return any(field.refused and field.text().strip() for field in self.fields)


class PredictionField(NumberField):
    """A number that stays as it was typed."""

    submitted = Signal()  # Enter, with a number in it

    def __init__(self, name: str, parent: QWidget, *, unit: str, reason_for: Callable[[], str]) -> None:
        super().__init__(name, parent, unit=unit)
        self._reason_for = reason_for  # in the language of the page; empty: as every field says it
        self.setFixedHeight(28)

    def number(self) -> float | None:
        """What is typed; None, and the field is marked, if it is no number. A comma is a decimal one: no answer has thousands."""
        try:
            return parse_number(with_point(self._bare_text()))
        except ValueError as error:
            self.refuse(str(error))
            return None

    def refuse(self, reason: str) -> None:
        """Say why in the language of the page."""
        super().refuse(self._reason_for() or reason)

    @override
    def _leave(self) -> None:
        if self.text().strip():
            super()._leave()
            self.submitted.emit()

    def _take(self) -> None:
        """Leave what is typed in place, marked if it is no number."""
        if self.isModified():
            if self.text().strip():
                self.number()
            self._last_text = self.text()
            self.setModified(False)


class OptionButton(BaseButton, QRadioButton):
    """One sentence that may be the answer."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._prose = Prose(self)
        self._prose.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_text(text)

    def show_text(self, text: str) -> None:
        """Say it, in another language."""
        self.prepare(text)
        self._prose.show_text(text)
        self._arrange()

    @property
    def sentence(self) -> str:
        """The answer that it offers."""
        return self._prose.text

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, self.height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, 34)

    @override
    def hitButton(self, position: QPoint) -> bool:
        return self.rect().contains(position)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def _arrange(self) -> None:
        room = max(80, self.width() - 46)
        high = self._prose.heightForWidth(room)
        self._prose.setGeometry(36, 8, room, high)
        if self.height() != high + 16:
            self.setFixedHeight(high + 16)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box, on = QRectF(self.rect()), self.isChecked()
        background = theme.accent_fill if on else theme.hover if self.underMouse() else theme.panel
        paint_box(painter, box, background, theme.accent if on else theme.border, 7)
        ring = QRectF(12, 10, 14, 14)
        paint_box(painter, ring, theme.field, theme.accent if on else theme.border, 7)
        if on:
            paint_box(painter, ring.adjusted(4, 4, -4, -4), theme.accent, None, 3)
        if self.hasFocus():
            paint_focus(painter, box, theme, 7)


class _Label(QWidget):
    def __init__(self, text: str, flags: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._text, self._flags = text, flags
        self.setFixedHeight(28 if flags == RIGHT else 20)
        self.setMinimumWidth(round(math_width(text, TEXT)) + 2)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        if "_" not in self._text and "\u0307" not in self._text:
            paint_text(painter, QRectF(self.rect()), self._text, theme.text_second, TEXT, 400, self._flags)
        else:
            paint_math(painter, QRectF(self.rect()), self._text, theme.text_second, TEXT, 400, self._flags)
