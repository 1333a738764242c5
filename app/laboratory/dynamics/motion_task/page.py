"""The page Motion: a motion is planned from the pose shown; its torques are shown, played back, and saved as a scene."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from torseur.sim.compilation import BATCHES
from torseur.sim.multibody.model.payload import carriers
from torseur.sim.texts import marked, tr
from torseur.ui.look.theme import MASS
from torseur.ui.sheet.blocks import (
    Amounts,
    Button,
    Buttons,
    Heading,
    Line,
    Number,
    NumberGrid,
    Options,
    Paragraph,
    Section,
    Toggle,
    UserEvent,
    Vector,
    absent,
    options,
    section,
)
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.number_text import as_shown, quantity_text
from torseur.ui.viewport.marks import Label, Overlays, Point

from ....sheet.page import NOTHING_DRAWN, Effect, Layer, Page, PageSettings, PlayScene, SaveFile, Seen
from ....sheet.questions import Answer, Cost, Questions
from .motion_plan import FARTHEST, FASTEST, HEAVIEST, LONGEST, SHORTEST, SLOWEST, MotionPlan, PlannedMotion
from .motion_scene import MotionScene
from .planned_robot import PlannedRobot, amounts, has_base
from .torque_blocks import torque_blocks

if TYPE_CHECKING:
    from torseur.sim.analysis.dynamics.motion_task import MotionTask
    from torseur.sim.arrays import Array
    from torseur.sim.simulation.running.scene.scene import Scene

TRAJECTORY = Heading("trajectory", marked("Trajectory"))
PAYLOAD = Heading("payload", marked("Payload and gravity"))
TORQUES = Heading("torques", marked("Torques"))
MOST = 50  # numbers of q̇: rows that can be read
SIGHTS = 12  # instants of a motion that the camera has in sight
BEAT = 30  # [ms] between two looks at what is being made


@dataclass(frozen=True, eq=False, slots=True)
class Played:
    """What was shown to play a motion back."""

    robot: PlannedRobot
    scene: Scene
    task: MotionTask

    def is_shown(self, seen: Seen) -> bool:
        """Whether it still is, perhaps with other materials: those leave the parts the same."""
        return seen.scene is not None and seen.scene.parts is self.scene.parts


@dataclass(frozen=True, slots=True)
class MotionSettings(PageSettings):
    """What is planned and for which joints, what is plotted, what is being made of it, and what was played back last."""

    plan: MotionPlan = field(default_factory=MotionPlan)
    joints: tuple[str, ...] = ()
    plotted: str = "tau"  # or "share", of the limits
    making: Literal["", "play", "save"] = ""
    played: Played | None = None


class MotionAtHand(NamedTuple):
    """What is planned at the instant shown."""

    robot: PlannedRobot
    plan: MotionPlan
    start: Array  # (nq,)
    resumes: bool  # whether it starts where what is shown starts to play it back


class MotionPage(Page):
    """A thread plans at each edit, and makes the scene that plays a motion back."""

    key = "motion"
    settings_type = MotionSettings
    outline = (TRAJECTORY, PAYLOAD, TORQUES)
    waits_for = (BATCHES,)
    needs_motion = True

    def sheet(self, seen: Seen, settings: MotionSettings, questions: Questions) -> Sheet:
        """Write the plan, and its torques."""
        at = _planning(seen, settings, questions)
        if isinstance(at, str):
            return Sheet((absent(at),))
        planned = _planned(at, questions)
        return Sheet((_trajectory(at, seen), _payload(at), _torques(at, planned, seen, settings, questions)))

    def layer(self, seen: Seen, settings: MotionSettings, questions: Questions) -> Layer:
        """Draw the payload at the pose shown."""
        from torseur.sim.multibody.kinematics.kinematics import frame_pose

        at = _planning(seen, settings, questions)
        if isinstance(at, str) or at.plan.mass == 0.0:
            return NOTHING_DRAWN
        pose = frame_pose(seen.model, seen.q, f"{at.robot.part.name}/{at.plan.body}")
        place = pose[:3, :3] @ np.array(at.plan.point) + pose[:3, 3]
        text = tr("payload {mass}", mass=quantity_text(at.plan.mass, "kg"))
        return Overlays(points=(Point(place, "sticking", MASS),), labels=(Label(place, text, MASS),)), ()

    def beat(self, settings: MotionSettings) -> int:
        """Return how often is looked at what is being made."""
        return BEAT if settings.making else 0

    def reduce(self, settings: MotionSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Plan another motion, or have it played back or saved."""
        at = _planning(seen, settings, questions)
        if isinstance(at, str) or event.kind == "left":
            return replace(settings, making="")
        plan = _typed(at, event, questions)
        if plan is not None:
            return replace(settings, plan=plan, joints=at.robot.model.joint_names, making="")
        match event.path.rpartition(".")[2], event.kind:
            case "plotted", "chosen":
                return replace(settings, plotted=event.value)
            case "play" | "save" as made, "pressed":
                return replace(settings, making=made)
            case "cancel", "pressed":
                return replace(settings, making="")
            case "", "beat":
                return _made(at, settings, questions)
        return settings


