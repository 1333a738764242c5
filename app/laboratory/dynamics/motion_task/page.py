"""The page Motion: a motion is planned from the pose shown; its torques are shown, played back, and saved as a scene."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog
from typing_extensions import override

from torseur.sim.compilation import BATCHES
from torseur.sim.errors import TorseurError
from torseur.sim.multibody.model.model import Model
from torseur.sim.multibody.model.neutral import random_configuration
from torseur.ui.controls.fields.amount_rows import Amount
from torseur.ui.laboratory.dynamics.motion_task.page import MotionTaskPage
from torseur.ui.laboratory.dynamics.motion_task.values import TaskNumbers, TaskResult

from ....documents.document import Document
from ...motion.coordinates import coordinates
from ...page_binding import PageBinding
from ...page_context import PageContext

if TYPE_CHECKING:
    from torseur.sim.analysis.dynamics.motion_task import MotionTask
    from torseur.sim.simulation.scene.scene import Part

MOST = 50  # joints: rows that can be read
FARTHEST = {True: np.pi, False: 1.0}  # that a slider goes where the joint has no limits [rad, m]
_PLAN = TaskNumbers("quintic", 1.0, 1.0, (), "", 0.0, (0.0, 0.0, 0.0), True)


class MotionTaskBinding(PageBinding):
    """Between the page and the session."""

    key = "motion"
    waits_for = (BATCHES,)

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget: MotionTaskPage = MotionTaskPage()
        self._show_document, self._number_of = context.show_document, context.joints.number_of
        self._part: Part | None = None  # the robot that is planned for, without payload
        self._row: dict[str, Any] = {}  # how a scene names it
        self._gravity, self._placement = (0.0, 0.0, 0.0), np.eye(4)
        self._made: Document | None = None  # what was shown to play a motion back
        self._document: Document | None = None
        self._reference = ""
        self._start = np.zeros(0)
        self._plan = _PLAN
        self._told: tuple[object, ...] = ()  # what is shown follows from this
        self._rng = np.random.default_rng()
        self.task: MotionTask | None = None  # what was computed last; None: nothing could be
        plan = self.widget.plan
        plan.profile_chosen.connect(lambda profile: self._change(profile=profile))
        plan.number_entered.connect(lambda key, value: self._change(**{key: value}))
        plan.change_entered.connect(self._enter)
        plan.body_chosen.connect(lambda body: self._change(body=body))
        plan.point_entered.connect(lambda point: self._change(point=tuple(float(x) for x in point)))
        plan.gravity_switched.connect(lambda on: self._change(has_gravity=on))
        plan.still_requested.connect(lambda: self._change(change=(0.0,) * len(self._plan.change)))
        plan.random_requested.connect(self._randomise)
        self.widget.play_requested.connect(self.play_back)
        self.widget.save_requested.connect(self._ask_where)

    @property
    def plan(self) -> TaskNumbers:
        """What is planned."""
        return self._plan

    @override
    def refresh(self) -> None:
        self._follow_document()
        reason = self._reason()
        if not reason:
            self._set_start()
        told = (
            self._part,
            self._start.tobytes(),
            self._plan,
            self._gravity,
            self._preferences.angle_unit,
            reason,
            self._note(),
        )
        if told == self._told:
            return
        self._told, self.task = told, None
        self.widget.show_absent(reason)
        if reason or self._part is None:
            return
        try:
            self.task = self._planned(self._part.model)
        except TorseurError as error:
            self.widget.show_absent(str(error))
            return
        unit, model = self._preferences.angle_unit, self._part.model
        self.widget.plan.set_joints(_amounts(model, self._number_of), model.body_names, unit)
        self.widget.show_task(self._plan, _result(self.task, self._number_of), self._note())

    def play_back(self) -> None:
        """Show the scene that plays the torques, and let it run."""
        part = self._part
        if self.task is None or part is None:
            return
        from torseur.sim.simulation.scene.scene_file import scene_from_text

        path = Path(f"{part.name}.toml")
        try:
            scene = scene_from_text(self._text(), path, lambda *_, **__: part.model,
                                    allowed_folders=[Path(self._row["model"]).parent])  # fmt: skip
        except TorseurError as error:
            self._session.message.emit(self.tr("The motion cannot be played back."), str(error), "warning")
            return
        self._made = Document("scene", f"motion of {part.name}", self._reference, scene)
        self._document = self._made
        self._show_document(self._made)
        self._session.playback.play()

    def save_scene(self, path: Path) -> None:
        """Write the scene that plays the torques."""
        part = self.task and self._part
        if not part:
            return
        try:
            path.write_text(self._text(), encoding="utf-8")
        except OSError as error:
            self._session.message.emit(self.tr("It was not saved."), f"{path}: {error.strerror}", "warning")
            return
        self._session.message.emit(self.tr("Saved."), str(path), "good")

    @override
    def keep(self) -> TaskNumbers:
        return self._plan

    @override
    def bring_back(self, state: TaskNumbers) -> None:
        self._follow_document()
        if len(state.change) == len(self._plan.change) and (
            self._part is None or state.body in self._part.model.body_names
        ):
            self._plan = state
            self.update()

    def _follow_document(self) -> None:
        """Another robot has another plan; what plays one back is no other robot."""
        document = self._session.document
        if document is None or document is self._document or self._plays_back(document):
            return
        before = self._part.model.joint_names if self._part is not None else ()
        self._document, self._part, self._made = document, None, None
        moving = [part for part in document.scene.parts if part.model.nv]
        if len(moving) == 1:
            self._part = moving[0]
            self._reference = document.reference
            self._row = _row_of(document, self._part)
            self._gravity, self._placement = document.scene.gravity, np.array(self._part.placement)
            model = self._part.model
            if model.joint_names != before:
                self._plan = replace(_PLAN, change=(0.0,) * model.nv, body=model.body_names[-1])
            elif self._plan.body not in model.body_names:
                self._plan = replace(self._plan, body=model.body_names[-1])

    def _plays_back(self, document: Document) -> bool:
        """Whether it is what plays the motion back, perhaps with other materials: those leave the parts the same."""
        return self._made is not None and document.scene.parts is self._made.scene.parts

    def _reason(self) -> str:
        """Why nothing can be planned, or empty."""
        if not self._session.kernels.has(BATCHES):
            return self.tr("The kernels of dynamics are not ready yet.")
        if self._part is None:
            return self.tr("A motion is planned for one robot alone: open one by itself.")
        model = self._part.model
        if any(joint.kind.nv > 1 for joint in model.joints):
            return self.tr(
                "This robot has a joint that is no motor's: a floating base, or one that does more than turn or slide."
            )
        if model.nv > MOST:
            text = self.tr("This robot has {n} joints; a motion is planned for at most {most}.")
            return text.format(n=model.nv, most=MOST)
        if not self._row:
            return self.tr("The scene was made in code: no file names its robot.")
        if self._row.get("payload", {}).get("mass", 0.0) > 0.0:
            text = self.tr("The robot of this scene carries a payload of {mass:g} kg on {body}: open the robot itself.")
            return text.format(**self._row["payload"])
        return ""

    def _set_start(self) -> None:
        """It starts at the pose shown, while it plays at that where it last rested; what plays it back starts there already."""
        session = self._session
        if self._is_own_start():
            self._start = np.array(session.state.q)
        elif not session.playback.playing or len(self._start) != len(session.q):
            self._start = np.array(session.q)

    def _is_own_start(self) -> bool:
        """Whether what plays a motion back is shown, and was not posed anew."""
        return self._made is not None and np.array_equal(self._session.state.q, self._made.scene.initial.q)

    def _planned(self, model: Model) -> MotionTask:
        from torseur.sim.analysis.dynamics.joint_trajectory import JointTrajectory
        from torseur.sim.analysis.dynamics.motion_task import motion_task
        from torseur.sim.multibody.model.payload import with_payload

        plan = self._plan
        loaded = with_payload(model, plan.body, plan.mass, np.array(plan.point))
        trajectory = JointTrajectory(
            loaded, self._start, np.array(plan.change), plan.duration, plan.profile, plan.frequency
        )
        gravity = self._gravity if plan.has_gravity else (0.0, 0.0, 0.0)
        return motion_task(trajectory, gravity, placement=self._placement)

    def _text(self) -> str:
        """The scene as a file."""
        from torseur.sim.simulation.motion_playback import playback_text

        assert self.task is not None
        plan = self._plan
        payload = (plan.body, plan.mass, plan.point) if plan.mass > 0.0 else None
        return playback_text(self.task, self._row, payload)

    def _note(self) -> str:
        """Where it starts, and what playing back is."""
        if self._is_own_start():
            start = self.tr("From the pose where playing back starts")
        elif self._session.playback.playing:
            start = self.tr("From the pose where it last rested")
        else:
            start = self.tr("From the pose that is shown")
        return start + self.tr(
            ", every millisecond: inverse dynamics with what damping, springs and dry friction of the "
            "joints take. Played back, the torques alone drive the robot: nothing corrects them."
        )

    def _change(self, **numbers: Any) -> None:
        self._plan, self._told = replace(self._plan, **numbers), ()  # what was typed is written anew
        self.update()

    def _enter(self, k: int, value: float) -> None:
        change = list(self._plan.change)
        change[k] = value
        self._change(change=tuple(change))

    def _randomise(self) -> None:
        if self._part is not None:
            goal = random_configuration(self._part.model, self._rng)
            self._change(change=tuple(float(x) for x in goal - self._start))

    def _ask_where(self) -> None:
        if self.task is None or self._part is None:
            return
        dialog = QFileDialog(self.widget, self.tr("Save the scene"), str(Path.home()), "Scenes (*.toml)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("toml")
        dialog.selectFile(f"motion_of_{self._part.name}.toml")
        dialog.fileSelected.connect(lambda path: self.save_scene(Path(path)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()


def _row_of(document: Document, part: Part) -> dict[str, Any]:
    """Name, model, arguments and payload of the robot as a scene's file has them, its path whole; empty: no file names it."""
    rows = tomllib.loads(document.scene.source).get("robots", []) if document.scene.source else []
    for row in rows:
        if row["name"] == part.name:
            model, folder = row["model"], Path(document.scene.path).parent
            is_path = len(Path(model).parts) > 1 or bool(Path(model).suffix)
            kept = {key: row[key] for key in ("name", "arguments", "payload") if key in row}
            return {**kept, "model": str((folder / model).resolve()) if is_path else model}
    return {}


def _amounts(model: Model, number_of: Callable[[str], int]) -> list[Amount]:
    """A row for each joint, as far as its limits are apart."""
    found = []
    for k, one in enumerate(coordinates(model, number_of)):
        joint = model.joint(one.full)
        span = joint.upper - joint.lower
        reach = float(span) if np.isfinite(span) and span > 0.0 else FARTHEST[one.turns]
        found.append(Amount(k, "Δ" + one.symbol, one.name, one.turns, min(reach, 2.0 * FARTHEST[one.turns]), 100.0))
    return found


def _result(task: MotionTask, number_of: Callable[[str], int]) -> TaskResult:
    power = task.power
    return TaskResult(
        coordinates(task.model, number_of), task.t, task.tau, task.model.effort_limit, task.share, task.speed_share,
        task.beyond, float(np.abs(power).max()), float(np.sum(0.5 * np.diff(task.t) * (power[1:] + power[:-1]))),
    )  # fmt: skip
