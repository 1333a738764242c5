"""The session: what is open, and what the user did to it.

A document is posed first: joints are where the user puts them. Once it is simulated there is a recording, and the cursor is
an instant of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from torseur.sim.arrays import Array, frozen
from torseur.sim.compilation import POSING
from torseur.sim.errors import ArgumentError, TorseurError, UnknownNameError
from torseur.sim.simulation.scene.materials import with_materials
from torseur.sim.simulation.scene.scene import fault_of_settings
from torseur.sim.simulation.scene.settings import Settings

from ..background.kernels import Kernels
from ..documents.document import Document
from ..documents.joint_matching import same_joints
from . import undo as edits
from .default_frame import first_frame
from .playback import Playback

if TYPE_CHECKING:
    from torseur.sim.analysis.ellipsoids.values import FrameReport
    from torseur.sim.multibody.model.model import Model
    from torseur.sim.simulation.control.command import Pull


class Session(Playback):
    """What the user does: opening, posing, driving, pulling, settings; all but opening can be undone."""

    document_changed = Signal()
    frame_changed = Signal()
    refused = Signal(str, str)  # a setting, or "material:" and its name; why it cannot be so

    def __init__(self, kernels: Kernels, parent: QObject | None = None) -> None:
        super().__init__(kernels, parent)
        self.undo_stack = QUndoStack(self)
        self.frame = ""  # whose Jacobian is shown; empty: none
        self.gesture = 0  # counts the drags: moves of one are one edit
        self.rebuilding = False  # the document that changed is the same robot with other parameters: keep the view

    # Opening

    def show_document(
        self, document: Document, q: Array | None = None, settings: Settings | None = None, frame: str = ""
    ) -> None:
        """Show a document that is already read. Not its own, if they are given: start q (nq,), settings, chosen frame."""
        self.pause()
        self.undo_stack.clear()
        scene = document.scene
        self.document = document
        own = scene.settings if document.recording is None else document.recording.settings
        self.settings = settings or own
        self.duration = scene.duration
        self._q = np.array(scene.initial.q if q is None else q)
        self._target = np.array(self._q) if document.kind == "robot" else None
        self._pull = None
        self.frame = frame or first_frame(document.scene)
        self.simulation = None
        self.index = -1
        if document.recording is not None:
            self.duration, self.index = self.reached, 0
        self._refresh_snapshot()
        self.document_changed.emit()
        self.settings_changed.emit()
        self.recording_changed.emit()
        self.frame_changed.emit()
        self.snapshot_changed.emit()

    # Posing and driving

    def move_joint(self, name: str, value: float, *, dragging: bool = True) -> None:
        """Put a joint where the user wants it, or let its controller bring it there while the simulation runs."""
        place, in_v = self.model.joint_slices()[name]
        if self.playing and self._live and self._is_controlled(in_v):
            target = np.array(self._target if self._target is not None else self._scene_target())
            target[place] = value
            self._target = target
            self._send_command()
            return
        q = np.array(self.q)
        q[place] = value
        self.pose(q, self.tr("Move {joint}").format(joint=name), joint=name if dragging else "")

    def drive(self, q: Array, text: str) -> None:
        """Move several joints at once: their controllers bring them there while the simulation runs, else they are put."""
        moved = np.flatnonzero(np.asarray(q) != self.q)
        slices = self.model.joint_slices().values()
        driven = all(
            self._is_controlled(v) for place, v in slices if np.any((moved >= place.start) & (moved < place.stop))
        )
        if self.playing and self._live and driven:
            target = np.array(self._target if self._target is not None else self._scene_target())
            target[moved] = np.asarray(q)[moved]
            self._target = target
            self._send_command()
        else:
            self.pose(q, text)

    def pose(self, q: Array, text: str, joint: str = "") -> None:
        """Put everything into a configuration; can be undone. Moves of one joint in one drag are one edit."""
        if self.is_replay:
            self.said.emit("A recording is not edited.", "Open its scene to move joints and simulate anew.", "plain")
            self.snapshot_changed.emit()
            return
        if self.playing or self._wants_to_play:
            self.pause()
        if np.array_equal(q, self.q) and self.posing:
            return
        if not self.posing:
            self.said.emit(
                self.tr("A new start from this pose."), self.tr("Ctrl+Z brings the recording back."), "plain"
            )
        q = frozen(np.array(q))
        target = q if self.document is not None and self.document.kind == "robot" else self._target
        key = (joint, self.gesture) if joint else None
        self.undo_stack.push(edits.Edit(self, edits.Standing(q, target, self.settings, self.document), text, key))

    def end_drag(self) -> None:
        """The next move is another edit."""
        self.gesture += 1

    def take_back(self, joint: str) -> None:
        """Undo the moves of the drag of a joint that goes on, as if they had never been."""
        stack = self.undo_stack
        last = stack.command(stack.index() - 1) if stack.index() else None
        if isinstance(last, edits.Edit) and last.key == (joint, self.gesture):
            last.undo()
            last.setObsolete(True)
            stack.undo()  # which takes what is obsolete off the stack

    def pull(self, pull: Pull | None) -> None:
        """Hold a body by a spring while the simulation runs; None lets go."""
        if pull is not None and not self._simulates():
            return  # there is nothing yet that could move it
        self._pull = pull
        if pull is not None and not self.playing and not self.is_replay:
            if self.recording is not None and not self._at_end():
                self.to_end()  # a recording goes on at its end
            self.play()
        if self._live:
            self._send_command()
        if pull is None:
            self.snapshot_changed.emit()  # the spring is gone

    @property
    def pulled(self) -> Pull | None:
        """What the user holds."""
        return self._pull

    def change_setting(self, **changes: object) -> bool:
        """Some settings by name: simulates anew from the start. What cannot be is told, and nothing changes."""
        document, name = self.document, next(iter(changes))
        if document is None or not self._may_change():
            return False
        try:
            settings = replace(self.settings, **changes)  # type: ignore[arg-type]
            fault = fault_of_settings(document.scene.system, settings)
            if fault:
                raise ArgumentError(fault)
        except TorseurError as error:
            self.refused.emit(name, str(error))
            return False
        if settings != self.settings:
            self._start_anew(settings, document, self.tr("Change {setting}").format(setting=name.replace("_", " ")))
        return True

    def change_material(self, name: str, **changes: float) -> bool:
        """Friction or restitution of a material: simulates anew from the start. The scene's file stays as it is."""
        document = self.document
        if document is None or not self._may_change():
            return False
        scene = document.scene
        material = replace(scene.materials[name], **changes)
        if material == scene.materials[name]:
            return True
        try:
            changed = with_materials(scene, {name: material}, self.settings)
        except TorseurError as error:
            self.refused.emit(f"material:{name}", str(error))
            return False
        text = self.tr("Change material {name}").format(name=name or self.tr("default"))
        self._start_anew(self.settings, replace(document, scene=changed), text)
        return True

    def change_table(self, document: Document, text: str) -> None:
        """Be the robot of another table, its joints where those of the same name were; can be undone."""
        model = document.scene.model
        q = np.array(document.scene.initial.q)
        for place, old in same_joints(self.model, model):
            q[place] = self.q[old]
        q = frozen(np.clip(q, model.lower, model.upper))
        self.pause()
        self.undo_stack.push(edits.Edit(self, edits.Standing(q, q, self.settings, document), text))

    def _may_change(self) -> bool:
        if self.is_replay:
            self.said.emit(
                self.tr("A recording is not edited."), self.tr("Open its scene to simulate it otherwise."), "plain"
            )
            self.settings_changed.emit()
        return not self.is_replay

    def _start_anew(self, settings: Settings, document: Document, text: str) -> None:
        """Simulate otherwise, from the start; what was playing plays on. Can be undone."""
        if not self.posing:
            self.said.emit(
                self.tr("A new start with these settings."), self.tr("Ctrl+Z brings the recording back."), "plain"
            )
        plays = self.playing or self._wants_to_play
        self.pause()
        self.undo_stack.push(edits.Edit(self, edits.Standing(self._q, self._target, settings, document), text))
        if plays:
            self.play()

    def set_frame(self, name: str) -> None:
        """Show the Jacobian of another frame."""
        if name and name not in self.model.frame_names:
            raise UnknownNameError("frame", name, self.model.frame_names)
        self.frame = name
        self.frame_changed.emit()
        self.snapshot_changed.emit()

    def reset(self) -> None:
        """Forget the recording and put everything back to where it started from; can be undone."""
        self.pause()
        if self.recording is not None and not self.is_replay:
            after = edits.Standing(self._q, self._target, self.settings, self.document)
            self.undo_stack.push(edits.Edit(self, after, self.tr("Reset")))
        elif self.is_replay:
            self.to_start()
        elif self.document is not None:
            self.pose(self.document.scene.initial.q, self.tr("Reset"))

    def report(self) -> FrameReport | None:
        """Pose, Jacobian and ellipsoids of the chosen frame, once the kernels are there."""
        if not self.frame or self.snapshot is None or not self.kernels.has(POSING):
            return None
        from torseur.sim.analysis.ellipsoids.frame_report import frame_report

        return frame_report(self.model, self.snapshot.q, self.frame)

    # For the edits, which are undone and redone

    def standing(self) -> edits.Standing:
        """Where it stands now."""
        return edits.Standing(self._q, self._target, self.settings, self.document, self.simulation, self.index)

    def stand(self, standing: edits.Standing) -> None:
        """Stand elsewhere."""
        other = standing.simulation is not self.simulation
        changed = standing.settings != self.settings or standing.document is not self.document
        rebuilt = _model(standing.document) is not _model(self.document)
        self.document = standing.document
        self._q, self._target, self.settings = standing.q, standing.target, standing.settings
        self.simulation, self.index = standing.simulation, standing.index
        self._refresh_snapshot()
        if rebuilt:
            self._show_rebuilt()
        if changed:
            self.settings_changed.emit()
        if other:
            self.recording_changed.emit()
        self.snapshot_changed.emit()

    def _show_rebuilt(self) -> None:
        """Tell that the document is the same robot with other parameters."""
        document = self.document
        if document is not None and self.frame not in self.model.frame_names:
            self.frame = first_frame(document.scene)
        self.rebuilding = True
        self.document_changed.emit()
        self.rebuilding = False
        self.frame_changed.emit()

    def _is_controlled(self, in_v: slice) -> bool:
        assert self.document is not None
        return bool(
            np.any((self.document.scene.control.stiffness + self.document.scene.control.inverse_stiffness)[in_v] > 0.0)
        )

    def _scene_target(self) -> Array:
        assert self.document is not None
        return self.document.scene.control.q_target


def _model(document: Document | None) -> Model | None:
    return None if document is None else document.scene.model