def _planning(seen: Seen, settings: MotionSettings, questions: Questions) -> MotionAtHand | str:
    """What is planned; or why nothing can be, a sentence."""
    played, scene = settings.played, seen.scene
    shown = played if played is not None and played.is_shown(seen) else None
    robot = shown.robot if shown is not None else None if scene is None else PlannedRobot.of(scene)
    if robot is None:
        return tr("A motion is planned for one robot alone: open one by itself.")
    if robot.model.nv > MOST:
        return tr("This robot has {n} degrees of freedom; a motion is planned for at most {most}.", n=robot.model.nv, most=MOST)
    first = seen.q if seen.recording is None else seen.recording.q[0]
    if shown is not None and np.array_equal(first, shown.scene.initial.q):
        return MotionAtHand(robot, _plan_of(robot, settings), np.array(first), True)
    keep = partial(np.array, seen.q)  # while it plays, where it last rested
    start = questions.ask("start", seen.q, keep, of=seen.model, when=not seen.playing).value
    if start is None:
        start = questions.ask("start", seen.q, keep, of=seen.model).value
    return MotionAtHand(robot, _plan_of(robot, settings), start, False)


def _plan_of(robot: PlannedRobot, settings: MotionSettings) -> MotionPlan:
    """What was typed for the robot, or for one with the same joints."""
    bodies = carriers(robot.model)
    if settings.joints != robot.model.joint_names:
        return MotionPlan(change=(0.0,) * robot.model.nv, body=bodies[-1])
    return settings.plan if settings.plan.body in bodies else replace(settings.plan, body=bodies[-1])


def _planned(at: MotionAtHand, questions: Questions) -> Answer:
    """The `PlannedMotion`."""
    about = at.start, at.plan, at.robot.scene.gravity, at.robot.part.placement
    return questions.ask("plan", about, partial(at.robot.planned, at.plan, at.start), Cost.QUICK, of=at.robot.model)


def _making(at: MotionAtHand, planned: PlannedMotion, questions: Questions) -> Answer:
    """How many pieces there are of the scene that plays it back, and at last the scene."""
    scene = MotionScene(at.robot, planned.task, at.plan)
    return questions.ask("scene", None, scene.made, Cost.SLOW, of=planned, fold=lambda _, newest: newest)


def _made(at: MotionAtHand, settings: MotionSettings, questions: Questions) -> MotionSettings | tuple[Any, ...]:
    """Once the motion is planned, and the scene made: show that, or have it saved."""
    planned = _planned(at, questions)
    if planned.late or planned.value is None:
        return settings
    task, done = planned.value.task, replace(settings, making="")
    if settings.making == "save":
        scene = MotionScene(at.robot, task, at.plan)
        return done, SaveFile(f"motion_of_{at.robot.part.name}.toml", tr("Save the scene"), tr("Scenes (*.toml)"), scene.file)
    making = _making(at, planned.value, questions)
    if making.late or making.error:
        return settings
    title = tr("motion of {name}", name=at.robot.part.name)
    instants = np.linspace(0, len(task.t) - 1, SIGHTS).round().astype(int)
    effect: Effect = PlayScene(making.value, title, task.q[instants])
    return replace(done, played=Played(at.robot, making.value, task)), effect


def _typed(at: MotionAtHand, event: UserEvent, questions: Questions) -> MotionPlan | None:
    """The plan after it was typed; None: it was not."""
    plan, value = at.plan, event.value
    match event.path.rpartition(".")[2], event.kind:
        case "profile" | "body" as key, "chosen":
            return replace(plan, **{key: value})
        case "duration" | "frequency" | "mass" as key, "entered":
            return replace(plan, **{key: value})
        case "rows", "entered":
            k, far = value
            return replace(plan, change=(*plan.change[:k], far, *plan.change[k + 1 :]))
        case "point", "entered":
            return replace(plan, point=tuple(value.tolist()))
        case "gravity", "switched":
            return replace(plan, has_gravity=value)
        case "still", "pressed":
            return replace(plan, change=(0.0,) * len(plan.change))
        case "random", "pressed":
            return at.robot.random_plan(plan, at.start, questions.kept("random", np.random.default_rng))
    return None


def _trajectory(at: MotionAtHand, seen: Seen) -> Section:
    plan = at.plan
    profiles = {"quintic": tr("quintic"), "cubic": tr("cubic"), "sine": tr("sine")}
    random = tr("To a random configuration within the limits, as slowly as limits of speed ask")
    numbers = [_number("duration", tr("Duration"), plan.duration, "s", SHORTEST, LONGEST, tr("duration"))]
    if plan.profile == "sine":
        numbers += [_number("frequency", tr("Frequency"), plan.frequency, "Hz", SLOWEST, FASTEST, tr("frequency"))]
    name = tr("How far each joint goes")
    return section(
        TRAJECTORY,
        NumberGrid("times", tuple(numbers)),
        Amounts("rows", name, tuple(amounts(at.robot.model)), plan.change, "", seen.angle_unit),
        Buttons(
            "buttons", (Button("still", tr("Still"), tip=tr("No joint moves")), Button("random", tr("Random"), tip=random))
        ),
        tools=(Options("profile", tr("Profile"), options(profiles), plan.profile),),
        divided=False,
    )


