"""The form of what is selected: shown from the scene's text, and each line that is entered an edit of it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut

from torseur.robots.options import LoadOptions
from torseur.sim.arrays import Array
from torseur.sim.definition.placement_rows import from_xyz_rpy
from torseur.sim.definition.shape_rows import radians_per
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.model import JointKind
from torseur.sim.simulation.running.scene.scene import Part, Scene
from torseur.sim.simulation.running.scene.scene_text import part_paths
from torseur.sim.texts import tr
from torseur.ui.panels.scene.scene_panel import ScenePanel
from torseur.ui.panels.scene.values import PartLine
from torseur.ui.text.sentences import capitalised
from torseur.ui.viewport.viewport import Viewport

from ..files.dialogs import Dialogs
from ..preferences.preferences import Preferences
from ..session.session import Session
from .form.line_parts import shown_angle
from .form.part_in_text import GONE, NEW, Chosen, PartInText, part_in_text, part_of, said_in
from .form.part_lines import ANGLES, part_lines
from .form.part_text import with_line, with_pose, without_part
from .form.scene_lines import scene_lines, with_scene_line
from .form.sweep_places import OF_SCENE, sweep_places
from .form.value_limits import density_fault, density_note
from .part_handles import PartHandles
from .placing import BARS, is_in_sight
from .scene_editor import SceneEdit, SceneEditor

_OF_SHAPE_OR_MASS = ("shape", "mass")  # lines that change a density


class SelectedPart(QObject):
    """Between the form, the handles, the editor and what is selected in the view and in the list."""

    form_wanted = Signal()  # something is new, and its form is not in sight

    def __init__(
        self,
        session: Session,
        editor: SceneEditor,
        panel: ScenePanel,
        viewport: Viewport,
        preferences: Preferences,
        dialogs: Dialogs,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._dialogs = dialogs
        self._session, self._editor, self._panel, self._viewport = session, editor, panel, viewport
        self._preferences, self._form = preferences, panel.form
        self.body = ""  # that is selected
        self.whole = False  # the scene itself is shown, and nothing is selected
        self._chosen = Chosen()  # of its joints, shapes and loads
        self._count = 0  # of parts, when the part was shown
        self._place: tuple[str, int] | None = None  # of the part in the text, by which it is found under another name
        self._handles_wanted = False
        self._varied: Collection[str] = ()  # places in the scene's file
        self._shown: tuple[object, ...] = ()  # what the form shows
        self.handles = PartHandles(session, viewport, self)
        self.handles.moved.connect(self._move)
        self._form.entered.connect(self._enter)
        self._form.handles_switched.connect(self._switch_handles)
        self._form.removal_requested.connect(self.remove)
        self._form.file_wanted.connect(self._browse)
        self._form.scene_wanted.connect(self.select_scene)
        for widget in (viewport, panel.bodies):
            key = QShortcut(QKeySequence.StandardKey.Delete, widget)
            key.setContext(Qt.ShortcutContext.WidgetShortcut)  # elsewhere it is another thing's
            key.activated.connect(self.remove)
        editor.applied.connect(self._on_applied)
        editor.refused.connect(self._refuse)
        session.document_changed.connect(self._open)
        session.settings_changed.connect(self.refresh)
        session.snapshot_changed.connect(self._follow)
        preferences.angle_unit_changed.connect(lambda _: self.refresh())
        viewport.body_picked.connect(self.select)

    def take_over(self, other: SelectedPart) -> None:
        """Have selected what another has."""
        self.body, self.whole, self._chosen = other.body, other.whole, other._chosen
        self._handles_wanted = other._handles_wanted
        self._viewport.select(self.body or None)
        self._panel.show_selected(self.body)
        self.refresh()

    def select(self, body: str) -> None:
        """Show the part of this body; "" none."""
        if body != self.body or (body and self.whole):
            self.body, self.whole, self._chosen = body, False, Chosen()
            self.refresh()
            self._panel.show_form()

    def select_scene(self) -> None:
        """Show the scene itself: its title, duration, gravity."""
        self.body, self.whole = "", True
        self._viewport.select(None)
        self._panel.show_selected("")
        self.refresh()

    def remove(self) -> None:
        """Take what is selected out of the scene."""
        one = self._part()
        if one is not None:
            name = one.part.name
            title = tr("Remove {name}", name=name)
            self._editor.edit(SceneEdit(title, lambda text, _, __: without_part(text, name)))

    def refresh(self) -> None:
        """Show what is selected as it is now."""
        one, note = self._part(), ""
        if self._session.document is not None:
            note = self._note(one)
        document = self._editor.document
        if one is not None:
            paths = part_paths(one.said)
            self._place, self._count = paths[one.part.name], len(paths)
            lines = part_lines(one, self._preferences.angle_unit, self._chosen)
        else:
            self._place = None
            lines = scene_lines(document.scene) if self.whole and document is not None else []
        lines = [replace(line, sweep_places=self._places(one, line), varied=self._varied) for line in lines]
        self._panel.show_part("" if one is None else one.part.name, note, lines, of_scene=one is None)
        self._shown = self._state()
        self._show_handles()

    def show_varied(self, places: Collection[str]) -> None:
        """Mark the numbers at these places in the scene's file, which a sweep varies."""
        self._varied = places
        self.refresh()

    def _places(self, one: PartInText | None, line: PartLine) -> tuple[str, ...]:
        if line.kind not in ("number", "numbers"):
            return ()
        return OF_SCENE[line.key] if one is None else sweep_places(one, line.key, self._chosen)

    def _state(self) -> tuple[object, ...]:
        return self._session.state, self._session.posing, self.body

    def _follow(self) -> None:
        if self._state() != self._shown:  # not while a simulation goes on
            self.refresh()

    def _open(self) -> None:
        document = self._session.document
        names = () if document is None else document.scene.model.body_names
        if not self._session.rebuilding:
            self.body, self.whole, self._chosen, self._place = "", False, Chosen(), None
        elif self.body not in names:
            self.body = self._renamed()  # its name was undone, or the part is gone
            self._viewport.select(self.body or None)
            self._panel.show_selected(self.body)
        elif self.body and self._viewport.selected is None:  # the model is a new one, and none of its bodies was selected
            self._viewport.select(self.body)
            self._panel.show_selected(self.body)
        self.refresh()

    def _renamed(self) -> str:
        """The body that is selected, by the name that its part has now; empty: there is none."""
        document = self._editor.document
        if document is None or self._place is None:
            return ""
        paths = part_paths(said_in(document.scene.source))
        name = next((name for name, place in paths.items() if place == self._place), "")
        owner, _, own = self.body.partition("/")
        known = self._count == len(paths) and owner not in paths and name
        found = f"{name}/{own}" if own else name
        return found if known and found in document.scene.model.body_names else ""

    def _note(self, one: PartInText | None) -> str:
        if self._editor.reason_against:
            return self._editor.reason_against
        if self.whole:
            return self.tr("The scene itself. Its settings and materials are above, under Simulation.")
        if one is None:
            return self.tr("Select a body in the list or the view to change it, or add one by +.")
        heavy = self._density_note(one)
        if heavy:
            return heavy
        if not self._session.posing:
            return self.tr("As it starts. An edit begins a new run; handles are there at the start (Backspace).")
        driven = isinstance(one.row.get("controller"), dict) or "playback" in one.row
        if driven or one.kind != "robots":
            return ""
        return self.tr("Nothing drives its joints: Control gives them gains.")

    def _density_note(self, one: PartInText) -> str:
        if one.kind != "bodies":
            return ""
        body = one.part.model.bodies[0]
        return density_note(body.mass, body.collisions[0].shape)

    def _part(self) -> PartInText | None:
        """What is selected, starting where the session has it start."""
        document = self._editor.document
        if document is None or not self.body:
            return None
        part = part_of(document.scene, self.body)
        found = None if part is None else part_in_text(document.scene, document.scene.source, part)
        if found is None:
            return None
        part = starting_part(document.scene, found.part, self._session.state.q)
        self._chosen = found.known(self._chosen)
        return replace(found, part=part)

    # Edits

    def _enter(self, key: str, value: object) -> None:
        if self.whole:
            line = tr(key.partition(":")[0].replace("_", " "))
            title = tr("Change {line} of the scene", line=line)
            self._editor.edit(SceneEdit(title, lambda text, _, __: with_scene_line(text, key, value), key))
            return
        one = self._part()
        if one is None:
            return
        if key.startswith("choose.") and value not in (NEW, GONE):
            what = key.removeprefix("choose.")
            chosen: dict[str, Any] = {what: int(str(value) or 0) if what in ("shape", "payload") else str(value)}
            self._chosen = replace(self._chosen, **chosen)
            self.refresh()
            return
        if key == "shape" and value == "convex" and one.shapes[self._chosen.shape]["shape"] != "convex":
            self._browse("shape.mesh")
            return
        more = key.startswith("choose.") and value == NEW
        self._edit(one, key, value, done=partial(self._choose_last, key) if more else None)

    def _choose_last(self, key: str, _: object) -> None:
        """Of what the part has several of, show the one that is new."""
        one = self._part()
        if one is not None:
            last: dict[str, Any] = {key.removeprefix("choose."): 1_000_000}  # as many as there are
            self._chosen = one.known(replace(self._chosen, **last))
            self.refresh()

    def _edit(
        self,
        one: PartInText,
        key: str,
        value: object,
        options: LoadOptions | None = None,
        done: Callable[[object], object] | None = None,
    ) -> None:
        name, chosen = one.part.name, self._chosen
        given = self._in_file_units(one, key, value)

        def change(text: str, scene: Scene, q: Array) -> str:
            part = next(part for part in scene.parts if part.name == name)
            return with_line(text, starting_part(scene, part, q), key, given, chosen=chosen)

        line = key.removeprefix("choose.").replace(".", " ").replace("_", " ")
        title = tr("Change {line} of {name}", line=tr(line), name=name)
        check = partial(_check_density, name) if key.split(".")[0] in _OF_SHAPE_OR_MASS else None
        self._editor.edit(SceneEdit(title, change, key, check, done, options))

    def _browse(self, key: str) -> None:
        """Let the user choose the file of a line; it may be read from then on, wherever it lies."""
        one, document = self._part(), self._editor.document
        path = self._dialogs.ask_mesh() if key == "shape.mesh" else self._dialogs.ask_robot()
        if not path or one is None or document is None:
            self.refresh()  # a choice is what it was
            return
        allowed = (*document.options.allowed_folders, str(Path(path).parent))
        self._edit(one, key, path, options=replace(document.options, allowed_folders=allowed))

    def _in_file_units(self, one: PartInText, key: str, value: object) -> object:
        unit = self._preferences.angle_unit
        if key in ANGLES and isinstance(value, tuple):
            return value[0], shown_angle(float(value[1]), unit, one.file_unit)
        if key in ("joint.start", "joint.target", "joint.velocity") and isinstance(value, float):
            turns = one.part.model.joint(self._chosen.joint).kind is not JointKind.PRISMATIC
            return shown_angle(value, unit, "rad") if turns else value
        return value

    def _move(self, displacement: Array) -> None:
        """The handles were let go of: the part starts there."""
        one = self._part()
        if one is None:
            return
        name = one.part.name

        def change(text: str, scene: Scene, _: Array) -> str:
            part = next(part for part in scene.parts if part.name == name)
            now = part_in_text(scene, text, part)
            assert now is not None
            return with_pose(text, part, displacement @ row_pose(now))

        self._editor.edit(SceneEdit(tr("Move {name}", name=name), change, "xyz"))

    def _on_applied(self, new: str) -> None:
        if new:
            document = self._session.document
            part = None if document is None else next((p for p in document.scene.parts if p.name == new), None)
            if part is not None and document is not None:
                names = document.scene.model.body_names
                body = new if new in names else next((n for n in names if n.startswith(f"{new}/")), "")
                self.body, self.whole, self._chosen = body, False, Chosen()
                if not self._panel.isVisible():
                    self.form_wanted.emit()
                self._panel.show_form()
                view = self._viewport
                if not is_in_sight(view.camera, view.size_in_units(), part, BARS):
                    view.fit()
        self._viewport.select(self.body or None)
        self._panel.show_selected(self.body)
        self.refresh()
        if self._session.snapshot is not None and not self.handles.gizmo.dragging:
            self._viewport.show_poses(self._session.snapshot.poses)  # what was dragged and refused is put back

    def _refuse(self, key: str, sentence: str) -> None:
        if self._panel.isVisible() and self._form.open:
            self._form.show_refusal(key, capitalised(sentence))
            self._shown = self._state()
        else:
            self._session.message.emit(self.tr("The scene was not changed."), capitalised(sentence), "warning")

    # Handles

    def _switch_handles(self, wanted: bool) -> None:
        self._handles_wanted = wanted
        self._show_handles()

    def _show_handles(self) -> None:
        one, document = self._part(), self._session.document
        self._form.handles.setChecked(self._handles_wanted)
        if self._handles_wanted and one is not None and document is not None and self._session.posing:
            self.handles.show(document.scene, one.part)
        else:
            self.handles.hide()


def _check_density(name: str, scene: Scene) -> None:
    """Raise ArgumentError for a free body so heavy for its size, or so light, that nobody can have meant it."""
    part = next((part for part in scene.parts if part.name == name), None)
    if part is None or part.model.nv == 0 or len(part.model.bodies) > 1:
        return
    body = part.model.bodies[0]
    if body.collisions and (fault := density_fault(body.mass, body.collisions[0].shape)):
        raise ArgumentError(fault)


def starting_part(scene: Scene, part: Part, q: Array) -> Part:
    """A part of a scene as it starts from q (nq of the scene,)."""
    first = 0
    for one in scene.parts:
        if one.name == part.name:
            return replace(one, q=np.array(q[first : first + one.model.nq]))
        first += one.model.nq
    return part


def row_pose(one: PartInText) -> Array:
    """Pose (4, 4) that the text gives a part: of its frame, or of what it is placed by."""
    radians = radians_per("deg" if one.file_unit == "deg" else "rad")
    xyz, rpy = (one.row.get(key, (0.0, 0.0, 0.0)) for key in ("xyz", "rpy"))
    return from_xyz_rpy(xyz, [radians * angle for angle in rpy])
