"""Changing what is simulated, and how: settings, materials, the table of a robot. All of it can be undone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from shiboken6 import isValid

from torseur.sim.arrays import frozen
from torseur.sim.errors import ArgumentError, TorseurError
from torseur.sim.multibody.model.model import Model
from torseur.sim.simulation.running.scene.materials import with_materials
from torseur.sim.simulation.running.scene.scene import fault_of_settings
from torseur.sim.simulation.running.scene.settings import Settings
from torseur.sim.simulation.running.scene.start.starting_spins import with_spin_findings
from torseur.sim.texts import marked, tr

from ..documents.document import Document
from .session import Session
from .session_state import Run, SessionState

SETTINGS = (  # as undo calls them: their names
    marked("dt"),
    marked("scheme"),
    marked("solver"),
    marked("solving"),
    marked("tolerance"),
    marked("sweeps"),
    marked("friction law"),
    marked("facets"),
    marked("theta"),
    marked("stabilisation"),
    marked("error reduction"),
    marked("compliance"),
    marked("relaxation time"),
    marked("regularisation"),
    marked("restitution speed"),
    marked("recovery speed"),
    marked("event tolerance"),
    marked("integration tolerance"),
    marked("rest speed"),
    marked("error every"),
    marked("impact law"),
    marked("restitution law"),
)


def change_setting(session: Session, **changes: Any) -> bool:
    """Some settings by name: simulates anew from the start. What cannot be is told, and nothing changes."""
    document, name = session.document, next(iter(changes))
    if document is None or not _may_change(session):
        return False
    try:
        settings = replace(session.settings, **changes)
        fault = fault_of_settings(document.scene.system, document.scene.control, settings)
        if fault:
            raise ArgumentError(fault)
    except TorseurError as error:
        session.refused.emit(name, str(error))
        return False
    if settings != session.settings:
        text = tr("Change {setting}", setting=tr(name.replace("_", " ")))
        scene = with_spin_findings(document.scene, settings)
        _restart(session, settings, document if scene is document.scene else replace(document, scene=scene), text)
    return True


def change_material(session: Session, name: str, **changes: float) -> bool:
    """Friction or restitution of a material: simulates anew from the start. The scene's file stays as it is."""
    document = session.document
    if document is None or not _may_change(session):
        return False
    scene = document.scene
    if name not in scene.materials:  # it is of the document before, which is listed for a turn more
        return False
    material = replace(scene.materials[name], **changes)
    if material == scene.materials[name]:
        return True
    try:
        changed = with_materials(scene, {name: material}, session.settings)
    except TorseurError as error:
        session.refused.emit(f"material:{name}", str(error))
        return False
    text = tr("Change material {name}", name=name or tr("default"))
    _restart(session, session.settings, replace(document, scene=changed), text)
    return True


def change_table(session: Session, document: Document, text: str) -> None:
    """Be the robot of another table, its joints where those of the same name were."""
    model = document.scene.model
    q = np.array(document.scene.initial.q)
    for place, old in _same_joints(session.model, model):
        q[place] = session.q[old]
    q = frozen(np.clip(q, model.lower, model.upper))
    session.playback.pause()
    session.change(SessionState(document, session.settings, q, Run(q)), text)


def tell_until_undone(session: Session, text: str, detail: str, tone: str = "plain", *, edits: int = 1) -> None:
    """Say what the next edit, or with `edits` 0 the last one, comes to; once that is undone, it no longer holds."""
    stack = session.undo_stack
    before = stack.index() + edits - 1

    def look(index: int) -> None:
        if index <= before and isValid(session):  # else the window is being taken down
            stack.indexChanged.disconnect(look)
            session.message_over.emit(text)

    session.message.emit(text, detail, tone)
    stack.indexChanged.connect(look)


def _may_change(session: Session) -> bool:
    if session.is_replay:
        session.message.emit(
            session.tr("A recording is not edited."), session.tr("Open its scene to simulate it otherwise."), "plain"
        )
        session.settings_changed.emit()
    return not session.is_replay


def _restart(session: Session, settings: Settings, document: Document, text: str) -> None:
    """Simulate otherwise, from the start; what was playing plays on."""
    playback, state = session.playback, session.state
    if not session.posing:
        tell_until_undone(
            session, session.tr("A new start with these settings."), session.tr("Ctrl+Z brings the recording back.")
        )
    plays = playback.starting
    playback.pause()
    session.change(SessionState(document, settings, state.q, Run(state.run.target)), text)
    if plays:
        playback.play()


def _same_joints(before: Model, after: Model) -> list[tuple[slice, slice]]:
    """Where the numbers of joints in `after` are, and were before: of joints of one name and kind, without their robot's name.

    Where names changed and nothing else, joints keep their places.
    """

    def joints(model: Model) -> list[tuple[str, object, slice]]:
        slices = model.joint_slices()
        return [(name.split("/")[-1], model.joint(name).kind, slices[name][0]) for name in model.joint_names]

    old, new = joints(before), joints(after)
    if [kind for _, kind, _ in old] == [kind for _, kind, _ in new] and {n for n, *_ in old} != {n for n, *_ in new}:
        return [(there[2], here[2]) for here, there in zip(old, new, strict=True)]
    known = {(name, kind): place for name, kind, place in old}
    return [(place, known[name, kind]) for name, kind, place in new if (name, kind) in known]
