"""What the program remembers from one start to the next, in a file of the user's."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QObject, QTimer, Signal

from torseur.sim.errors import SaveError
from torseur.ui.text.units import AngleUnit

from .chosen_language import settings_path
from .schema import SCHEMA
from .settings_file import Change, SettingsFile

MOST_RECENT = 10
SOON = 400  # [ms] from a change until it is written, with those that come meanwhile
log = logging.getLogger("torseur.preferences")


class Preferences(QObject):
    """Theme, units, recent files, exercises, where the docks are."""

    angle_unit_changed = Signal(str)
    language_changed = Signal()
    not_saved = Signal(str)  # why; once, until something can be saved again

    def __init__(self, path: Path | None = None, *, remembers: bool = True) -> None:
        """Read what is remembered.

        path      : of the file; that of the user if not given
        remembers : False: nothing is read, and nothing is kept
        """
        super().__init__()
        self._file = SettingsFile(path or settings_path())
        self._remembers = remembers
        self.faults: tuple[str, ...] = ()  # sentences: what of the file could not be used
        self._values: dict[str, Any] = {key: setting.default for key, setting in SCHEMA.items()}
        if remembers:
            found = self._file.read()
            self._values, self.faults = found.values, found.faults
        self._told = False  # that nothing can be written, since that was so
        self._changes: list[Change] = []  # that are not written yet
        self._writing: threading.Thread | None = None
        self._clock = QTimer(self, singleShot=True, interval=SOON)
        self._clock.timeout.connect(self._write_soon)

    def know_not_saved(self) -> None:
        """It is said already that nothing can be written: not again for each change, until it can be."""
        self._told = True

    def save(self) -> Path:
        """Write what was changed to the file now; returns its path. `not_saved` tells where that fails."""
        self._clock.stop()
        if self._writing is not None:
            self._writing.join()
        self._write(self._taken())
        return self._file.path

    def save_within(self, seconds: float) -> None:
        """Write what was changed, and wait so long [s] at most: a disk, or another instance, may take longer."""
        self._clock.stop()
        begun = time.monotonic()
        if self._writing is not None:
            self._writing.join(seconds)
        self._start_writing().join(max(0.0, begun + seconds - time.monotonic()))

    @property
    def quality(self) -> str:
        """Of the view's picture: "automatic", or the name of one."""
        return str(self._values["window/quality"])

    @quality.setter
    def quality(self, name: str) -> None:
        self._set("window/quality", name)

    @property
    def theme(self) -> str:
        """Name of the theme."""
        return str(self._values["window/theme"])

    @theme.setter
    def theme(self, name: str) -> None:
        self._set("window/theme", name)

    @property
    def language(self) -> str:
        """Of all texts: "system", or the key of one."""
        return str(self._values["window/language"])

    @language.setter
    def language(self, key: str) -> None:
        self._set("window/language", key)
        self.language_changed.emit()

    @property
    def angle_unit(self) -> AngleUnit:
        """Degrees or radians, in every field and label."""
        return "rad" if self._values["window/angle_unit"] == "rad" else "deg"

    @angle_unit.setter
    def angle_unit(self, unit: str) -> None:
        self._set("window/angle_unit", unit)
        self.angle_unit_changed.emit(self.angle_unit)

    @property
    def recent(self) -> list[str]:
        """What was opened last, the newest first."""
        return list(self._values["files/recent"])

    def add_recent(self, reference: str) -> None:
        """Remember that something was opened."""
        self._change("files/recent", lambda now: [reference, *(r for r in now if r != reference)][:MOST_RECENT])

    def remove_recent(self, reference: str) -> None:
        """Forget that it was opened."""
        self._change("files/recent", lambda now: [r for r in now if r != reference])

    def allowed(self, reference: str) -> tuple[str, ...]:
        """Folders that the user allowed for a robot's file or name, beside those that are read anyway."""
        return tuple(self._values["files/allowed"].get(_whole(reference), ()))

    def allow(self, reference: str, folder: str) -> None:
        """Remember that its meshes may lie in a folder."""
        key = _whole(reference)
        self._change("files/allowed", lambda now: {**now, key: list(dict.fromkeys([*now.get(key, ()), folder]))})

    def arguments(self, reference: str) -> dict[str, str]:
        """Values that the user gave arguments of a xacro file."""
        return dict(self._values["files/arguments"].get(_whole(reference), {}))

    def keep_arguments(self, reference: str, arguments: Mapping[str, str]) -> None:
        """Remember them; none: forget those that there were."""
        key, kept = _whole(reference), dict(arguments)

        def changed(now: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
            others = {file: of for file, of in now.items() if file != key}
            return {**others, key: kept} if kept else others

        self._change("files/arguments", changed)

    @property
    def follows(self) -> bool:
        """Whether the camera keeps in sight what moves."""
        return bool(self._values["window/follows"])

    @follows.setter
    def follows(self, on: bool) -> None:
        self._set("window/follows", on)

    @property
    def legend_folded(self) -> bool:
        """Whether the view's legend is a word only."""
        return bool(self._values["window/legend_folded"])

    @legend_folded.setter
    def legend_folded(self, folded: bool) -> None:
        self._set("window/legend_folded", folded)

    @property
    def seen_ideas(self) -> list[str]:
        """Codes of the ideas of the course that were looked at."""
        return list(self._values["course/seen"])

    def add_seen_idea(self, code: str) -> None:
        """Remember that one was looked at."""
        self._change("course/seen", lambda now: now if code in now else [*now, code])

    @property
    def exercise_states(self) -> dict[str, dict[str, str]]:
        """How far the questions of the worked exercises are, by the keys of exercise and question."""
        return {key: dict(states) for key, states in self._values["exercises/states"].items()}

    def keep_exercise(self, exercise: str, states: dict[str, str]) -> None:
        """Remember how far the questions of one are; of none: forget it."""
        states = dict(states)

        def changed(now: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
            others = {key: of for key, of in now.items() if key != exercise}
            return {**others, exercise: states} if states else others

        self._change("exercises/states", changed)

    @property
    def exercise_efforts(self) -> dict[str, dict[str, tuple[int, int]]]:
        """Tries and hints that questions of exercises took, by the keys of exercise and question."""
        return {key: dict(efforts) for key, efforts in self._values["exercises/efforts"].items()}

    def keep_efforts(self, exercise: str, efforts: dict[str, tuple[int, int]]) -> None:
        """Remember those of an exercise; none: forget them."""
        kept = dict(efforts)

        def changed(now: dict[str, dict[str, tuple[int, int]]]) -> dict[str, dict[str, tuple[int, int]]]:
            others = {key: of for key, of in now.items() if key != exercise}
            return {**others, exercise: kept} if kept else others

        self._change("exercises/efforts", changed)

    @property
    def exercise_variant(self) -> int:
        """Which numbers exercises have; 0: those of their files."""
        return int(self._values["exercises/variant"])

    @exercise_variant.setter
    def exercise_variant(self, variant: int) -> None:
        self._set("exercises/variant", variant)

    @property
    def exercise_folder(self) -> str:
        """Of own exercises; empty: none."""
        return str(self._values["exercises/folder"])

    @exercise_folder.setter
    def exercise_folder(self, folder: str) -> None:
        self._set("exercises/folder", folder)

    @property
    def geometry(self) -> QByteArray | None:
        """Where the window is."""
        return QByteArray(self._values["window/geometry"]) if self._values["window/geometry"] else None

    @geometry.setter
    def geometry(self, value: QByteArray) -> None:
        self._set("window/geometry", value.data())

    def docks(self, workspace: str) -> QByteArray | None:
        """Where the docks of a workspace are."""
        state = self._values["window/docks"].get(workspace)
        return QByteArray(state) if state else None

    def keep_docks(self, workspace: str, state: QByteArray) -> None:
        """Remember where they are."""
        kept = state.data()
        self._change("window/docks", lambda now: {**now, workspace: kept})

    def _set(self, key: str, value: object) -> None:
        self._change(key, lambda _: value)

    def _change(self, key: str, change: Callable[[Any], object]) -> None:
        before = self._values[key]
        self._values[key] = change(before)
        if self._remembers and self._values[key] != before:  # what this instance did not change is as others leave it
            self._changes.append((key, change))
            self._clock.start()

    def _write_soon(self) -> None:
        """In a thread: a disk may be slow to say that it has it."""
        if self._writing is not None and self._writing.is_alive():
            self._clock.start()
            return
        self._start_writing()

    def _start_writing(self) -> threading.Thread:
        self._writing = threading.Thread(target=self._write, args=(self._taken(),), name="settings")
        self._writing.start()
        return self._writing

    def _taken(self) -> list[Change]:
        changes, self._changes = self._changes, []
        return changes

    def _write(self, changes: list[Change]) -> None:
        try:
            if changes:
                self._file.change(changes)
                self._told = False
        except SaveError as error:
            log.warning("%s", error)
            self._changes[:0] = changes  # to be written with what is changed next
            if not self._told:
                self._told = True
                self.not_saved.emit(str(error))


def _whole(reference: str) -> str:
    """A file by its whole path, anything else by its name, which goes before a file or a folder that is called so."""
    path = Path(reference).expanduser()
    is_name = len(path.parts) == 1 and not path.suffix
    return str(path.resolve()) if path.exists() and not is_name else reference
