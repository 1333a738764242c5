"""What stays when a file is read again: the pose, what is chosen and hidden, and the settings that the user changed."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.errors import TorseurError
from torseur.sim.simulation.running.scene.materials import with_materials
from torseur.sim.simulation.running.scene.scene import fault_of_settings
from torseur.sim.simulation.running.scene.settings import Settings
from torseur.sim.texts import tr

from ..documents.document import Document
from ..session.session import Session


@dataclass(frozen=True, eq=False, slots=True)
class RestoredState:
    """What of a session fits a document that was read again."""

    document: Document  # with the materials that the user changed
    q: Array  # (nq,)
    settings: Settings
    frame: str
    lost: tuple[str, ...]  # sentences: what could not stay


def restored_state(session: Session, opened: Document, document: Document) -> RestoredState:
    """What stays of the session as it is, which was opened as `opened`, now that its file reads as `document`."""
    now = session.document
    if now is not None and now.kind == "scene" and now.scene.source != opened.scene.source:  # edits that were given up
        frame = session.frame if session.frame in document.scene.model.frame_names else ""
        return RestoredState(document, document.scene.initial.q, document.scene.settings, frame, ())
    q, lost = _pose(session, opened, document)
    document, settings, more = _settings(session, opened, document)
    frame = session.frame if session.frame in document.scene.model.frame_names else ""
    if session.frame and not frame:
        lost = (*lost, tr("there is no frame “{name}” any more: another is shown", name=session.frame))
    if session.state.run.simulation is not None and session.recording is not None:
        lost = (*lost, tr("what was simulated is forgotten"))
    return RestoredState(document, q, settings, frame, (*lost, *more))


def _pose(session: Session, opened: Document, document: Document) -> tuple[Array, tuple[str, ...]]:
    """Where joints of the same name are: of a robot as it is seen, of a scene where the user put them at its start."""
    old_q = session.q if document.kind == "robot" else session.state.q
    before, after = session.model, document.scene.model
    q, lost = np.array(document.scene.initial.q), []
    places = before.joint_slices()
    for name, (place, _) in after.joint_slices().items():
        if name not in places:
            continue
        was = places[name][0]
        moved = document.kind == "robot" or not np.array_equal(old_q[was], opened.scene.initial.q[was])
        if was.stop - was.start != place.stop - place.start or not moved:
            continue
        q[place] = np.clip(old_q[was], after.lower[place], after.upper[place])
        if not np.array_equal(q[place], old_q[was]):
            lost.append(tr("joint “{name}” stood beyond its new limits: it is at the nearest", name=name))
    return q, tuple(lost)


def _settings(session: Session, opened: Document, document: Document) -> tuple[Document, Settings, tuple[str, ...]]:
    """Settings and materials that the user changed, where they can still be so."""
    before, own = opened.scene.settings, document.scene.settings
    if document.recording is not None:
        return document, document.recording.settings, ()
    chosen = {f.name: getattr(session.settings, f.name) for f in fields(Settings)}
    lost = []
    try:
        settings = replace(own, **{name: x for name, x in chosen.items() if x != getattr(before, name)})
        fault = fault_of_settings(document.scene.system, document.scene.control, settings) if settings != own else ""
    except TorseurError as error:
        fault = str(error)
    if fault:
        settings, lost = own, [tr("settings are those of the file: {fault}", fault=fault)]
    now = session.document.scene.materials if session.document is not None else {}
    changed = {
        name: material
        for name, material in now.items()
        if name in document.scene.materials and material != opened.scene.materials.get(name)
    }
    if changed:
        try:
            document = replace(document, scene=with_materials(document.scene, changed, settings))
        except TorseurError as error:
            lost.append(tr("materials are those of the file: {fault}", fault=error))
    return document, settings, tuple(lost)
