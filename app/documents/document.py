"""What can be opened: scenes, robots, recordings. Always a scene in the end; a robot stands in one of its own."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from torseur import robots
from torseur.robots.descriptions import ENDING as DESCRIPTION
from torseur.robots.loading import load_with
from torseur.robots.options import LoadOptions, XacroArgument
from torseur.robots.progress import Progress
from torseur.robots.readers import READERS
from torseur.sim.definition.toml_file import toml_keys
from torseur.sim.errors import ArgumentError, RecordingError
from torseur.sim.multibody.model.model import Finding, Model
from torseur.sim.simulation.running.scene.robot_part import ModelLoader
from torseur.sim.simulation.running.scene.scene_file import load_scene, scene_names
from torseur.sim.simulation.running.scene.scene_memory import model_files
from torseur.sim.texts import marked, tr
from torseur.sim.trajectory.files.task_file import load_task, task_names

from .names import check_name, is_name
from .robot_scene import scene_around

if TYPE_CHECKING:
    from torseur.robots.dh.definition import Definition
    from torseur.sim.simulation.recording.recording import Recording
    from torseur.sim.simulation.running.scene.scene import Scene
    from torseur.sim.trajectory.task.plan_task import PlanTask
    from torseur.sim.trajectory.values import Plan

WELCOME = "welcome"
KINDS = (marked("scene"), marked("robot"), marked("recording"), marked("plan"))


@dataclass(frozen=True, eq=False, slots=True)
class Document:
    """Something open: a scene, and a recording of it if that is what was opened, or what was planned."""

    kind: str  # one of `KINDS`
    name: str  # what was asked for: a name, or a file's name
    reference: str  # how to open it again: a name or a path
    scene: Scene
    recording: Recording | None = None
    options: LoadOptions = field(default_factory=LoadOptions)  # what its robots were read with
    included: tuple[str, ...] = ()  # other files that its robots were read from, beside meshes
    arguments: tuple[XacroArgument, ...] = ()  # of a robot that is a xacro file
    table: Definition | None = None  # of a robot that is a Denavit-Hartenberg table
    task: PlanTask | None = None  # of what is planned
    plan: Plan | None = None  # which is what the recording shows

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is missing of a recording, what the readers of its robots had to say, and what is doubtful about the scene."""
        recorded = self.recording.findings if self.recording is not None else ()
        robots = tuple(finding for part in self.scene.parts for finding in part.model.findings)
        return tuple(finding.translated() for finding in (*recorded, *robots, *self.scene.findings))

    @property
    def robot_folders(self) -> tuple[Path, ...]:
        """Where the files of its robots lie."""
        sources = [Path(part.model.source) for part in self.scene.parts if part.model.source]
        return tuple(dict.fromkeys(source.parent for source in sources if source.is_absolute()))

    @property
    def files(self) -> tuple[Path, ...]:
        """What was read: the file itself, those of its robots and what these include, then their meshes."""
        if self.recording is not None:
            return (Path(self.reference),)
        own = [] if self.kind == "robot" else [self.scene.path]
        models = [part.model for part in self.scene.parts]
        sources = (model.source for model in models)
        found = dict.fromkeys([*own, *sources, *self.included, *model_files(models)])
        return tuple(Path(path) for path in found if os.path.isabs(path))


def open_document(reference: str | Path, options: LoadOptions | None = None, progress: Progress | None = None) -> Document:
    """Open a scene or a robot by name, or a file by path: .toml (scene, or table of a robot), .mcap, or a robot's.

    options  : what robots' files are read with; only a xacro file has arguments
    progress : as of `robots.load`, for each robot in turn
    Raises the errors of `torseur.sim.errors`, naming file and line, and `robots.LoadCancelled`; nothing else is changed.
    """
    text, options = str(reference), options or LoadOptions()
    if options.xacro_args and not text.lower().endswith((".xacro", ".urdf", DESCRIPTION)):  # the second may hold xacro
        raise ArgumentError(
            tr(
                "only xacro files have arguments; {names} cannot be given to {file}",
                names=", ".join(options.xacro_args),
                file=text,
            )
        )
    included: dict[str, None] = {}
    arguments: list[XacroArgument] = []
    watched = replace(
        options, progress=progress, on_file=lambda file: included.update({file: None}), on_argument=arguments.append
    )
    document = _opened(text, watched)
    own = tuple(arguments) if document.kind == "robot" else ()
    return replace(document, options=options, included=tuple(included), arguments=own)


def model_loader(options: LoadOptions) -> ModelLoader:
    """Return what reads the robots of scenes, tasks and recordings with these options."""
    return partial(_load, options)


def _load(options: LoadOptions, reference: str, xacro_args: Mapping[str, object] | None = None) -> Model:
    """A robot; of a scene that has arguments for it, with those."""
    return load_with(reference, replace(options, xacro_args=xacro_args) if xacro_args else options)


