"""A row table on the clipboard: as text for a spreadsheet, or as LaTeX, CSV, NumPy."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from torseur.sim.texts import tr

from ...controls.buttons.copy_button import Source
from ...controls.menus import popup_menu
from ...text.array_text import FORMS, Copyable
from .row_model import RowModel


class RowCopying:
    """Copies what a model shows; LaTeX, CSV and NumPy are made of what `source` gives, or else of its numbers."""

    def __init__(self, model: RowModel[Any], source: Source | None) -> None:
        self._model, self._source = model, source or model.array_text

    def found(self) -> Copyable | None:
        """What LaTeX, CSV and NumPy are made of; None: there is nothing."""
        return self._source()

    def copy(self, form: str, row: int) -> None:
        """Put it on the clipboard in one of FORMS, or as "text": a row alone, or with -1 all of them."""
        if form == "text":
            text = self._model.tabbed_text([row] if row >= 0 else None)
        else:
            found = self._source()
            text = found.text(form) if found is not None else ""
        if text:
            QGuiApplication.clipboard().setText(text)

    def popup_menu(self, at: QPoint, row: int, parent: QWidget) -> None:
        """Offer all forms, at a point of the screen."""
        menu = QMenu(parent)
        forms = {"text": tr("Copy the row") if row >= 0 else tr("Copy as text")}
        if self._source() is not None:
            forms |= {form: tr("Copy as {form}").format(form=title) for form, title in FORMS.items()}
        for form, title in forms.items():
            menu.addAction(title).triggered.connect(lambda _, form=form: self.copy(form, row))
        menu.actions()[0].setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        popup_menu(menu, at, parent)
