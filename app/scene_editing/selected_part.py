"""The form of what is selected: shown from the scene's text, and each line that is entered an edit of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QObject

from torseur.sim.arrays import Array
from torseur.sim.definition.placement_rows import from_xyz_rpy
from torseur.sim.definition.shape_rows import radians_per
from torseur.sim.multibody.model.model import JointKind
from torseur.sim.simulation.scene.scene import Part, Scene
from torseur.ui.panels.scene.scene_panel import ScenePanel
from torseur.ui.text.sentences import capitalised
from torseur.ui.viewport.viewport import Viewport

from ..preferences.preferences import Preferences
from ..session.session import Session
from .part_handles import PartHandles
from .part_lines import ANGLES, PartInText, moving_joints, part_in_text, part_lines, part_of, shown_angle
from .part_text import with_line, with_pose, without_part
from .scene_editor import SceneEdit, SceneEditor


class SelectedPart(QObject):
    """Between the form, the handles, the editor and what is selected in the view and in the list."""

    def __init__(
        self,
        session: Session,
        editor: SceneEditor,
        panel: ScenePanel,
        viewport: Viewport,
        preferences: Preferences,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._editor, self._panel, self._viewport = session, editor, panel, viewport
        self._preferences, self._form = preferences, panel.form
        self.body = ""  # that is selected
        self._joint = ""  # of a robot, whose lines are shown
        self._handles_wanted = False
        self._shown: tuple[object, ...] = ()  # what the form shows
        self.handles = PartHandles(session, viewport, self)
        self.handles.moved.connect(self._move)
        self._form.entered.connect(self._enter)
        self._form.handles_switched.connect(self._switch_handles)
        self._form.removal_requested.connect(self.remove)
        editor.applied.connect(self._on_applied)
        editor.refused.connect(self._refuse)
        session.document_changed.connect(self._open)
        session.settings_changed.connect(self.refresh)
        session.snapshot_changed.connect(self._follow)
        preferences.angle_unit_changed.connect(lambda _: self.refresh())
        viewport.body_picked.connect(self.select)

    def select(self, body: str) -> None:
        """Show the part of this body; "" none."""
        if body != self.body:
            self.body, self._joint = body, ""
            self.refresh()

    def remove(self) -> None:
        """Take what is selected out of the scene."""
        one = self._part()
        if one is not None:
            name = one.part.name
            title = self.tr("Remove {name}").format(name=name)
            self._editor.edit(SceneEdit(title, lambda text, _, __: without_part(text, name)))

    def refresh(self) -> None:
        """Show what is selected as it is now."""
        one, note = self._part(), ""
        if self._session.document is not None:
            note = self._note(one)
        lines = [] if one is None else part_lines(one, self._preferences.angle_unit, self._joint)
        self._form.show_part("" if one is None else one.part.name, note, lines)
        self._shown = self._state()
        self._show_handles()

    def _state(self) -> tuple[object, ...]:
        return self._session.state, self._session.posing, self.body

    def _follow(self) -> None:
        if self._state() != self._shown:  # not while a simulation goes on
            self.refresh()

    def _open(self) -> None:
        document = self._session.document
        names = () if document is None else document.scene.model.body_names
        if self.body not in names or not self._session.rebuilding:
            self.body, self._joint = "", ""
        self.refresh()

    def _note(self, one: PartInText | None) -> str:
        if self._editor.reason_against:
            return self._editor.reason_against
        if one is None:
            return self.tr("Select a body in the list or the view to change it, or add one by + above.")
        if not self._session.posing:
            return self.tr("As it starts. An edit begins a new run; handles are there at the start (Backspace).")
        if isinstance(one.row.get("controller"), dict) or one.kind != "robots":
            return ""
        return self.tr("Nothing drives its joints: a stiffness makes a controller.")

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
        joints = moving_joints(part.model) if found.kind == "robots" else ()
        if self._joint not in joints:
            self._joint = joints[0] if joints else ""
        return replace(found, part=part)

    # Edits

    def _enter(self, key: str, value: object) -> None:
        one = self._part()
        if one is None:
            return
        if key == "joint":
            self._joint = str(value)
            self.refresh()
            return
        name, joint = one.part.name, self._joint
        given = self._in_file_units(one, key, value)

        def change(text: str, scene: Scene, q: Array) -> str:
            part = next(part for part in scene.parts if part.name == name)
            return with_line(text, starting_part(scene, part, q), key, given, joint=joint)

        title = self.tr("Change {line} of {name}").format(line=key.replace(".", " "), name=name)
        self._editor.edit(SceneEdit(title, change, key))

    def _in_file_units(self, one: PartInText, key: str, value: object) -> object:
        unit = self._preferences.angle_unit
        if key in ANGLES and isinstance(value, tuple):
            return value[0], shown_angle(float(value[1]), unit, one.file_unit)
        if key in ("joint.start", "joint.target") and isinstance(value, float):
            turns = one.part.model.joint(self._joint).kind is not JointKind.PRISMATIC
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

        self._editor.edit(SceneEdit(self.tr("Move {name}").format(name=name), change, "xyz"))

    def _on_applied(self, new: str) -> None:
        if new:
            document = self._session.document
            part = None if document is None else next((p for p in document.scene.parts if p.name == new), None)
            if part is not None and document is not None:
                names = document.scene.model.body_names
                body = new if new in names else next((n for n in names if n.startswith(f"{new}/")), "")
                self.body, self._joint = body, ""
                self._panel.show_form()
        self._viewport.select(self.body or None)
        self._panel.show_selected(self.body)
        self.refresh()
        if self._session.snapshot is not None and not self.handles.gizmo.dragging:
            self._viewport.show_poses(self._session.snapshot.poses)  # what was dragged and refused is put back

    def _refuse(self, key: str, sentence: str) -> None:
        if self._panel.isVisible():
            self._form.show_refusal(key, capitalised(sentence))
            self._shown = self._state()
        else:
            self._session.message.emit(self.tr("The scene was not changed."), sentence, "warning")

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
