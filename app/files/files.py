"""What is open, and the file it came from: opening, behind the window or at once, reading again, noticing changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from torseur.robots.options import LoadOptions
from torseur.sim.multibody.model.model import Model
from torseur.sim.texts import tr

from ..documents.document import Document
from ..preferences.preferences import Preferences
from ..session.session import Session
from ..session.session_state import Run
from .background_reader import BackgroundReader
from .file_watcher import FileWatcher
from .keepers import ClockKeeper, Keeper
from .model_changes import changes
from .reading import Reading, ReadResult, read
from .restored_state import RestoredState, restored_state

if TYPE_CHECKING:
    from torseur.robots.dh.definition import Definition


@dataclass(frozen=True, eq=False, slots=True)
class Reloaded:
    """What came of reading a file again."""

    document: Document
    changes: tuple[str, ...]  # what is different in it, a sentence without a capital each
    lost: tuple[str, ...]  # what of the session could not stay, the same


def _at_once(pieces: Sequence[Callable[[], object]]) -> None:
    for piece in pieces:
        piece()


@dataclass(frozen=True, slots=True)
class FilesContext:
    """What those who have something open let files do with it."""

    may_leave: Callable[[], bool] = lambda: True  # whether what is open may go: asks about unsaved work
    may_lose_run: Callable[[Callable[[], object]], bool] = lambda then: True  # the same of states; `then` once they are saved
    take_turns: Callable[[Sequence[Callable[[], object]]], None] = _at_once  # for what has been read meanwhile
    keepers: Callable[[], Sequence[Keeper[Any]]] = tuple  # of what a file does not say, when it is read again


class Files(QObject):
    """What cannot be read is refused, and what was open stays as it was. Signals come once it is so."""

    shown = Signal(object)  # Document: its room is to be made; `opened` follows
    opened = Signal(object)  # Document
    reloaded = Signal(object)  # Reloaded
    refused = Signal(object)  # ReadResult
    stale_changed = Signal(bool)  # whether the file holds something else than what is open
    message = Signal(object, object, str, str)  # text, detail, tone, action: "", RELOAD or DOCTOR
    reading = Signal(str)  # has begun: what is said of it
    progressed = Signal(str, int, int)  # what is being read, done, of how many
    ended = Signal()  # reading: well, refused or given up

    RELOAD, DOCTOR = "reload", "doctor"

    def __init__(
        self, session: Session, preferences: Preferences, parent: QObject | None = None, context: FilesContext | None = None
    ) -> None:
        super().__init__(parent)
        self.context = context or FilesContext()
        self._session, self._preferences = session, preferences
        self._opened: Document | None = None  # as it was read, before the user changed anything
        self._stale = False
        self._discarded: Definition | None = None  # the table whose changes the user gives up for what the file says
        self._text_then = ""  # of the scene, when it was to be read again
        self._clock_keeper = ClockKeeper(session)
        self.watching = FileWatcher(self)
        self._reader = BackgroundReader(self)
        self._reader.progressed.connect(self._on_progress)
        self._reader.ended.connect(self.ended)
        self.watching.changed.connect(self._on_changed)
        self.watching.gone.connect(self._on_gone)

    @property
    def _keepers(self) -> tuple[Keeper[Any], ...]:
        return (self._clock_keeper, *self.context.keepers())

    def may_leave(self) -> bool:
        """Whether what is open may go: asks about unsaved work."""
        return self.context.may_leave()

    @property
    def busy(self) -> bool:
        """Whether something is being read."""
        return bool(self._reader.reference)

    def open(self, reference: str, options: LoadOptions | None = None) -> bool:
        """Read and show something, and wait for it."""
        self._reader.cancel()
        return self._show_read(read(reference, with_allowed(options, reference, self._preferences)))

    def begin(self, reference: str, then: Callable[[], object] = lambda: None) -> None:
        """Read something behind the window, show it once it is there, and then do something."""
        show = partial(self._show_read, in_turns=True, then=then)
        self._begin(reference, with_allowed(None, reference, self._preferences), show)

    def _begin(self, reference: str, options: LoadOptions, show: Callable[[ReadResult], object]) -> None:
        self._reader.start(reference, show, options)
        self.reading.emit(self.tr("Opening {name}").format(name=Path(reference).name))

    def cancel(self) -> None:
        """Give up what is being read; nothing of it is shown."""
        self._reader.cancel()

    def allow(self, folder: str) -> bool:
        """Read what is open again with the meshes of one more folder, now and ever after."""
        document = self._session.document
        if document is None:
            return False
        self._preferences.allow(document.reference, folder)
        return self.reload()

    def allow_for(self, reference: str, folder: str) -> None:
        """Read something that was refused, with the robots of one more folder, now and ever after."""
        self._preferences.allow(reference, folder)
        self.begin(reference)

    def reload(self) -> bool:
        """Read what is open again, behind the window; false if nothing is open."""
        if self._session.document is None:
            return False
        if not self._session.document.reference:
            self.message.emit(tr("It has no file yet: there is nothing to read again."), "", "plain", "")
            return False
        if not self.context.may_leave() or not self.context.may_lose_run(self.reload):
            return False
        document = self._session.document  # which may have been saved elsewhere just now
        self._discarded, self._text_then = document.table, document.scene.source
        options = with_allowed(document.options, document.reference, self._preferences)
        self._reread(document, options, self._show_reread)
        return True

    def expand(self, arguments: Mapping[str, str]) -> None:
        """Read the xacro file that is open again with these arguments, behind the window; remember them if it can be read."""
        document = self._session.document
        if document is not None and self.context.may_leave():
            options = replace(document.options, xacro_args=dict(arguments))
            self._reread(document, options, self._remembering(arguments, self._show_reread))

    def expand_refused(self, refused: ReadResult, arguments: Mapping[str, str]) -> None:
        """Do so with a xacro file that was refused."""
        options = replace(refused.options, xacro_args=dict(arguments))
        self._begin(refused.reference, options, self._remembering(arguments, partial(self._show_read, in_turns=True)))

    def _remembering(
        self, arguments: Mapping[str, str], show: Callable[[ReadResult], object]
    ) -> Callable[[ReadResult], object]:
        def shown(result: ReadResult) -> object:
            if result.document is not None:
                self._preferences.keep_arguments(result.reference, arguments)
            return show(result)

        return shown

    def _reread(self, document: Document, options: LoadOptions, show: Callable[[ReadResult], object]) -> None:
        self._reader.start(document.reference, show, options)
        self.reading.emit(self.tr("Reading {name} again").format(name=document.name))

    def begin_reading(self, title: str, reading: Reading, show: Callable[[ReadResult], object]) -> None:
        """Read something else than a file behind the window, and show it once it is there."""
        self._reader.start(title, show, None, reading)
        self.reading.emit(title)

    def show(self, document: Document) -> None:
        """Show what was read."""
        self._show(document, _at_once, lambda: None)

    def show_restored(self, opened: Document, state: RestoredState, run: Run | None = None) -> None:
        """Show what was read as `opened` as a session left it, with what was simulated."""
        document = state.document
        self.track(opened)
        self._session.show_document(document, state.q, state.settings, state.frame, run=run)
        self.shown.emit(document)
        self._tell_opened(document)

    def track(self, document: Document) -> None:
        """From now on this is what is open, as its file has it."""
        self._opened = document
        self.watching.watch(document.files)
        self._set_stale(False)

    def take_over(self, other: Files) -> None:
        """Have open what another has, with all that its keepers keep; whoever shows it has shown it."""
        if other._opened is not None:
            self.track(other._opened)
            self._set_stale(other._stale)
            for keeper, before in zip(self._keepers, other._keepers, strict=True):
                keeper.bring_back(before.keep())

    def stop(self) -> None:
        """Stop reading and watching files."""
        self._reader.stop()
        self.watching.stop()

    # Once something was read

    def _tell_opened(self, document: Document) -> None:
        if document.reference:
            self._preferences.add_recent(document.reference)
        self.opened.emit(document)

    def _show_read(self, result: ReadResult, *, in_turns: bool = False, then: Callable[[], object] = lambda: None) -> bool:
        """Show it; `in_turns`: each of what takes the window long comes in a turn of its own."""
        if result.document is None:
            self._refuse(result, tr("“{name}” was not opened.", name=Path(result.reference).name))
            return False
        if not self.context.may_leave():
            return False
        self._show(result.document, self.context.take_turns if in_turns else _at_once, then)
        return True

    def _show(
        self, document: Document, take: Callable[[Sequence[Callable[[], object]]], None], then: Callable[[], object]
    ) -> None:
        self._opened = document  # from now on what is left to be done of another is not done
        pieces: list[Callable[[], object]] = [partial(self.track, document), *self._session.showing(document)]
        pieces += [partial(self.shown.emit, document), partial(self._tell_opened, document), then]
        take([partial(self._if_open, document, piece) for piece in pieces])

    def _if_open(self, document: Document, piece: Callable[[], object]) -> None:
        if self._opened is document:  # else something else was opened meanwhile
            piece()

    def _show_reread(self, result: ReadResult) -> None:
        document, opened = result.document, self._opened
        name = Path(result.reference).name
        if self._edited_meanwhile():
            self.message.emit(tr("“{name}” was not read again: it was edited meanwhile.", name=name), "", "plain", "")
        elif document is None:
            self._refuse(result, tr("“{name}” was not read again; what was open stays.", name=name))
        elif opened is None or document.kind != opened.kind or document.task is not None:
            self.show(document)
        else:
            self._show_again(opened, document)

    def _edited_meanwhile(self) -> bool:
        table = None if self._session.document is None else self._session.document.table
        saved = None if self._opened is None else self._opened.table
        if self._session.document is not None and self._session.document.kind == "scene":
            return self._session.document.scene.source != self._text_then
        return table is not None and table != saved and table is not self._discarded

    def _refuse(self, result: ReadResult, text: str) -> None:
        self.refused.emit(result)
        self.message.emit(text, result.reason, "error", self.DOCTOR)

    def _show_again(self, opened: Document, document: Document) -> None:
        """Show a file anew, where the user left it."""
        session = self._session
        fits = restored_state(session, opened, document)
        pairs, unit = _pairs(session.document or opened, document), self._preferences.angle_unit
        different = [change for before, after in pairs for change in changes(before, after, unit)]
        different += [self.tr("the scene's own text")] if _scene_text(opened) != _scene_text(document) else []
        states = [(keeper, keeper.keep()) for keeper in self._keepers]
        self.track(document)
        session.show_document(fits.document, fits.q, fits.settings, fits.frame)
        for keeper, one in states:
            keeper.bring_back(one)
        self.reloaded.emit(Reloaded(document, tuple(different), fits.lost))

    def _set_stale(self, stale: bool) -> None:
        if stale != self._stale:
            self._stale = stale
            self.stale_changed.emit(stale)

    # What is told

    def _on_progress(self, done: int, total: int, name: str) -> None:
        text = self.tr("mesh {k} of {n}: {name}").format(k=done + 1, n=total, name=name.rpartition("/")[2])
        self.progressed.emit(text, done, total)

    def _on_changed(self, paths: Sequence[Path]) -> None:
        self._set_stale(bool(paths))
        if paths:
            text = tr("{names} changed on the disk.", names=self._names(paths))
            self.message.emit(text, tr("What is open is what was read before."), "plain", self.RELOAD)

    def _on_gone(self, paths: Sequence[Path]) -> None:
        self._set_stale(True)
        text = tr("{names} is gone from the disk.", names=self._names(paths))
        self.message.emit(text, tr("What is open stays as it is."), "warning", "")

    def _names(self, paths: Sequence[Path]) -> str:
        more = tr(" and {count} more", count=len(paths) - 1) if len(paths) > 1 else ""
        return paths[0].name + more


def with_allowed(options: LoadOptions | None, reference: str, preferences: Preferences) -> LoadOptions:
    """What a file is read with: also the folders that the user allowed for it; if no arguments are given, those of the form."""
    options = options or LoadOptions()
    folders = dict.fromkeys([*options.allowed_folders, *preferences.allowed(reference)])
    arguments = options.xacro_args or preferences.arguments(reference)
    return replace(options, allowed_folders=tuple(folders), xacro_args=arguments)


def _pairs(before: Document, after: Document) -> list[tuple[Model, Model]]:
    """The robots of both that have one name."""
    models = {part.name: part.model for part in before.scene.parts}
    return [(models[part.name], part.model) for part in after.scene.parts if part.name in models]


def _scene_text(document: Document) -> str:
    """What a scene's file says; of a robot nothing, for its scene is made up."""
    return document.scene.source if document.kind == "scene" else ""
