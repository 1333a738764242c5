"""What a session is at, as a file: what is open, what the user changed, where the window shows what."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from torseur.robots.options import LoadOptions
from torseur.sim.errors import RecordingError
from torseur.sim.simulation.running.scene.scene import Material
from torseur.sim.texts import tr
from torseur.ui.viewport.camera import Camera

from ..documents.document import Document

if TYPE_CHECKING:
    from ..session.session import Session
    from ..trajectory.planning import UnsavedPlan


class KeptOptions(msgspec.Struct, frozen=True):
    """What the files of robots were read with."""

    free_flyer: bool | None = None
    package_roots: tuple[str, ...] = ()
    allowed_folders: tuple[str, ...] = ()
    meshes: bool = True
    apply_up_axis: bool | None = None
    xacro_args: dict[str, bool | str] = {}

    def options(self) -> LoadOptions:
        """As they are read with."""
        return LoadOptions(
            self.free_flyer, self.package_roots, self.allowed_folders, self.meshes, self.apply_up_axis, self.xacro_args
        )


class KeptPlace(msgspec.Struct, frozen=True):
    """What the window shows."""

    workspace: str = ""
    page: str = ""  # of its laboratory; empty: none is seen
    camera: Camera | None = None


class KeptPlan(msgspec.Struct, frozen=True):
    """A planning task, with its plan, that is in no file as it is."""

    name: str  # of its document
    reference: str
    options: KeptOptions
    task: str  # its text
    file: str = ""  # with the plan; empty: there is none
    is_older: bool = False  # the plan is of the task before its last edits


class KeptSession(msgspec.Struct, frozen=True):
    """A session. Arrays as lists, units as in `Session`."""

    kind: str  # of the document
    name: str
    reference: str  # empty: it has no file
    options: KeptOptions
    source: str  # text of the scene
    materials: dict[str, Material]
    settings: dict[str, Any]
    q: tuple[float, ...]
    target: tuple[float, ...] | None
    frame: str
    time: float | None  # of the instant shown; None: it follows what is simulated
    duration: float
    speed: float
    loop: bool
    place: KeptPlace = KeptPlace()
    scene_path: str = ""  # where the text of a scene that is not saved is read as if it lay; empty: there is none
    table: str = ""  # text of a Denavit-Hartenberg table that is not saved; empty: there is none
    journal: str = ""  # name of the file with what was simulated; empty: nothing was
    plan: KeptPlan | None = None  # None: nothing is planned, or it is saved


def kept_session(session: Session, place: KeptPlace, unsaved_table: bool, unsaved_scene: bool = False) -> KeptSession | None:
    """What a session is at; None: nothing is open."""
    document = session.document
    if document is None:
        return None
    playback, state = session.playback, session.state
    target = state.run.target
    return KeptSession(
        document.kind,
        document.name,
        document.reference,
        _kept_options(document.options),
        document.scene.source,
        dict(document.scene.materials),
        asdict(session.settings),
        tuple(map(float, state.q)),
        None if target is None else tuple(map(float, target)),
        session.frame,
        None if playback.playing else playback.time,
        playback.duration,
        playback.speed,
        playback.loop,
        place,
        document.scene.path if unsaved_scene else "",
        _table_text(document) if unsaved_table else "",
    )


def is_changed(kept: KeptSession, session: Session) -> bool:
    """Whether the user did anything to what was opened."""
    document = session.document
    return document is not None and bool(
        kept.table
        or kept.scene_path
        or not np.array_equal(kept.q, document.scene.initial.q)
        or session.settings != document.scene.settings
        or session.undo_stack.count()
    )


def session_bytes(kept: KeptSession) -> bytes:
    """The contents of its file."""
    # of numbers of numpy
    return msgspec.json.encode(kept, enc_hook=lambda one: str(one) if isinstance(one, str) else float(one))


def read_session(path: Path) -> KeptSession:
    """Read its file. Raises RecordingError for what is none."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=KeptSession)
    except (OSError, msgspec.MsgspecError) as error:
        raise RecordingError(tr("{path}: this is no session that was kept: {reason}", path=path, reason=error)) from error


def kept_plan(unsaved: UnsavedPlan, file: str) -> KeptPlan:
    """A task as text, its robot by its whole path, with the name of its plan's file."""
    from torseur.sim.trajectory.files.task_text import task_text

    document = unsaved.document
    return KeptPlan(
        document.name, document.reference, _kept_options(document.options), task_text(unsaved.task), file, unsaved.is_older
    )


def _kept_options(options: LoadOptions) -> KeptOptions:
    arguments = {name: value if isinstance(value, bool) else str(value) for name, value in options.xacro_args.items()}
    roots, allowed = (tuple(map(str, folders)) for folders in (options.roots, options.allowed))
    return KeptOptions(options.free_flyer, roots, allowed, options.meshes, options.apply_up_axis, arguments)


def _table_text(document: Document) -> str:
    from torseur.robots.dh.text import text_of

    return "" if document.table is None else text_of(document.table)
