"""The load doctor: all that is wrong or doubtful with what is open, or with what was refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath

from PySide6.QtCore import QEvent, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QBoxLayout, QFrame, QHBoxLayout, QListView, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from torseur.sim.multibody.model.model import Finding, Severity
from torseur.sim.texts import tr

from ...controls.buttons.outline_button import OutlineButton
from ...controls.keys import claims_key
from ...displays.prose import Prose
from ...displays.section_head import column_in
from ...look.style import SMALL
from .arguments_form import ArgumentRow, ArgumentsForm
from .finding_rows import EDGE, FindingDelegate, FindingModel, place_of

SIDE_BY_SIDE = 560  # from this width on the form stands beside the list [px]
COPYING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class DoctorPanel(QWidget):
    """The body of the dock "Load doctor". `place_requested` is a finding's file:line; `back_requested` asks for what is open."""

    place_requested = Signal(str)
    back_requested = Signal()
    allow_requested = Signal(str)  # a folder whose files are to be read

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setBackgroundRole(QPalette.ColorRole.Button)  # the colour of panels
        self.setAutoFillBackground(True)
        self._model = FindingModel(self)
        self._folder = ""  # whose files one may allow to be read
        self._title = Prose(self, weight=600)
        self._title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._counts = Prose(self, role="text_second", px=SMALL)
        self.nothing = Prose(self, role="text_second", icon="check", icon_role="good")
        self.nothing.setContentsMargins(EDGE, 4, EDGE, 8)
        self.back_button = OutlineButton(self.tr("Back to what is open"), parent=self)
        self.back_button.clicked.connect(self.back_requested)
        self.back_button.hide()
        self.allow_button = OutlineButton("", parent=self)
        self.allow_button.clicked.connect(lambda: self.allow_requested.emit(self._folder))
        self.allow_button.hide()
        self.arguments_button = OutlineButton(self.tr("Arguments"), parent=self)
        self.arguments_button.setCheckable(True)
        self.arguments_button.setToolTip(self.tr("What this xacro file can be given"))
        self.arguments_button.hide()
        self.arguments = ArgumentsForm(self)
        self.arguments.hide()
        self.arguments_button.toggled.connect(self.arguments.setVisible)
        self.list = _List(self._model, self)
        self.list.accepted.connect(lambda index: self.place_requested.emit(place_of(self._model.findings[index.row()])))
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self._title)
        texts.addWidget(self._counts)
        head = QHBoxLayout()
        head.setContentsMargins(EDGE, 10, EDGE, 8)
        head.setSpacing(12)
        head.addLayout(texts, 1)
        head.addWidget(self.arguments_button, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.allow_button, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.back_button, 0, Qt.AlignmentFlag.AlignTop)
        column = column_in(self)
        column.addLayout(head)
        found = QVBoxLayout()
        found.addWidget(self.nothing)
        found.addWidget(self.list, 1)
        self._body = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._body.setSpacing(0)
        self._body.addWidget(self.arguments, 1)
        self._body.addLayout(found, 1)
        column.addLayout(self._body, 1)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Those listed, in their order."""
        return self._model.findings

    @property
    def texts(self) -> tuple[str, str]:
        """Title, and how many findings there are."""
        return self._title.text, self._counts.text

    def show_findings(self, title: str, findings: Sequence[Finding], nothing: str, *, refused: bool = False) -> None:
        """List the findings about something; `nothing` is said where there are none."""
        self._title.show_text(title)
        self._counts.show_text(counted(findings))
        self.nothing.show_text("" if findings else nothing)
        self.back_button.setVisible(refused)
        self.list.setVisible(bool(findings))
        self._model.show_findings(findings)
        self.list.setCurrentIndex(QModelIndex())
        self.list.scrollToTop()

    def offer_folder(self, folder: str) -> None:
        """Offer to read the files of a folder that are left out or refused as it is not allowed; empty: offer nothing."""
        self._folder = folder
        self.allow_button.setText(self.tr("Allow folder “{name}”").format(name=PurePath(folder).name or folder))
        self.allow_button.setToolTip(
            self.tr("Read files in {folder}, now and whenever this file is opened").format(folder=folder)
        )
        self.allow_button.setVisible(bool(folder))

    def show_arguments(self, rows: Sequence[ArgumentRow], given: Mapping[str, str], needed: bool = False) -> None:
        """Offer the arguments of a xacro file, if it has any; `needed`: open the form, something is wrong with them."""
        self.arguments.show_arguments(rows, given)
        self.arguments_button.setVisible(bool(rows))
        self.arguments_button.setChecked(bool(rows) and (needed or self.arguments_button.isChecked()))

    def open_arguments(self) -> None:
        """Open the form of arguments, if there are any, and go to its first field."""
        for field in list(self.arguments.fields.values())[:1]:
            self.arguments_button.setChecked(True)
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            field.selectAll()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= SIDE_BY_SIDE
        self._body.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)

    @override
    def sizeHint(self) -> QSize:
        return QSize(420, 260)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(228, 96)


def counted(findings: Sequence[Finding]) -> str:
    """How many of each severity there are: "2 errors, 1 note"; empty without any."""
    said = ""
    for severity in (Severity.ERROR, Severity.WARNING, Severity.NOTE):
        count = sum(finding.severity is severity for finding in findings)
        if count:
            words = f"{severity.value}s" if count > 1 else severity.value
            said += (", " if said else "") + f"{count} " + tr(words)
    return said


class _List(QListView):
    """Takes a row by a click, Enter or Space."""

    accepted = Signal(QModelIndex)

    def __init__(self, model: FindingModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._delegate = FindingDelegate(model, self)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Findings"))
        self.clicked.connect(self.accepted)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._delegate.width != self.viewport().width():
            self._delegate.width = self.viewport().width()
            self.scheduleDelayedItemsLayout()

    @override
    def event(self, event: QEvent) -> bool:
        return claims_key(event, COPYING) or super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in COPYING and self.currentIndex().isValid():
            self.accepted.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)
