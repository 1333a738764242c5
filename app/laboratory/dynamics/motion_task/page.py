"""The page Motion: a motion is planned from the pose shown; its torques are shown, played back, and saved as a scene."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog
from typing_extensions import override

from torseur.sim.arrays import Array
from torseur.sim.compilation import BATCHES
from torseur.sim.errors import TorseurError
from torseur.sim.multibody.model.payload import carriers
from torseur.ui.laboratory.dynamics.motion_task.page import MotionTaskPage
from torseur.ui.laboratory.dynamics.motion_task.values import MotionPlan
from torseur.ui.look.theme import MASS
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import Label, Overlays, Point

from ....background.background_thread import Background
from ....documents.document import Document
from ....drawing.framing import framing
from ....files.unsaved import show_dialog
from ...motion.coordinates import coordinates
from ...page_binding import PageBinding
from ...page_context import PageContext
from .motion_scene import MotionScene
from .planned_robot import PlannedRobot, amounts, has_base
from .playback_strays import PlaybackStrays

if TYPE_CHECKING:
    from torseur.sim.analysis.dynamics.motion_task import MotionTask

MOST = 50  # numbers of q̇: rows that can be read
SIGHTS = 12  # instants of a motion that the camera has in sight
_PLAN = MotionPlan("quintic", 1.0, 1.0, (), "", 0.0, (0.0, 0.0, 0.0), True)


class MotionTaskBinding(PageBinding):
    """Between the page and the session."""

    key = "motion"
    waits_for = (BATCHES,)

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget: MotionTaskPage = MotionTaskPage()
        self._motion = context.motion
        self._show_document = context.show_document
        self._write_file, self._viewport = context.write_file, context.viewport
        self._robot: PlannedRobot | None = None
        self._made: Document | None = None  # what was shown to play a motion back
        self._played: MotionTask | None = None  # which motion
        self._document: Document | None = None
        self._start = np.zeros(0)
        self._plan = _PLAN
        self._told: tuple[object, ...] = ()  # what is shown follows from this
        self._rng = np.random.default_rng()
        self.task: MotionTask | None = None  # of the plan of now; None: it is not there yet, or cannot be
        self._planning, self._making, self._strays = Background(self), Background(self), PlaybackStrays(self)
        self._strays.found.connect(lambda found: self.widget.show_strays(found, self._preferences.angle_unit))
        self._planning.found.connect(self._on_planned)
        self._making.found.connect(self._on_made)
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
        self.widget.cancelled.connect(self._give_up)

    @property
    def plan(self) -> MotionPlan:
        """What is planned."""
        return self._plan

    @override
    def overlays(self) -> Overlays:
        place = self._payload_place()
        if place is None:
            return Overlays()
        text = self.tr("payload {mass}").format(mass=quantity_text(self._plan.mass, "kg"))
        return Overlays(points=(Point(place, "sticking", MASS),), labels=(Label(place, text, MASS),))

    @property
    def busy(self) -> bool:
        """Whether a thread plans, or makes what plays a motion back."""
        return self._planning.running or self._making.running or self._strays.busy

    @override
    def leave(self) -> None:
        super().leave()
        self._give_up()
        self._strays.stop()
        if self.task is None:  # asked anew when the page is seen again
            self._planning.stop()
            self._told = ()

    @override
    def refresh(self) -> None:
        self._follow_document()
        reason = self._reason()
        if not reason:
            self._set_start()
        told = (
            self._robot,
            self._start.tobytes(),
            self._plan,
            self._preferences.angle_unit,
            reason,
            self._note(),
        )
        if told == self._told:
            self._compare()
            return
        self._told, self.task = told, None
        self._give_up()
        self.widget.show_absent(reason)
        robot, plan, start = self._robot, self._plan, self._start
        if reason or robot is None:
            self._planning.stop()
            return
        of = coordinates(robot.model)
        unit = self._preferences.angle_unit
        self.widget.plan.set_joints(amounts(robot.model), carriers(robot.model), unit)
        self.widget.show_plan(plan, self._note())
        self._planning.ask(told, [lambda: robot.planned(plan, start, of)])

    def play_back(self) -> None:
        """Have the scene made that plays the torques, show it, and let it run."""
        scene = self._scene()
        if scene is not None:
            self.widget.show_making(0, scene.pieces)
            self._making.ask(scene, scene.steps())

    def save_scene(self, path: Path) -> None:
        """Have the scene written that plays the torques."""
        scene = self._scene()
        if scene is not None:
            self._write_file(path, scene.file(path))

    @override
    def keep(self) -> MotionPlan:
        return self._plan

    @override
    def bring_back(self, state: MotionPlan) -> None:
        self._follow_document()
        if len(state.change) == len(self._plan.change) and (
            self._robot is None or state.body in self._robot.model.body_names
        ):
            self._plan = state
            self.update()

    def _on_planned(self, told: object, found: object) -> None:
        if told != self._told:
            return  # another plan was asked for since
        if isinstance(found, TorseurError):
            self.widget.show_absent(str(found))
            return
        if isinstance(found, Exception):
            raise found
        assert isinstance(found, tuple)
        self.task, result = found
        self.widget.show_result(result)
        self._compare()

    def _compare(self) -> None:
        """What plays the motion back is compared with it once it rests."""
        session = self._session
        own = self._is_own_start() and _are_equal(self.task, self._played)  # it may have been planned anew since
        recording = session.recording if own else None
        if recording is None or not session.playback.playing:
            self._strays.follow(self.task, recording)

    def _payload_place(self) -> Array | None:
        """Where the payload is in the world (3,) [m], at the pose shown; None: there is none."""
        from torseur.sim.multibody.kinematics.kinematics import frame_pose

        robot, plan, snapshot = self._robot, self._plan, self._session.snapshot
        if robot is None or snapshot is None or plan.mass == 0.0 or self._reason():
            return None
        pose = frame_pose(self._session.model, snapshot.q, f"{robot.part.name}/{plan.body}")
        return np.asarray(pose[:3, :3] @ np.array(plan.point) + pose[:3, 3])

    def _scene(self) -> MotionScene | None:
        """The motion that is shown; None, which is said: it is not known yet."""
        if self.task is None or self._robot is None:
            self._session.message.emit(self.tr("The motion is not planned yet."), "", "plain")
            return None
        return MotionScene(self._robot, self.task, self._plan)

    def _on_made(self, scene: MotionScene, found: object) -> None:
        if scene.task is not self.task:
            return
        if isinstance(found, int):
            self.widget.show_making(found, scene.pieces)
            return
        self.widget.show_making(0, 0)
        if isinstance(found, TorseurError):
            self._session.message.emit(self.tr("The motion cannot be played back."), str(found), "warning")
            return
        if isinstance(found, Exception):
            raise found
        assert isinstance(found, Document)
        self._made = self._document = found
        self._played = scene.task
        has_floor = self._viewport.view.floor_is_drawn()
        self._motion.carry_to(found)
        self._show_document(found)
        self._show_whole(scene.task, found, has_floor)
        self._session.playback.play()

    def _show_whole(self, task: MotionTask, document: Document, has_floor: bool) -> None:
        """Have the whole motion in sight, above the floor that was seen, which it does not touch."""
        from torseur.sim.multibody.kinematics.kinematics import frame_poses

        model, viewport = document.scene.model, self._viewport
        instants = np.linspace(0, len(task.t) - 1, SIGHTS).round().astype(int)
        viewport.set_floor_visible(has_floor or None)
        viewport.set_framing(framing(document.scene, viewport.view, [frame_poses(model, q) for q in task.q[instants]]))
        viewport.fit()

    def _give_up(self) -> None:
        """What plays the motion back is not wanted any more."""
        self._making.stop()
        self.widget.show_making(0, 0)

    def _follow_document(self) -> None:
        """Another robot has another plan; what plays one back is no other robot."""
        document = self._session.document
        if document is None or document is self._document or self._plays_back(document):
            return
        before = self._robot.model.joint_names if self._robot is not None else ()
        self._document, self._robot, self._made = document, PlannedRobot.of(document), None
        if self._robot is not None:
            model = self._robot.model
            if model.joint_names != before:
                self._plan = replace(_PLAN, change=(0.0,) * model.nv, body=carriers(model)[-1])
            elif self._plan.body not in carriers(model):
                self._plan = replace(self._plan, body=carriers(model)[-1])

    def _plays_back(self, document: Document) -> bool:
        """Whether it is what plays the motion back, perhaps with other materials: those leave the parts the same."""
        return self._made is not None and document.scene.parts is self._made.scene.parts

    def _reason(self) -> str:
        """Why nothing can be planned, or empty."""
        if not self._session.kernels.has(BATCHES):
            return self.tr("The kernels of dynamics are not ready yet.")
        if self._robot is None:
            return self.tr("A motion is planned for one robot alone: open one by itself.")
        nv = self._robot.model.nv
        if nv > MOST:
            text = self.tr("This robot has {n} degrees of freedom; a motion is planned for at most {most}.")
            return text.format(n=nv, most=MOST)
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

    def _note(self) -> str:
        """Where it starts, what a base needs, and what playing back is."""
        if self._is_own_start():
            start = self.tr("From the pose where playing back starts")
        elif self._session.playback.playing:
            start = self.tr("From the pose where it last rested")
        else:
            start = self.tr("From the pose that is shown")
        start += self.tr(
            ", every millisecond: inverse dynamics with what damping, springs and dry friction of the "
            "joints take. Played back, the torques alone drive the robot: nothing corrects them, and it touches nothing, "
            "not the floor either."
        )
        if not any(self._plan.change):
            start += self.tr(" All Δ are 0: these torques hold the pose.")
        if self._motion.loads.loads:
            start += self.tr(" The external forces of the page State are left out.")
        if self._robot is not None and has_base(self._robot.model):
            start += self.tr(
                " The base goes along one screw, Δ in its own axes. What it takes is the wrench [f; n] at its origin, which no "
                "motor gives: the ground or a hand would have to. Playing back applies that wrench."
            )
        return start

    def _change(self, **numbers: Any) -> None:
        self._plan, self._told = replace(self._plan, **numbers), ()  # what was typed is written anew
        self.update()

    def _enter(self, k: int, value: float) -> None:
        change = list(self._plan.change)
        change[k] = value
        self._change(change=tuple(change))

    def _randomise(self) -> None:
        if self._robot is not None:
            self._plan, self._told = self._robot.random_plan(self._plan, self._start, self._rng), ()
            self.update()

    def _ask_where(self) -> None:
        if self.task is None or self._robot is None:
            return
        dialog = QFileDialog(self.widget, self.tr("Save the scene"), str(Path.home()), self.tr("Scenes (*.toml)"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("toml")
        dialog.selectFile(f"motion_of_{self._robot.part.name}.toml")
        dialog.fileSelected.connect(lambda path: self.save_scene(Path(path)))
        show_dialog(dialog)


def _are_equal(one: MotionTask | None, other: MotionTask | None) -> bool:
    """Whether both are the same motion by the same torques."""
    if one is None or other is None:
        return False
    return np.array_equal(one.q, other.q) and np.array_equal(one.tau, other.tau)
