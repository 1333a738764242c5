"""A button that copies what it stands beside: as LaTeX, CSV or NumPy."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from torseur.sim.texts import tr

from ...text.array_text import FORMS, Copyable
from .icon_button import IconButton

Source = Callable[[], Copyable | None]


class CopyButton(IconButton):
    """`source` gives what is copied when it is asked for; None: there is nothing now."""

    def __init__(self, source: Source, parent: QWidget | None = None, *, name: str = "") -> None:
        super().__init__("copy", name or tr("Copy"), parent, side=24)
        self.source = source
        self.forms = QMenu(self)
        for form, title in FORMS.items():
            action = self.forms.addAction(self.tr("Copy as {form}").format(form=title))
            action.triggered.connect(lambda _, form=form: self.copy(form))
        self.clicked.connect(lambda: self.open_menu(self.forms, at_right=True))  # it stands at the right of a panel

    def copy(self, form: str) -> None:
        """Put it on the clipboard, and say so."""
        found = self.source()
        message = self.tr("There is nothing to copy.")
        if found is not None:
            QGuiApplication.clipboard().setText(found.text(form))
            message = self.tr("Copied as {form}.").format(form=FORMS[form])
        QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), message, self)
