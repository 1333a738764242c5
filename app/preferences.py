"""What the program remembers from one start to the next, in an INI file of the user's."""

from __future__ import annotations

import json
from pathlib import Path

from platformdirs import user_config_path
from PySide6.QtCore import QByteArray, QObject, QSettings, Signal

from torseur.ui.text.units import AngleUnit

MOST_RECENT = 10


class Preferences(QObject):
    """Theme, units, recent files, exercises, where the docks are."""

    angle_unit_changed = Signal(str)
    exercise_language_changed = Signal(str)

    def __init__(self, path: Path | None = None) -> None:
        super().__init__()
        path = path or user_config_path("torseur", appauthor=False) / "torseur.ini"
        self._settings = QSettings(str(path), QSettings.Format.IniFormat)

    def save(self) -> Path:
        """Write them to their file now; returns its path."""
        self._settings.sync()
        return Path(self._settings.fileName())

    @property
    def theme(self) -> str:
        """Name of the theme."""
        return str(self._settings.value("window/theme", "light"))

    @theme.setter
    def theme(self, name: str) -> None:
        self._settings.setValue("window/theme", name)

    @property
    def angle_unit(self) -> AngleUnit:
        """Degrees or radians, in every field and label."""
        return "rad" if self._settings.value("window/angle_unit") == "rad" else "deg"

    @angle_unit.setter
    def angle_unit(self, unit: str) -> None:
        self._settings.setValue("window/angle_unit", unit)
        self.angle_unit_changed.emit(self.angle_unit)

    @property
    def recent(self) -> list[str]:
        """What was opened last, the newest first."""
        found = self._settings.value("files/recent") or []
        return [found] if isinstance(found, str) else [str(one) for one in found]

    def add_recent(self, reference: str) -> None:
        """Remember that something was opened."""
        self._settings.setValue("files/recent", [reference, *(r for r in self.recent if r != reference)][:MOST_RECENT])

    def remove_recent(self, reference: str) -> None:
        """Forget that it was opened."""
        self._settings.setValue("files/recent", [r for r in self.recent if r != reference])

    def allowed(self, reference: str) -> tuple[str, ...]:
        """Folders that the user allowed for a robot's file or name, beside those that are read anyway."""
        return tuple(self._allowed.get(_whole(reference), ()))

    def allow(self, reference: str, folder: str) -> None:
        """Remember that its meshes may lie in a folder."""
        known = self._allowed
        key = _whole(reference)
        known[key] = list(dict.fromkeys([*known.get(key, []), folder]))
        self._settings.setValue("files/allowed", json.dumps(known))

    @property
    def _allowed(self) -> dict[str, list[str]]:
        try:
            found = json.loads(str(self._settings.value("files/allowed", "{}")))
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def follows(self) -> bool:
        """Whether the camera keeps in sight what moves."""
        return str(self._settings.value("window/follows", "true")) != "false"

    @follows.setter
    def follows(self, on: bool) -> None:
        self._settings.setValue("window/follows", "true" if on else "false")

    @property
    def legend_folded(self) -> bool:
        """Whether the view's legend is a word only."""
        return str(self._settings.value("window/legend_folded", "false")) == "true"

    @legend_folded.setter
    def legend_folded(self, folded: bool) -> None:
        self._settings.setValue("window/legend_folded", "true" if folded else "false")

    @property
    def exercise_language(self) -> str:
        """Of the worked exercises: "en" or "fr"."""
        return "fr" if self._settings.value("exercises/language") == "fr" else "en"

    @exercise_language.setter
    def exercise_language(self, language: str) -> None:
        changed = language != self.exercise_language
        self._settings.setValue("exercises/language", language)
        if changed:
            self.exercise_language_changed.emit(self.exercise_language)

    @property
    def exercise_states(self) -> dict[str, dict[str, str]]:
        """How far the questions of the worked exercises are, by the keys of exercise and question."""
        try:
            found = json.loads(str(self._settings.value("exercises/states", "{}")))
        except ValueError:
            return {}
        if not isinstance(found, dict):
            return {}
        return {key: states for key, states in found.items() if isinstance(states, dict)}

    @exercise_states.setter
    def exercise_states(self, states: dict[str, dict[str, str]]) -> None:
        self._settings.setValue("exercises/states", json.dumps(states))

    @property
    def geometry(self) -> QByteArray | None:
        """Where the window is."""
        value = self._settings.value("window/geometry")
        return value if isinstance(value, QByteArray) else None

    @geometry.setter
    def geometry(self, value: QByteArray) -> None:
        self._settings.setValue("window/geometry", value)

    def docks(self, workspace: str) -> QByteArray | None:
        """Where the docks of a workspace are."""
        value = self._settings.value(f"docks/{workspace}")
        return value if isinstance(value, QByteArray) else None

    def keep_docks(self, workspace: str, state: QByteArray) -> None:
        """Remember where they are."""
        self._settings.setValue(f"docks/{workspace}", state)


def _whole(reference: str) -> str:
    """A file by its whole path, anything else by its name."""
    path = Path(reference).expanduser()
    return str(path.resolve()) if path.exists() else reference
