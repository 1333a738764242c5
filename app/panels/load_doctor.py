"""The load doctor: the findings about what is open, until something is refused, and their count in the status line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from torseur.robots.options import XacroArgument, texts_of
from torseur.sim.multibody.model.model import Finding, Severity
from torseur.ui.panels.load_doctor.arguments_form import ArgumentRow
from torseur.ui.panels.load_doctor.doctor_panel import DoctorPanel, counted
from torseur.ui.window.status_line import StatusLine

from ..documents.document import Document
from ..files.files import Files
from ..files.reading import ReadResult
from ..session.session import Session


class DoctorBinding(QObject):
    """Between the panel, the status line, the session, and what is refused."""

    copied = Signal(str)  # file:line

    def __init__(
        self, session: Session, files: Files, panel: DoctorPanel, line: StatusLine, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._files, self._panel, self._line = session, files, panel, line
        self._refused = ReadResult("", None)  # what is listed, if that is not what is open
        session.document_changed.connect(self.show_open)
        files.refused.connect(self._show_refused)
        panel.back_requested.connect(self.show_open)
        panel.allow_requested.connect(self._allow)
        panel.arguments.requested.connect(self._expand)
        panel.place_requested.connect(self._copy)

    def show_open(self) -> None:
        """List the findings about what is open."""
        document = self._session.document
        if document is None:
            return
        self._refused = ReadResult("", None)
        nothing = self.tr("Nothing is wrong with it, nothing is doubtful, and nothing was left out.")
        self._panel.show_findings(document.name, document.findings, nothing)
        self._panel.offer_folder(folder_to_allow(document))
        self._panel.show_arguments(argument_rows(document.arguments), texts_of(document.options))
        self._count(document.findings)

    def take_over(self, other: DoctorBinding) -> None:
        """List what another lists, if that was refused."""
        if other._refused.reference:
            findings = tuple(finding.translated() for finding in other._refused.findings)
            self._show_refused(replace(other._refused, findings=findings))

    def _show_refused(self, result: ReadResult) -> None:
        self._refused = result
        title = self.tr("{name} was refused").format(name=Path(result.reference).name)
        self._panel.show_findings(title, result.findings, "", refused=True)
        self._panel.offer_folder(result.folder)
        wrong = any(finding.rule == "xacro-argument" for finding in result.findings)
        self._panel.show_arguments(argument_rows(result.arguments), texts_of(result.options), wrong)

    def _allow(self, folder: str) -> None:
        if self._refused.reference:
            self._files.allow_for(self._refused.reference, folder)
        else:
            self._files.allow(folder)

    def _expand(self, arguments: dict[str, str]) -> None:
        if self._refused.reference:
            self._files.expand_refused(self._refused, arguments)
        else:
            self._files.expand(arguments)

    def _count(self, findings: Sequence[Finding]) -> None:
        grave = any(finding.severity is not Severity.NOTE for finding in findings)
        self._line.show_findings(counted(findings), grave)

    def _copy(self, place: str) -> None:
        if place:
            QGuiApplication.clipboard().setText(place)
            self.copied.emit(place)


def argument_rows(arguments: Sequence[XacroArgument]) -> tuple[ArgumentRow, ...]:
    """What the form shows of a xacro file's arguments; a default as it was evaluated, if it was."""
    return tuple(ArgumentRow(one.name, one.default if one.value is None else one.value) for one in arguments)


def folder_to_allow(document: Document) -> str:
    """The folder of the first mesh that is left out because it lies outside what is read; empty: there is none."""
    from torseur.robots.urdf.packages import NotFound, Packages

    for model in (part.model for part in document.scene.parts):
        outside = [finding.found for finding in model.findings if finding.rule == "mesh-outside"]
        if outside:
            packages = Packages(Path(model.source), document.options)
            place = packages.find(outside[0])
            if isinstance(place, NotFound) and place.outside is not None:
                return str(place.outside.parent)
    return ""
