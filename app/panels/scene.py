"""The scene panel: what is open, how it is simulated, its bodies, and what happened."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, overload

from PySide6.QtCore import QObject, Signal

from torseur.sim.contact.status import SOLVERS
from torseur.sim.multibody.model.model import Model, Severity
from torseur.sim.simulation.recording.events import Event
from torseur.sim.simulation.running.scene.materials import material_pairs, materials_in_use, of_contact
from torseur.sim.simulation.running.scene.scene import Scene
from torseur.sim.simulation.running.scene.scene_values import quoted
from torseur.sim.simulation.running.scene.settings import Settings
from torseur.sim.texts import tr
from torseur.ui.panels.scene.scene_panel import ScenePanel
from torseur.ui.panels.scene.values import BodyEntry, EventEntry, EventWords, MaterialEntry, MaterialPair
from torseur.ui.text.number_text import quantity_text
from torseur.ui.text.solver_names import solver_name
from torseur.ui.viewport.viewport import Viewport

from ..documents.body_names import bare_names
from ..scene_editing.form.part_in_text import said_in
from ..session.scene_edits import change_material, change_setting
from ..session.session import Session
from .event_texts import event_detail, event_impulse, event_pair, event_time

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.recording import Recording

DIGITS = 3  # of a mass in the list, where names need the room; the workspace "Model" has more


class SceneBinding(QObject):
    """Between the panel, the session, and what is hidden in the viewport."""

    body_chosen = Signal(str)  # by the user, in the list
    hidden_changed = Signal()

    def __init__(self, session: Session, panel: ScenePanel, viewport: Viewport, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._panel, self._viewport = session, panel, viewport
        self._hidden: set[str] = set()
        self._findings: tuple[str, ...] = ()  # of the file, a sentence each
        self._stale = True  # the events shown are of another recording
        self._count = 0  # of the events shown
        self._varied: Collection[str] = ()  # places in the scene's file
        panel.set_solvers({key: solver_name(key) for key in SOLVERS})
        session.document_changed.connect(self._open)
        session.document_listed.connect(self._list)
        session.settings_changed.connect(self._show_settings)
        session.recording_changed.connect(self._forget_events)
        session.refused.connect(self._show_refusal)
        panel.setting_entered.connect(lambda key, value: change_setting(session, **{key: value}))
        panel.material_entered.connect(lambda name, key, x: change_material(session, name, **{key: x}))
        panel.body_selected.connect(self._choose)
        panel.body_visibility_changed.connect(self.show_body)
        panel.event_chosen.connect(session.playback.seek)

    def refresh(self) -> None:
        """Show findings and new events, if they can be seen."""
        if self._panel.isVisible():
            self._panel.show_findings(self._findings)
            self._show_events()

    def _show_events(self) -> None:
        recording = self._session.recording
        count = len(recording.events) if recording is not None else 0
        if count == self._count and not self._stale:
            return
        kept = 0 if self._stale or count < self._count else self._count
        self._stale, self._count = False, count
        self._panel.show_events([] if recording is None else ShownEvents(recording), kept)

    @property
    def hidden(self) -> frozenset[str]:
        """Bodies that are not drawn."""
        return frozenset(self._hidden)

    def keep(self) -> tuple[frozenset[str], str]:
        """Bodies that are hidden, and the one that is selected; they stay when a file is read again."""
        return self.hidden, self._viewport.selected or ""

    def bring_back(self, state: tuple[frozenset[str], str]) -> None:
        """Hide and select those of them that there are."""
        hidden, selected = state
        names = set(self._session.model.body_names)
        self._hidden = set(hidden & names)
        for name in self._hidden:
            self._panel.show_visible(name, False)
        self._viewport.set_hidden(self._hidden)
        self.hidden_changed.emit()
        if selected in names:
            self._viewport.select(selected)
            self._panel.show_selected(selected)

    def show_varied(self, places: Collection[str]) -> None:
        """Mark the materials that a sweep varies."""
        self._varied = places
        self._show_settings()

    def show_selected(self, name: str) -> None:
        """Show a body as selected in the list; an empty name none."""
        self._panel.show_selected(name)

    def show_body(self, name: str, visible: bool) -> None:
        """Draw a body, or leave it out; one that is not there is neither."""
        if name not in self._session.model.body_names:
            return
        (self._hidden.discard if visible else self._hidden.add)(name)
        self._panel.show_visible(name, visible)
        self._viewport.set_hidden(self._hidden)
        self.hidden_changed.emit()

    def _open(self) -> None:
        if self._session.document is None:
            return
        kept = self.keep() if self._session.rebuilding else None
        self._hidden.clear()
        if kept is not None:
            self._list()
            self.bring_back(kept)

    def _list(self) -> None:
        document = self._session.document
        if document is None:
            return
        scene = document.scene
        made_up = document.kind == "robot"  # the scene a robot stands in is no file
        path = (document.reference if "." in document.reference else "") if made_up else scene.path
        self._panel.show_scene(tr(scene.title), tr(scene.description), path)
        self._panel.set_bodies(body_entries(scene.model))
        notes = tuple(str(finding) for finding in document.findings if finding.severity is not Severity.NOTE)
        self._findings = notes
        self._forget_events()

    def _show_settings(self) -> None:
        document = self._session.document
        self._panel.show_settings(asdict(self._session.settings))
        scene = None if document is None else document.scene
        self._panel.settings.show_varied(self._varied if scene is not None and scene.source else None)
        if scene is None:
            self._panel.show_materials([])
        else:
            self._panel.show_materials(material_entries(scene, self._varied), pair_entries(scene))

    def _show_refusal(self, key: str, sentence: str) -> None:
        """Where the setting is, if that is in sight."""
        if self._panel.isVisible():
            self._panel.show_refusal(key, sentence)
        else:
            self._show_settings()
            self._session.message.emit(self.tr("The setting was not changed."), sentence, "warning")

    def _forget_events(self) -> None:
        self._stale = True
        if self._panel.isVisible():
            self._show_events()

    def _choose(self, name: str) -> None:
        if name and name not in self._session.model.body_names:
            return  # of the document before, whose bodies are listed for a turn more
        self._viewport.select(name or None)
        self.body_chosen.emit(name)


class ShownEvents(Sequence[EventEntry]):
    """The events that a recording has now; each is made into an entry when it is asked for, as there may be many thousands."""

    def __init__(self, recording: Recording) -> None:
        self._events, self._rows = recording.events, recording.events.rows  # rows stay: events may be cut off meanwhile
        self._names, self._settings = bare_names(recording.scene.model.body_names), recording.settings

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, key: int) -> EventEntry: ...
    @overload
    def __getitem__(self, key: slice) -> list[EventEntry]: ...
    def __getitem__(self, key: int | slice) -> EventEntry | list[EventEntry]:
        rows = self._rows[key].tolist()
        return [self._entry(row) for row in rows] if isinstance(key, slice) else self._entry(rows)

    def _entry(self, row: list[float]) -> EventEntry:
        event = self._events.event_of(row)
        return EventEntry(event.t, event.kind.value, partial(event_words, event, self._names, self._settings))


def event_words(event: Event, names: Mapping[str, str], settings: Settings) -> EventWords:
    """What is read of an event; `names` are those that bodies are read by."""
    return EventWords(
        event_time(event.t, settings), event_pair(event, names), event_impulse(event), event_detail(event, settings)
    )


def material_entries(scene: Scene, varied: Collection[str] = ()) -> list[MaterialEntry]:
    """The materials that something is made of; the one without a name is the default. `varied` are places in the scene's file."""
    used = {name: scene.materials[name] for name in materials_in_use(scene)}
    said = said_in(scene.source).get("materials", {})
    places = {name: f"materials.{quoted(name)}" if name in said else "" for name in used}
    return [
        MaterialEntry(name, name or tr("default"), one.friction, one.restitution, places[name], varied)
        for name, one in used.items()
    ]


def pair_entries(scene: Scene) -> list[MaterialPair]:
    """What holds of contacts: where materials of different μ or e can touch, which no field shows."""
    found, default = [], tr("default")
    for a, b in material_pairs(scene):
        one, other = scene.materials[a], scene.materials[b]
        if (one.friction, one.restitution) != (other.friction, other.restitution):
            both = of_contact(one, other)
            found.append(MaterialPair(f"{a or default} · {b or default}", both.friction, both.restitution))
    return found


def body_entries(model: Model) -> list[BodyEntry]:
    """The bodies, with their masses; those of a robot below its first, which alone is read with the robot's name."""
    entries: list[BodyEntry] = []
    above = ""
    masses = {mass: quantity_text(mass, "kg", DIGITS) for mass in {body.mass for body in model.bodies}}
    for body, row in zip(model.bodies, model.frame_row.tolist(), strict=False):  # frames of bodies come first
        note = tr("fixed") if row == 0 and body.mass == 0 else masses[body.mass]
        part, _, own = body.name.partition("/")
        below = bool(own) and part == above
        entries.append(BodyEntry(body.name, note, int(below), own if below else ""))
        above = part if own else ""
    return entries
