"""Edits of the scene that is open: each is its text changed, read behind the window, and what is open from then on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from torseur.robots.options import LoadOptions
from torseur.sim.arrays import Array
from torseur.sim.definition.toml_editing import is_written_anew
from torseur.sim.errors import DefinitionError, TorseurError
from torseur.sim.simulation.running.scene.scene import Scene
from torseur.sim.simulation.running.scene.scene_text import as_written, is_as_written, scene_text

from ..background.background_thread import Background
from ..documents.document import Document
from ..files.dialogs import Dialogs
from ..files.files import Files
from ..preferences.preferences import Preferences
from ..session.scene_edits import tell_until_undone
from ..session.session import Session
from ..session.session_state import Run, SessionState
from .held_input import HeldInput
from .scene_reader import Models, SceneReader
from .scene_writing import Written, writing_steps

TextChange = Callable[[str, Scene, Array], str]
"""From the text of a scene, what it says, and where it starts (nq,), to another text. Runs behind the window."""


@dataclass(frozen=True, eq=False, slots=True)
class SceneEdit:
    """An edit that was asked for."""

    title: str  # what undo calls it
    change: TextChange
    key: str = ""  # of the line that it was entered in; empty: of none
    check: Callable[[Scene], object] | None = None  # raises ArgumentError for a scene that is not to be, behind the window
    done: Callable[[object], object] | None = None  # told of the scene that it came to
    options: LoadOptions | None = None  # that the document's robots are read with from then on; None: as before


class SceneEditor(QObject):
    """One edit after the other; each can be undone. What cannot be read is refused, and what was open stays."""

    changed = Signal()  # whether there is something that is not saved
    applied = Signal(str)  # an edit is done: the name of the part that is new by it, "" for none
    refused = Signal(str, str)  # key of the line, a sentence
    saved = Signal(object)  # a Document as its file has it now
    settled = Signal()  # nothing waits to be done
    save_begun = Signal(str)  # of this file
    save_progressed = Signal(int, int)  # steps that are done, of so many
    save_ended = Signal()

    def __init__(
        self,
        session: Session,
        files: Files,
        preferences: Preferences,
        dialogs: Dialogs,
        writer: Background,
        save_card: QWidget | None = None,
        parent: QObject | None = None,
    ) -> None:
        """`writer` writes its file; `save_card` takes input meanwhile."""
        super().__init__(parent)
        self._session, self._files, self._preferences, self._dialogs = session, files, preferences, dialogs
        self._writer, self._save_card = writer, save_card
        self._saved_text = ""  # what the file says
        self._queue: deque[SceneEdit] = deque()
        self._asked: tuple[SceneEdit, SessionState] | None = None
        self.reader = SceneReader()
        self._given_up = False
        self._thread = Background(self)
        self._thread.found.connect(self._on_found)
        session.document_changed.connect(self._open)
        session.settings_changed.connect(self.changed)

    @property
    def document(self) -> Document | None:
        """The scene that is open, if what is open is one that has a text."""
        document = self._session.document
        return document if document is not None and document.kind == "scene" and document.scene.source else None

    @property
    def unsaved(self) -> bool:
        """Whether the scene was edited since it was saved. Settings, materials and joints alone are those of a run."""
        return self.document is not None and self.document.scene.source != self._saved_text

    @property
    def differs(self) -> bool:
        """Whether a file of the scene as it is now would say anything else: also of settings, materials, where joints start."""
        document, state = self.document, self._session.state
        if document is None:
            return False
        return self.unsaved or not is_as_written(document.scene, settings=state.settings, q=state.q)

    @property
    def busy(self) -> bool:
        """Whether an edit is not done yet."""
        return bool(self._queue)

    @property
    def reason_against(self) -> str:
        """Why what is open is not edited, a sentence; empty: it is."""
        document = self._session.document
        if self.document is not None:
            return ""
        if document is not None and document.kind == "robot":
            return self.tr("This is a robot by itself: make a scene of it first (Shift+G).")
        if document is not None and document.kind == "recording":
            return self.tr("A recording is not edited. Open its scene.")
        return self.tr("Only a scene that was read from a file is edited.")

    def edit(self, edit: SceneEdit) -> None:
        """Do this after what was asked before; told where it cannot be."""
        if self.reason_against:
            self._session.message.emit(self.tr("The scene was not changed."), self.reason_against, "plain")
            return
        self._queue.append(edit)
        self._next()

    # The file

    def save(self) -> bool:
        """Write the scene into its file, or ask where; whether it is written. Asks where the file was changed meanwhile."""
        document = self.document
        if document is None:
            return False
        path = Path(document.reference)
        if document.reference and path.is_absolute() and path.is_file():
            may_replace = self._says_what_it_said(path) or self._dialogs.ask_to_replace(
                document.name, self.tr("Save the scene?")
            )
            return may_replace and self.save_to(path)
        return self.save_as()

    def save_as(self) -> bool:
        """Ask where, and write the scene there; whether it is written."""
        document = self.document
        if document is None:
            self._session.message.emit(self.tr("There is no scene to save."), self.reason_against, "plain")
            return False
        folder = Path(document.reference).parent if Path(document.reference).is_file() else Path.home()
        start = folder / f"{Path(document.name).stem}.toml"
        name = self._dialogs.ask_place(start, self.tr("Save the scene"), self.tr("Scenes (*.toml)"))
        return bool(name) and self.save_to(Path(name))

    def save_to(self, path: Path) -> bool:
        """Write the scene as it is now into a file, whole or not at all; whether it is written.

        The window is drawn meanwhile, and takes no input but what gives it up.
        """
        document, state, path = self.document, self._session.state, Path(path).absolute()
        if document is None or self._writer.is_waited_for:
            return False
        answer = self._answer_of(writing_steps(document.scene, state.settings, state.q, path), path.name)
        if isinstance(answer, (TorseurError, OSError)):
            self._session.message.emit(self.tr("The scene was not saved."), str(answer), "error")
        elif isinstance(answer, Exception):
            raise answer
        elif isinstance(answer, Written):
            for folder in answer.folders:
                self._preferences.allow(str(path), folder)
            if self._session.document is document:
                self._show_saved(document, state, path, answer)
            anew = f"\n{self._anew}" if answer.anew else ""
            self._session.message.emit(self.tr("Saved."), f"{path}{anew}", "good")
        elif self._given_up:
            self._session.message.emit(self.tr("The scene was not saved."), self.tr("It was given up."), "plain")
        self._next()
        return isinstance(answer, Written)

    def _show_saved(self, document: Document, state: SessionState, path: Path, answer: Written) -> None:
        scene = as_written(document.scene, answer.text, str(path), settings=state.settings, q=state.q)
        after = replace(document, name=path.name, reference=str(path), scene=scene)
        self._session.playback.set_state(replace(self._session.state, document=after))
        self._saved_text = answer.text
        self.saved.emit(after)
        self.changed.emit()

    def cancel_saving(self) -> None:
        """Give up what is being saved: the file stays as it was, unless it is written already."""
        if self._writer.is_waited_for:
            self._given_up = True
            self._writer.stop()

    def _answer_of(self, steps: Sequence[Callable[[], object]], name: str) -> object:
        """What the last of these steps gives, which a thread runs, or the exception that came instead; None: it was given up."""
        self._given_up = False
        self.save_begun.emit(name)
        held = HeldInput(self._save_card, self.cancel_saving)
        answer = self._writer.wait_for(*steps, held=held, told=lambda done: self.save_progressed.emit(done, len(steps)))
        self.save_ended.emit()
        return answer

    def show_saved(self, text: str) -> None:
        """Know what the scene's file says, where that is not what is open; empty: it has no file."""
        self._saved_text = text
        self.changed.emit()

    def take_over(self, other: SceneEditor) -> None:
        """Know of the same scene's file what another knows."""
        self.show_saved(other._saved_text)

    def may_leave(self) -> bool:
        """Whether what is open may go: asks about a scene that is not saved."""
        document = self.document
        if self._writer.is_waited_for:
            return False  # in a moment
        if document is None or not self.unsaved:
            return True
        answer = self._dialogs.ask_to_save(document.name, self.tr("Save the scene?"))
        return answer == "discard" or (answer == "save" and self.save())

    def stop(self) -> None:
        """The window closes: what waits to be done is given up."""
        self._give_up()
        self._writer.stop()

    @property
    def _anew(self) -> str:
        return self.tr("Its layout cannot be edited: the text was written anew, without comments.")

    def _says_what_it_said(self, path: Path) -> bool:
        try:
            return path.read_bytes().decode("utf-8") == self._saved_text
        except (OSError, UnicodeDecodeError):
            return False

    # One edit after the other

    def _open(self) -> None:
        if not self._session.rebuilding:  # another document
            self._give_up()
            self.reader.forget()
            document = self.document
            self._saved_text = document.scene.source if document is not None and document.reference else ""
        self.changed.emit()

    def _give_up(self) -> None:
        self._queue.clear()
        self._asked = None
        self._thread.stop()

    def _next(self) -> None:
        if self._writer.is_waited_for:  # done after it
            return
        if self._queue and self._asked is None:
            self._asked = self._queue[0], self._session.state
            self._thread.ask(self._asked, [partial(self._changed_scene, *self._asked, self.reader.models)])
        elif not self._queue:
            self.settled.emit()

    def _changed_scene(self, edit: SceneEdit, state: SessionState, models: Models) -> tuple[Scene, bool] | None:
        """The scene after an edit, found behind the window, and whether its text was written anew; None: it is no other.

        models : of this document, for another may be open by the time that they are read
        """
        assert state.document is not None
        scene = state.document.scene
        before = scene_text(scene, settings=state.settings, q=state.q)
        after = edit.change(before, scene, state.q)
        if after == before:
            return None
        read = self.reader.read(after, scene.path, edit.options or state.document.options, models)
        if edit.check is not None:
            edit.check(read)
        return read, is_written_anew(scene.source, after)

    def _on_found(self, asked: object, answer: object) -> None:
        if self._asked is None or asked is not self._asked:
            return
        edit, state = self._asked
        self._asked = None
        if self._writer.is_waited_for or state is not self._session.state:  # something else was done meanwhile
            self._next()
            return
        self._queue.popleft()
        try:
            if isinstance(answer, TorseurError):
                self.applied.emit("")  # what was typed or dragged is as it was
                self.refused.emit(edit.key, answer.message if isinstance(answer, DefinitionError) else str(answer))
            elif isinstance(answer, Exception):
                raise answer
            elif isinstance(answer, tuple):
                self.applied.emit(self._apply(edit, state, answer[0]))
                if edit.done is not None:
                    edit.done(answer[0])
                if answer[1]:
                    text = self.tr("The scene was changed.")
                    tell_until_undone(self._session, text, self._anew, "warning", edits=0)
            else:
                self.applied.emit("")
        finally:
            self._next()

    def _apply(self, edit: SceneEdit, state: SessionState, scene: Scene) -> str:
        """Start anew from the changed scene; what was playing plays on. Returns the name of the one part that is new."""
        session, playback, document = self._session, self._session.playback, state.document
        assert document is not None
        plays, posing = playback.starting, session.posing
        playback.pause()
        if not posing:
            text = self.tr("A new start: the scene was changed.")
            tell_until_undone(session, text, self.tr("Ctrl+Z brings the recording back."))
        after = replace(document, scene=scene, options=edit.options or document.options)
        session.change(SessionState(after, scene.settings, scene.initial.q, Run()), edit.title)
        if set(after.files) - set(document.files):
            self._files.watching.watch(after.files)
        if plays:
            playback.play()
        before = {part.name for part in document.scene.parts}
        new = [part.name for part in scene.parts if part.name not in before]
        return new[0] if len(new) == 1 else ""