def _opened(text: str, options: LoadOptions) -> Document:
    load, allowed = model_loader(options), (*options.roots, *options.allowed)
    path = Path(os.path.expanduser(text))
    if is_name(text):  # names go before files and folders that are called so, as for `robots.load`
        if text in scene_names():
            return Document("scene", text, text, load_scene(text, load, allowed_folders=allowed))
        if text in robots.names():
            return _robot(text, text, robots.describe(text).path, options)
        if text in task_names():
            return plan_document(load_task(text, load, allowed_folders=allowed), text, text, load)
        if not path.exists():
            check_name(text)
            return _robot(text, text, path, options)
    path = path.resolve()
    suffix = path.suffix.lower()
    if suffix in (".npz", ".mcap") and _holds_plan(path):
        return _kept_plan(path, load, allowed)
    if suffix == ".mcap":
        from torseur.sim.simulation.recording.recording_reader import load_recording

        recording = load_recording(path, load_model=load, allowed_folders=allowed)
        return Document("recording", path.name, str(path), recording.scene, recording)
    keys = toml_keys(path) if suffix == ".toml" else frozenset()
    if not keys.isdisjoint(("phases", "system")):  # a planning task
        return plan_document(load_task(path, load, allowed_folders=allowed), path.name, str(path), load)
    if suffix == ".toml" and "convention" not in keys:  # which a table of Denavit-Hartenberg rows names
        return Document("scene", path.name, str(path), load_scene(path, load, allowed_folders=allowed))
    if suffix not in READERS:
        formats = ", ".join(f"{ending} ({reader.format})" for ending, reader in READERS.items() if ending != ".toml")
        what = tr("folders") if path.is_dir() else tr("files of type {suffix!r}", suffix=path.suffix)
        raise ArgumentError(
            tr(
                "{path}: {what} are not opened; these are: .toml (a scene, a planning task, or the table of a robot), {formats}, "
                ".mcap (a recording, or a plan), .npz (a plan)",
                path=path,
                what=what,
                formats=formats,
            )
        )
    return _robot(path.name, str(path), path, options)


def _robot(name: str, reference: str, path: Path, options: LoadOptions) -> Document:
    """A robot by itself, with its table if it is one."""
    if path.suffix.lower() != ".toml":
        model = load_with(reference, options)
        title = robots.describe(reference).title if reference in robots.names() else model.name
        return Document("robot", name, reference, scene_around(model, title, reference, options.xacro_args))
    from torseur.robots.dh.editing import definition_in

    return table_document(definition_in(path), name, reference)


def table_document(definition: Definition, name: str, reference: str) -> Document:
    """The robot of a table; links without any shape are drawn as sticks. Raises ModelError for what cannot be."""
    from torseur.robots.dh.editing import model_of
    from torseur.robots.faults import refusal

    from .placeholder_shapes import with_placeholder_shapes

    path = robots.describe(reference).path if reference in robots.names() else Path(reference)
    model, findings = model_of(definition, path)
    if model is None:
        raise refusal(findings)
    drawn = model
    if (visible := with_placeholder_shapes(definition)) is not definition:
        drawn = model_of(visible, path)[0] or model
    title = robots.describe(reference).title if reference in robots.names() else definition.title or model.name
    return Document("robot", name, reference, scene_around(drawn, title, reference), table=definition)


def plan_document(task: PlanTask, name: str, reference: str, load: ModelLoader, plan: Plan | None = None) -> Document:
    """A planning task in its scene, and the motion of its plan where there is one.

    load : how a robot's file becomes a Model
    Raises what reading a robot raises.
    """
    from .plan_recording import plan_recording
    from .planned_bodies import planned_points, robot_of
    from .planned_scene import planned_scene

    model = robot_of(task, load)
    scene = planned_scene(task, model, plan)
    recording = None if plan is None else plan_recording(plan, scene, planned_points(task, model))
    return Document("plan", name, reference, scene, recording, task=task, plan=plan)


def kept_plan_document(
    text: str, plan: Path | None, name: str, reference: str, options: LoadOptions, progress: Progress | None = None
) -> Document:
    """A planning task whose text is in no file, and its plan where one has that.

    text : as of a file at `reference`
    plan : a file of plans; None: there is none
    Raises the errors of `torseur.sim.errors`, and `robots.LoadCancelled`.
    """
    from torseur.sim.trajectory.files.plan_files import load_plan
    from torseur.sim.trajectory.files.task_file import task_from_text

    load, allowed = partial(_load, replace(options, progress=progress)), (*options.roots, *options.allowed)
    task = task_from_text(text, reference, load, allowed_folders=allowed)
    document = plan_document(task, name, reference, load, None if plan is None else load_plan(plan))
    return replace(document, options=options)


def _holds_plan(path: Path) -> bool:
    """Whether it is a file of plans, and not of a recording."""
    from torseur.sim.trajectory.files.plan_mcap import holds_plan

    return path.suffix.lower() == ".npz" or holds_plan(path)


def _kept_plan(path: Path, load: ModelLoader, allowed: tuple[Path, ...]) -> Document:
    """A plan from a file, with the task that it was asked for by."""
    from torseur.sim.trajectory.files.plan_files import load_plan, task_of_plan

    task = task_of_plan(path, load, allowed_folders=allowed)
    if task is None:
        raise RecordingError(tr("{path}: the file does not say what its plan was asked for by", path=path))
    return plan_document(task, path.name, str(path), load, load_plan(path))
