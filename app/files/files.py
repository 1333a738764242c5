"""From files to the window: opening, behind it or at once, reading again, and noticing that a file has changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from torseur.robots.options import LoadOptions
from torseur.sim.multibody.model.model import Finding, Severity
from torseur.ui.text.sentences import capitalised

from ..documents.document import WELCOME, Document
from ..laboratory.statics.page import StaticsBinding
from ..preferences import Preferences
from .changes import changes
from .opening import Opening
from .reading import Read, read
from .reload import kept
from .watching import Watching

if TYPE_CHECKING:
    from torseur.robots.dh.definition import Definition

    from ..window.window import Window

MOST_SAID = 5  # changes that a message lists


class Files(QObject):
    """What is open, and the file it came from. What cannot be read is refused, and what was open stays as it was."""

    refused = Signal(str, object)  # a file's name, and its findings
    stale_changed = Signal(bool)  # whether the file holds something else than what is open

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._opened: Document | None = None  # as it was read, before the user changed anything
        self._stale = False
        self._thrown_away: Definition | None = None  # the table whose changes the user gives up for what the file says
        self.opening = Opening(self)
        self.watching = Watching(self)
        card = window.progress_card
        card.cancelled.connect(self.opening.cancel)
        self.opening.progressed.connect(
            lambda done, total, name: card.show_progress(
                self.tr("mesh {k} of {n}: {name}").format(k=done + 1, n=total, name=name.rpartition("/")[2]),
                done,
                total,
            )
        )
        self.opening.ended.connect(card.end)
        self.watching.changed.connect(self._tell_changed)
        self.watching.gone.connect(self._tell_gone)

    def open(self, reference: str, options: LoadOptions | None = None) -> bool:
        """Read and show something, and wait for it."""
        self.opening.cancel()
        return self._take(read(reference, with_allowed(options, reference, self._window.preferences)))

    def begin(self, reference: str) -> None:
        """Read something behind the window, and show it once it is there."""
        name = Path(reference).name
        self._window.progress_card.begin(self.tr("Opening {name}").format(name=name))
        self.opening.start(reference, self._take, with_allowed(None, reference, self._window.preferences))

    def allow(self, folder: str) -> bool:
        """Read what is open again with the meshes of one more folder, now and ever after."""
        document = self._window.session.document
        if document is None:
            return False
        self._window.preferences.allow(document.reference, folder)
        return self.reload()

    def reload(self) -> bool:
        """Read what is open again, behind the window; false if nothing is open."""
        session, tables = self._window.session, self._window.tables
        if session.document is None:
            return False
        if not session.document.reference:
            self._window.toast.show_message(self.tr("This table has no file yet: there is nothing to read again."))
            return False
        if not tables.may_leave():
            return False
        document = session.document  # which may have been saved elsewhere just now
        self._thrown_away = tables.table
        self._window.progress_card.begin(self.tr("Reading {name} again").format(name=document.name))
        options = with_allowed(document.options, document.reference, self._window.preferences)
        self.opening.start(document.reference, self._take_again, options)
        return True

    def show(self, document: Document) -> None:
        """Show what was read."""
        window = self._window
        window.toast.clear()
        self.settle(document)
        window.session.show_document(document)
        if document.reference:
            window.preferences.add_recent(document.reference)
        window.setWindowTitle(f"{document.name} – Torseur")
        welcome = document.reference == WELCOME
        window.viewport.set_hint(self.tr("Drag a joint, or press `Space` to drop the brick") if welcome else "")
        jointed = bool(window.session.frame)
        here = window.workspaces.current
        if (document.table is not None and here == "table") or (jointed and here == "laboratory"):
            window.use_workspace(here)
        elif document.kind == "robot" or not jointed or document.kind == "recording":
            window.use_workspace("kinematics" if document.kind == "robot" and jointed else "contact")
        else:
            window.use_workspace(window.workspaces.current)
        self._tell_findings(document)
        window.viewport.setFocus()
        QTimer.singleShot(0, window.viewport.fit)  # once more, in the room that this workspace leaves

    def stop(self) -> None:
        """End all threads."""
        self.opening.stop()
        self.watching.stop()

    # Once something was read

    def _take(self, found: Read) -> bool:
        if found.document is None:
            self._refuse(found, self.tr("“{name}” was not opened.").format(name=found.reference))
            return False
        if not self._window.tables.may_leave():
            return False
        self.show(found.document)
        return True

    def _take_again(self, found: Read) -> None:
        document, opened = found.document, self._opened
        tables = self._window.tables
        if tables.unsaved and tables.table is not self._thrown_away:
            text = self.tr("“{name}” was not read again: its table was edited meanwhile.")
            self._window.toast.show_message(text.format(name=Path(found.reference).name))
        elif document is None:
            name = Path(found.reference).name
            self._refuse(found, self.tr("“{name}” was not read again; what was open stays.").format(name=name))
        elif opened is None or document.kind != opened.kind:
            self.show(document)
        else:
            self._show_again(opened, document)

    def _refuse(self, found: Read, text: str) -> None:
        self.refused.emit(Path(found.reference).name, found.findings)
        self._window.toast.show_message(
            text, found.why, "error", self.tr("Show in the load doctor"), self._window.show_doctor
        )

    def _show_again(self, opened: Document, document: Document) -> None:
        """Show a file anew, where the user left it."""
        window, session = self._window, self._window.session
        stays = kept(session, opened, document)
        camera, selected = window.viewport.camera, window.viewport.selected
        pairs, unit = _pairs(session.document or opened, document), window.preferences.angle_unit
        said = [change for pair in pairs for change in changes(*pair, unit)]
        said += [self.tr("the scene's own text")] if _scene_text(opened) != _scene_text(document) else []
        hidden, time, duration = window.scenery.hidden, session.playback.time, session.playback.duration
        longer = document.kind == "scene" and duration != opened.scene.duration  # as the user typed it
        stored, statics = window.joints.stored(), window.laboratory.page("statics")
        assert isinstance(statics, StaticsBinding)
        loads = statics.loads
        self.settle(document)
        session.show_document(stays.document, stays.q, stays.settings, stays.frame)
        window.joints.bring_back(stored)
        statics.bring_back(loads)
        window.scenery.hide(hidden)
        window.viewport.set_camera(camera)
        if selected in session.model.body_names:
            window.viewport.select(selected)
            window.panels.scene.show_selected(selected or "")
        if session.is_replay:
            session.playback.seek(time)
        elif longer:
            session.playback.set_duration(duration)
        self._tell_changes(document, said, stays.lost)

    def settle(self, document: Document) -> None:
        """From now on this is what is open, as its file has it."""
        self._opened = document
        self.watching.watch(document.files)
        self._set_stale(False)

    def _set_stale(self, stale: bool) -> None:
        if stale != self._stale:
            self._stale = stale
            self.stale_changed.emit(stale)

    # What is said

    def _tell_changes(self, document: Document, said: list[str], lost: tuple[str, ...]) -> None:
        toast = self._window.toast
        lines = [
            *said[:MOST_SAID],
            *([self.tr("and {n} more").format(n=len(said) - MOST_SAID)] * (len(said) > MOST_SAID)),
        ]
        text = self.tr("{name}: nothing has changed.") if not said else self.tr("{name} was read again: {n}.")
        count = self.tr("1 change") if len(said) == 1 else self.tr("{n} changes").format(n=len(said))
        detail = "\n".join([capitalised(line) for line in (*lines, *lost)])
        toast.show_message(text.format(name=document.name, n=count), detail, "good" if not lost else "warning")

    def _tell_findings(self, document: Document) -> None:
        """Say that a definition was read with reservations; the load doctor lists them all."""
        found: list[Finding] = [one for one in document.findings if one.severity is not Severity.NOTE]
        if not found:
            return
        first = "\n".join(finding.message for finding in found[:2])
        rest = self.tr("\nand {n} more.")
        more = rest.format(n=len(found) - 2) if len(found) > 2 else ""
        tone = "warning" if any(finding.severity is Severity.ERROR for finding in found) else "plain"
        self._window.toast.show_message(
            self.tr("Read, with reservations."), first + more, tone, self.tr("Show in the load doctor"),
            self._window.show_doctor,
        )  # fmt: skip

    def _tell_changed(self, paths: list[Path]) -> None:
        toast = self._window.toast
        self._set_stale(bool(paths))
        if not paths:
            if toast.action == self._reload_text:
                toast.clear()
            return
        more = self.tr(" and {n} more files").format(n=len(paths) - 1) if len(paths) > 1 else ""
        text = self.tr("{name}{more} changed on the disk.").format(name=paths[0].name, more=more)
        detail = self.tr("What is open is what was read before.")
        toast.show_message(text, detail, "plain", self._reload_text, self.reload)

    def _tell_gone(self, paths: list[Path]) -> None:
        more = self.tr(" and {n} more files").format(n=len(paths) - 1) if len(paths) > 1 else ""
        text = self.tr("{name}{more} is gone from the disk.").format(name=paths[0].name, more=more)
        self._set_stale(True)
        self._window.toast.show_message(text, self.tr("What is open stays as it is."), "warning")

    @property
    def _reload_text(self) -> str:
        return self.tr("Reload (F5)")


def with_allowed(options: LoadOptions | None, reference: str, preferences: Preferences) -> LoadOptions:
    """What a file is read with, and the folders that the user once allowed for it."""
    options = options or LoadOptions()
    folders = dict.fromkeys([*options.allowed_folders, *preferences.allowed(reference)])
    return replace(options, allowed_folders=tuple(folders))


def _pairs(before: Document, after: Document) -> list[tuple]:
    """The robots of both that have one name."""
    models = {part.name: part.model for part in before.scene.parts}
    return [(models[part.name], part.model) for part in after.scene.parts if part.name in models]


def _scene_text(document: Document) -> str:
    """What a scene's file says; of a robot nothing, for its scene is made up."""
    return document.scene.source if document.kind == "scene" else ""
