"""The editor of a Denavit-Hartenberg table: each edit that is taken is a new robot at once, and can be undone."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from torseur.robots.loading import load_with
from torseur.sim.errors import TorseurError
from torseur.sim.texts import tr
from torseur.ui.panels.dh_table.dh_editor import DHEditor

from ...background.background_thread import Background
from ...documents.document import Document, table_document
from ...drawing.picture import Picture
from ...files.dialogs import Dialogs
from ...session.scene_edits import change_table
from ...session.session import Session
from .dh_frames import TableFrames
from .table_file import says, write_table
from .table_formulas import FormulasBinding

if TYPE_CHECKING:
    from torseur.robots.dh.definition import Convention, Definition
    from torseur.sim.multibody.model.model import Finding

UNSAVED = "new_table.toml"  # what a table is called that has no file yet


class TableBinding(QObject):
    """Between the editor, the session, the picture, and the file of a table."""

    made = Signal(object)  # a Document without a file, to be shown
    saved = Signal(object)  # a Document as its file has it now

    def __init__(
        self, session: Session, editor: DHEditor, picture: Picture, dialogs: Dialogs, writer: Background, parent: QObject
    ) -> None:
        """`writer` writes its file."""
        super().__init__(parent)
        self._session, self._editor, self._dialogs, self._writer = session, editor, dialogs, writer
        self._frames = TableFrames(session, picture, self)
        self._saved: Definition | None = None  # what the file says
        self._unit = "deg"
        self._in_sight = False
        self._message = ""
        self._tried: tuple[Definition, Document] | None = None  # what was checked last, to be shown next
        self.formulas = FormulasBinding(session, editor.formulas, self._table_in_sight, self)
        session.document_changed.connect(self._open)
        session.settings_changed.connect(self._show)
        editor.check = self._reason_against
        editor.entered.connect(self._enter)
        editor.added.connect(lambda row: self._change("with_row_after", tr("Add a row"), row))
        editor.removed.connect(lambda row: self._change("without_row", tr("Remove a row"), row))
        editor.moved.connect(self._move)
        editor.convention_chosen.connect(self.re_express)
        editor.reread_requested.connect(self.reread)
        editor.make_requested.connect(self.make)
        editor.new_requested.connect(self.new)

    @property
    def table(self) -> Definition | None:
        """The table that is open, as it stands."""
        return None if self._session.document is None else self._session.document.table

    @property
    def unsaved(self) -> bool:
        """Whether it is other than its file."""
        return self.table is not None and self.table != self._saved

    def set_unit(self, unit: str) -> None:
        """Show angles in "deg" or "rad"."""
        self._unit = unit
        self._show()

    def show_frames(self, in_sight: bool) -> None:
        """Draw or hide the frames, as the editor is in sight or not, and look after the formulas."""
        self._in_sight = in_sight
        self._frames.show(in_sight)
        self.formulas.compute_soon()

    # The file

    def new(self) -> None:
        """A table from nothing: two revolute joints."""
        from torseur.robots.dh.editing import new_definition

        if self.may_leave():
            self._show_made(new_definition(), UNSAVED)

    def make(self) -> None:
        """A table of the robot that is open, which has none."""
        from torseur.robots.dh.dh_representable import definition_of

        document = self._session.document
        if document is None:
            return
        name = UNSAVED
        try:
            model = load_with(document.reference, replace(document.options, meshes=False))
            name = f"{model.name}.toml"
            definition, chain = definition_of(model, Path(name), "standard")
            self._show_made(definition, name)
        except TorseurError as error:
            self._session.message.emit(self.tr("This robot is not a table."), str(error), "warning")
            return
        self._show_left_out(chain.findings)

    def save(self) -> bool:
        """Write the table into its file, or ask where; whether it is written. Asks where the file was changed meanwhile."""
        document = self._session.document
        if document is None or document.table is None:
            return False
        path = Path(document.reference)
        if document.reference and path.suffix.lower() == ".toml" and path.is_file():
            may_replace = says(path, self._saved) or self._dialogs.ask_to_replace(path.name, tr("Save the table?"))
            return may_replace and self.save_to(path)
        return self.save_as()

    def save_as(self) -> bool:
        """Ask where, and write the table there; whether it is written."""
        document = self._session.document
        if document is None or document.table is None:
            return False
        start = Path(document.reference).parent if Path(document.reference).is_file() else Path.home()
        place = start / f"{document.table.name}.toml"
        name = self._dialogs.ask_place(place, tr("Save the table"), tr("Denavit-Hartenberg tables (*.toml)"))
        if not name:
            return False
        return self.save_to(Path(name))

    def save_to(self, path: Path) -> bool:
        """Write the table into a file, whole or not at all; comments that were in it are not kept.

        The window is drawn meanwhile, and takes no input.
        """
        document = self._session.document
        if document is None or document.table is None or self._writer.is_waited_for:
            return False
        commented = self._writer.wait_for(partial(write_table, document.table, path))
        if isinstance(commented, (TorseurError, OSError, ValueError)):
            self._session.message.emit(self.tr("The table was not saved."), str(commented), "error")
            return False
        if isinstance(commented, Exception):
            raise commented
        if commented is None:  # the window closed meanwhile
            return False
        if self._session.document is document:  # else another one was opened, or it was changed, meanwhile
            self._saved = document.table
            self._session.rename_document(path.name, str(path.resolve()))
            self.saved.emit(table_document(document.table, path.name, str(path.resolve())))
        note = self.tr("\nComments of the file were not kept.") if commented else ""
        self._session.message.emit(self.tr("Saved."), str(path) + note, "good")
        self._show()
        return True

    def show_saved(self, saved: Definition | None) -> None:
        """Know what the table's file says, where that is not what is open; None: it has no file."""
        self._saved = saved
        self._show()

    def take_over(self, other: TableBinding) -> None:
        """Know of the same table's file what another knows."""
        self.show_saved(other._saved)
        self._editor.grid.choose(other._editor.grid.chosen)

    def may_leave(self) -> bool:
        """Whether what is open may go: asks about a table that is not saved."""
        if not self.unsaved:
            return True
        assert self.table is not None
        answer = self._dialogs.ask_to_save(self.table.title or self.table.name, tr("Save the table?"))
        return answer == "discard" or (answer == "save" and self.save())

    def stop(self) -> None:
        """The window closes: what is still computed for the table is given up."""
        self.formulas.stop()

    # Edits

    def re_express(self, convention: Convention) -> None:
        """The same robot, its parameters in the other convention."""
        from torseur.robots.dh.editing import re_expressed

        table = self.table
        if table is None:
            return
        try:
            changed, findings = re_expressed(table, convention, self._path())
        except TorseurError as error:
            self._session.message.emit(self.tr("The convention was not changed."), str(error), "warning")
            return
        message = self.tr("The same robot, its parameters in the {convention} convention.").format(convention=convention)
        if self._apply(changed, tr("Say as {convention}", convention=convention), message):
            self._show_left_out(findings)

    def reread(self) -> None:
        """The same numbers, read in the other convention: another robot."""
        from msgspec.structs import replace

        if self.table is None:
            return
        other = "modified" if self.table.convention == "standard" else "standard"
        message = self.tr("The same numbers read as {convention}: another robot.").format(convention=other)
        changed = replace(self.table, convention=other)
        self._apply(changed, tr("Read as {convention}", convention=other), message)

    def _move(self, row: int, by: int) -> None:
        count = len(self.table.joints) if self.table is not None else 0
        if 0 <= row + by < count:
            self._change("with_row_moved", tr("Move a row"), row, by)
            self._editor.grid.choose(row + by)

    def _change(self, how: str, text: str, *arguments: int) -> None:
        from . import table_edits

        if self.table is not None:
            self._apply(getattr(table_edits, how)(self.table, *arguments), text)

    def _enter(self, row: int, key: str, value: object) -> None:
        from .table_edits import with_cell

        if self.table is not None:
            name = key if row < 0 else f"{key} {row + 1}"
            self._apply(with_cell(self.table, row, key, value, self._unit), tr("Change {cell}", cell=name))

    def _reason_against(self, row: int, key: str, value: object) -> str:
        from .table_edits import with_cell

        document = self._session.document
        if document is None or document.table is None:
            return ""
        if self._session.is_replay:
            return self.tr("A recording is not edited.")
        changed = with_cell(document.table, row, key, value, self._unit)
        try:
            self._tried = changed, table_document(changed, document.name, document.reference)
        except TorseurError as error:
            return getattr(error, "message", str(error))
        return ""

    def _apply(self, changed: Definition, text: str, message: str = "") -> bool:
        """Be the robot of this table; whether that can be."""
        document = self._session.document
        if document is None or changed == document.table:
            self._show()
            return False
        try:
            tried = self._tried
            known = tried is not None and tried[0] == changed
            after = tried[1] if tried and known else table_document(changed, document.name, document.reference)
        except TorseurError as error:
            self._session.message.emit(self.tr("The table was not changed."), getattr(error, "message", str(error)), "warning")
            self._show()
            return False
        self._message = message
        change_table(self._session, after, text)
        return True

    # What is shown

    def _open(self) -> None:
        if not self._session.rebuilding:
            document = self._session.document
            self._saved = document.table if document is not None and document.reference else None
            self._message, self._tried = "", None
            self.formulas.forget()
            self._editor.grid.choose(0)
        elif self._in_sight and self.table is not None:
            self._editor.formulas.show_busy()
        self._show()
        self.formulas.compute_soon()

    def _show(self) -> None:
        document, table = self._session.document, self.table
        if table is not None:
            from .table_edits import dh_values

            self._editor.show_values(dh_values(table, self._unit, self.unsaved))
            self._editor.show_note(self._message)
            return
        robot = document is not None and document.kind == "robot"
        reason = (
            self.tr("This robot is not given as a Denavit-Hartenberg table.")
            if robot
            else self.tr("Only a robot that is open by itself has a table here.")
        )
        self._editor.show_none(reason, can_make=robot)

    def _show_made(self, definition: Definition, name: str) -> None:
        self.made.emit(table_document(definition, name, ""))
        self._saved = None
        self._show()

    def _show_left_out(self, findings: list[Finding] | tuple[Finding, ...]) -> None:
        if findings:
            first = "\n".join(finding.message for finding in findings[:2])
            more = self.tr("\nand {n} more.").format(n=len(findings) - 2) if len(findings) > 2 else ""
            self._session.message.emit(self.tr("A table leaves some of it out."), first + more, "plain")

    def _path(self) -> Path:
        document = self._session.document
        return Path(document.reference if document is not None and document.reference else UNSAVED)

    def _table_in_sight(self) -> Definition | None:
        return self.table if self._in_sight else None
