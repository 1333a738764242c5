"""Reading a session that was kept: its document as it was, and what was simulated from there, as far as they still fit."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np

from torseur import robots
from torseur.robots.progress import Progress
from torseur.sim.arrays import Array, frozen
from torseur.sim.errors import RecordingError, TorseurError
from torseur.sim.multibody.model.model import Severity
from torseur.sim.multibody.model.state import State
from torseur.sim.simulation.recording.recording_reader import load_recording
from torseur.sim.simulation.running.scene.materials import with_materials
from torseur.sim.simulation.running.scene.scene_file import scene_names
from torseur.sim.simulation.running.scene.settings import Settings
from torseur.sim.simulation.simulation import Simulation
from torseur.sim.texts import tr

from ..documents.document import Document, kept_plan_document, open_document, table_document
from ..files.restored_state import RestoredState
from ..scene_editing.scene_reader import SceneReader
from ..session.session_state import Run
from .session_file import KeptPlan, KeptSession, read_session
from .session_folder import SESSION

_SETTINGS = [field.name for field in fields(Settings)]


@dataclass(frozen=True, eq=False, slots=True)
class RecoveredSession:
    """A session as it is to be shown."""

    kept: KeptSession
    opened: Document  # as its file has it
    restored: RestoredState
    run: Run | None  # with what was simulated; None: nothing was, or it is the document's recording


def recovered_session(folder: Path, progress: Progress | None = None) -> RecoveredSession:
    """Read the session in a folder, in any thread.

    Raises the errors of `torseur.sim.errors` where not even what was open can be read, and `robots.LoadCancelled`.
    """
    kept = read_session(folder / SESSION)
    journal = folder / kept.journal if kept.journal else None
    if kept.plan is not None:
        return _planned(kept, kept.plan, folder, progress)
    if kept.kind == "recording" and not kept.reference and journal is not None:
        return _alone(kept, journal, progress)
    try:
        return _in_its_document(kept, journal, progress)
    except TorseurError as error:
        if journal is None or isinstance(error, robots.LoadCancelled):
            raise
        return _alone(kept, journal, progress, tr("what was simulated is shown as a recording: {reason}", reason=error))


def _in_its_document(kept: KeptSession, journal: Path | None, progress: Progress | None) -> RecoveredSession:
    """What was open, and what was simulated of it. Raises TorseurError where that does not fit."""
    opened = _as_its_file_has_it(kept, progress)
    if journal is not None and kept.kind != opened.kind:
        raise RecordingError(
            tr(
                "“{name}” is a {kind} and not the {other} that it was simulated in",
                name=kept.reference,
                kind=tr(opened.kind),
                other=tr(kept.kind),
            )
        )
    if opened.kind in ("recording", "plan") or kept.kind != opened.kind:
        return RecoveredSession(kept, opened, _untouched(opened), None)
    if journal is not None and kept.kind == "scene" and not kept.scene_path and kept.source != opened.scene.source:
        raise RecordingError(tr("its file has changed since"))
    return _edited(kept, opened, journal)


def _as_its_file_has_it(kept: KeptSession, progress: Progress | None) -> Document:
    """What was opened; of a table without a file, or whose file is gone, the table as it was kept."""
    if kept.table and not (kept.reference in robots.names() or Path(kept.reference).is_file()):
        return _document_of_table(kept)
    if kept.scene_path and not (kept.reference in scene_names() or Path(kept.reference).is_file()):
        return _document_of_scene(kept)
    return open_document(kept.reference, kept.options.options(), progress)


def _edited(kept: KeptSession, opened: Document, journal: Path | None) -> RecoveredSession:
    """The document with what the user did to it, and to what was simulated of it."""
    document, lost = opened, list[str]()
    if kept.table:
        document = _document_of_table(kept)
    elif kept.scene_path and kept.source != opened.scene.source:
        document = _document_of_scene(kept)
    settings = Settings(**{name: value for name, value in kept.settings.items() if name in _SETTINGS})
    scene = document.scene
    materials = {name: kept.materials.get(name, material) for name, material in scene.materials.items()}
    if materials != scene.materials:
        document = replace(document, scene=with_materials(scene, materials, settings))
    q, target = scene.initial.q, None
    if len(kept.q) == scene.model.nq:
        q = frozen(np.array(kept.q))
        target = None if kept.target is None else frozen(np.array(kept.target))
    else:
        lost.append(tr("its joints are others than they were: they are at their start"))
    run = None
    if journal is not None:
        run, document = _run(journal, document, settings, q, target)
    frame = kept.frame if kept.frame in document.scene.model.frame_names else ""
    return RecoveredSession(kept, opened, RestoredState(document, q, settings, frame, tuple(lost)), run)


def _run(journal: Path, document: Document, settings: Settings, q: Array, target: Array | None) -> tuple[Run, Document]:
    """What was simulated from a pose q (nq,), and the document with its scene. Raises TorseurError where it is not of it."""
    recording = load_recording(journal, document.scene)
    for finding in recording.findings:
        if finding.severity is Severity.ERROR:
            raise RecordingError(finding.message)
    simulation = Simulation(recording.scene, settings, State(0.0, q, recording.scene.initial.v))
    simulation.resume(recording)
    return Run(target, len(recording) - 1, simulation), replace(document, scene=recording.scene)


def _planned(kept: KeptSession, plan: KeptPlan, folder: Path, progress: Progress | None) -> RecoveredSession:
    """A planning task as it was edited, and its plan. Raises TorseurError where its robot cannot be read."""
    file = folder / plan.file if plan.file else None
    document = kept_plan_document(plan.task, file, plan.name, plan.reference, plan.options.options(), progress)
    lost = [tr("the replay that was simulated is not there: the dock Plan simulates it anew")] if kept.journal else []
    try:
        opened = open_document(plan.reference, plan.options.options(), progress)
    except robots.LoadCancelled:
        raise
    except TorseurError as error:
        opened = document
        lost.append(tr("its file cannot be read any more: {reason}", reason=error))
    return RecoveredSession(kept, opened, replace(_untouched(document), lost=tuple(lost)), None)


def _alone(kept: KeptSession, journal: Path, progress: Progress | None, *lost: str) -> RecoveredSession:
    """What was simulated, as a recording that has no file yet."""
    options = kept.options.options()
    beside = (Path(kept.reference).parent,) if kept.reference else ()  # where its robot was read from
    options = replace(options, xacro_args={}, allowed_folders=(*options.allowed_folders, *beside))
    document = open_document(journal, options, progress)
    document = replace(document, name=kept.name, reference="")
    return RecoveredSession(kept, document, replace(_untouched(document), lost=lost), None)


def _untouched(document: Document) -> RestoredState:
    settings = document.scene.settings if document.recording is None else document.recording.settings
    return RestoredState(document, document.scene.initial.q, settings, "", ())


def _document_of_scene(kept: KeptSession) -> Document:
    """A scene that was not saved, from its text."""
    options = kept.options.options()
    return Document(
        "scene", kept.name, kept.reference, SceneReader().read(kept.source, kept.scene_path, options), None, options
    )


def _document_of_table(kept: KeptSession) -> Document:
    from torseur.robots.dh.source import source_of

    definition = source_of(kept.table, Path(kept.reference or kept.name)).values
    return table_document(definition, kept.name, kept.reference)