def _payload(at: MotionAtHand) -> Section:
    plan, bodies = at.plan, options(carriers(at.robot.model))
    far = tr("At most 100 m, either way.")
    return section(
        PAYLOAD,
        Line("pull", tr("Gravity"), (Toggle("gravity", tr("Gravity"), plan.has_gravity),)),
        Line(
            "carried",
            tr("Mass"),
            (
                _number("mass", tr("Mass of the payload"), plan.mass, "kg", 0.0, HEAVIEST),
                Paragraph("word", tr("on"), "text_second"),
                Options("body", tr("Body that carries the payload"), bodies, plan.body, listed=True, widest=150),
            ),
        ),
        Vector(
            "point",
            tr("Point of the payload, in the body's frame"),
            "p",
            np.array(plan.point),
            "m",
            check=lambda p: "" if np.all(np.abs(p) <= FARTHEST) else far,
        ),
    )


def _number(key: str, name: str, value: float, unit: str, least: float, most: float, label: str = "") -> Number:
    ends = {"least": as_shown(f"{least:g}"), "most": as_shown(f"{most:g}")}
    reason = tr("From {least} to {most} {unit}.", **ends, unit=unit)
    return Number(key, name, value, unit, lower=least, upper=most, reason=reason, exact=True, label=label)


def _torques(at: MotionAtHand, planned: Answer, seen: Seen, settings: MotionSettings, questions: Questions) -> Section:
    found: PlannedMotion | None = planned.value
    note = Paragraph("note", _note(at, seen), "text_hint")
    if found is None:
        why = Paragraph("why", planned.error, icon="warning", icon_role="warning")
        return section(TORQUES, why, note, note="" if planned.error else tr("planning…"))
    strays, told = _strays(at, found, seen, settings, questions), Paragraph("made", "")
    waits: Line | None = None
    if settings.making == "play":
        making = _making(at, found, questions)
        done = making.value if isinstance(making.value, int) else 0
        of = MotionScene(at.robot, found.task, at.plan).pieces
        cancel = Button("cancel", tr("Cancel"))
        waits = Line("making", tr("{done} of {total} parts", done=done, total=of), (cancel,))
        failed = tr("The motion cannot be played back.")
        told = Paragraph("made", f"{failed} {making.error}" if making.error else "", icon="warning", icon_role="warning")
    write = partial(torque_blocks, found, settings.plotted, strays, seen.angle_unit)
    tools, blocks, plotted = questions.ask("part:torques", (settings.plotted, strays, seen.angle_unit), write, of=found).value
    play = Button("play", tr("Play back"), "play", tip=tr("Simulate the robot alone under these torques, every millisecond"))
    save = Button("save", tr("Save scene…"), "save", tip=tr("The scene that plays these torques, as a TOML file"))
    late = tr("planning…") if planned.late else plotted
    return section(TORQUES, *blocks, Buttons("do", (play, save)), waits, told, note, tools=tools, note=late)


def _strays(
    at: MotionAtHand, planned: PlannedMotion, seen: Seen, settings: MotionSettings, questions: Questions
) -> Array | None:
    """How far what plays it back strays from it (nv,), once that rests; None: it is not known."""
    played, recording, task = settings.played, seen.recording, planned.task
    if played is None or not at.resumes or recording is None or len(recording) < 2:
        return None
    if not (np.array_equal(played.task.q, task.q) and np.array_equal(played.task.tau, task.tau)):
        return None  # it was planned anew since

    def compute() -> Array:
        from torseur.sim.simulation.motion_playback import strays

        return strays(task, recording)

    found: Array | None = questions.ask(
        "strays", len(recording), compute, Cost.QUICK, of=recording, when=not seen.playing
    ).value
    return found


def _note(at: MotionAtHand, seen: Seen) -> str:
    """Where it starts, what a base needs, and what playing back is."""
    if at.resumes:
        start = tr("From the pose where playing back starts")
    elif seen.playing:
        start = tr("From the pose where it last rested")
    else:
        start = tr("From the pose that is shown")
    start += tr(
        ", every millisecond: inverse dynamics with what damping, springs and dry friction of the "
        "joints take. Played back, the torques alone drive the robot: nothing corrects them, and it touches nothing, "
        "not the floor either."
    )
    if not any(at.plan.change):
        start += tr(" All Δ are 0: these torques hold the pose.")
    if not isinstance(seen.motion, str) and seen.motion.loads.loads:
        start += tr(" The external forces of the page State are left out.")
    if has_base(at.robot.model):
        start += tr(
            " The base goes along one screw, Δ in its own axes. What it takes is the wrench [f; n] at its origin, which no "
            "motor gives: the ground or a hand would have to. Playing back applies that wrench."
        )
    return start
