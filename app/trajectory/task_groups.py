"""A task as the board shows it: its numbers under headings, each with its unit and what may be typed."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from torseur.sim.arrays import Array
from torseur.sim.superscripts import superscript
from torseur.sim.texts import marked, tr
from torseur.sim.trajectory.files.known_names import GENERAL_COSTS, known_names, own_limits, own_parameters
from torseur.sim.trajectory.task.lecture_switches import LectureSwitches
from torseur.sim.trajectory.task.obstacles import BarObstacle, GapObstacle, Obstacle, StepObstacle
from torseur.sim.trajectory.task.plan_task import Bound, PlanTask
from torseur.sim.trajectory.values import Plan
from torseur.ui.text.number_text import number_text
from torseur.ui.trajectory.values import TaskGroup, TaskNumber, TaskSwitch, TaskView

FARTHEST = 1e4  # that may be typed of anything without limits of its own
METHODS = {"hermite-simpson": "Hermite-Simpson", "rk4": marked("RK4 shooting")}
UNITS = {
    "friction": "",
    "body_mass": "kg",
    "foot_mass": "kg",
    "gravity": "m/s²",
    "leg length": "m",
    "force": "N",
    "torque": "N·m",
}


def task_view(task: PlanTask, units: Mapping[str, str]) -> TaskView:
    """The task; `units` are those of states and inputs by name."""
    methods = tuple((key, tr(name)) for key, name in METHODS.items())
    if task.method not in METHODS or task.system != "hopper":  # others have one alone
        methods = ((task.method, tr(METHODS.get(task.method, task.method))),)
    return TaskView(tr(task.title or task.name), tr(task.description), task.method, methods, task_groups(task, units))


def task_formulas(task: PlanTask) -> tuple[str, ...]:
    """State, inputs, and what a touch-down does to the state. Source: contact-dynamics-lecture16, State, Control, Jump Map."""
    names = known_names(task)
    x, u, after = "q, q̇", "τ", "q, q̇ + H⁻¹ Jᵀ Λ"
    if task.robot is None:
        pitch = ", θ_b, θ̇_b" if task.lecture is not None and task.lecture.body_inertia is not None else ""
        x, u, after = f"r_b, r_f, v_b, v_f{pitch}", "F, τ", f"r_b, r_f, v_b, 0{pitch}"
    return (
        f"x = ({x}) ∈ R{superscript(len(names.states))}",
        f"u = ({u}) ∈ R{superscript(len(names.inputs))}",
        tr("x' = g_{map}(x) = ({after}), at touch-down", map="{21}", after=after),
    )


def touch_down_formulas(plan: Plan) -> tuple[str, ...]:
    """The first touch-down of a hopper's plan in numbers: the speeds of its foot, which jump, and of its body, which stay."""
    jump = next((one for one in plan.jumps if one.kind == "touch-down"), None)
    if jump is None or "foot_vx" not in plan.state_names:
        return ()

    def speeds(state: Array, part: str) -> str:
        return "; ".join(number_text(float(state[plan.state_names.index(f"{part}_v{axis}")]), 4) for axis in "xz")

    return (
        f"t = {number_text(jump.t, 4)} s:  v_f = ({speeds(jump.before, 'foot')}) → ({speeds(jump.after, 'foot')}) m/s",
        f"v_b = ({speeds(jump.before, 'body')}) → ({speeds(jump.after, 'body')}) m/s",
    )


def task_groups(task: PlanTask, units: Mapping[str, str]) -> tuple[TaskGroup, ...]:
    """All numbers, those that are changed most first; open sides of bounds are not shown."""
    units = {**UNITS, **units}
    ground = []
    if task.system != "lecture":
        about = tr("Of points without their own: what Parameters give as friction of a point counts for that point")
        friction = TaskNumber(
            "friction", tr("Friction μ"), "", (task.friction,), 0.0, 10.0, about=about if task.robot is not None else ""
        )
        ground = [friction]
    for row, obstacle in enumerate(task.obstacles):
        ground += _of_obstacle(row, obstacle)
    only_points = task.robot is not None and any(isinstance(one, BarObstacle) for one in task.obstacles)
    ends = [
        _of_bound(f"ends/{k}/{name}", tr("{name}, end of phase {k}", name=name, k=k + 1), units.get(name, ""), bound)
        for k, phase in enumerate(task.phases)
        for name, bound in phase.ends_at.items()
    ]
    costs = {**dict.fromkeys(GENERAL_COSTS if known_names(task).costs else (), 0.0), **task.costs}
    faults: tuple[TaskGroup, ...] = ()
    if task.system == "lecture":
        faults = (_faults(task.lecture or LectureSwitches()),)
    groups = (
        *faults,
        TaskGroup("start", tr("Start"), _of_bounds("start", task.start, units)),
        TaskGroup("goal", tr("Goal"), (*_of_bounds("goal", task.goal, units), *(one for one in ends if one is not None))),
        TaskGroup("ground", tr("Ground"), tuple(ground), caption=tr("bars: points alone") if only_points else ""),
        TaskGroup("limits", tr("Limits"), _of_bounds("limits", {**own_limits(task), **task.limits}, units)),
        TaskGroup(
            "costs",
            tr("Weights of the cost"),
            tuple(TaskNumber(f"costs/{name}", name, "", (value,), 0.0, 1e6) for name, value in costs.items()),
        ),
        TaskGroup(
            "parameters",
            tr("Parameters"),
            caption=tr("each point's friction counts") if task.robot is not None else "",
            numbers=tuple(
                TaskNumber(f"parameters/{name}", _read(name), units.get(name, ""), (value,), 0.0, FARTHEST)
                for name, value in {**own_parameters(task), **task.parameters}.items()
            ),
        ),
    )
    return tuple(group for group in groups if group.numbers or group.switches)


def _faults(switches: LectureSwitches) -> TaskGroup:
    """What is wrong with the lecture's problem, each with the switch that mends it."""
    plain = LectureSwitches()
    texts = {
        "torque": (tr("τ is a torque"), tr("The lecture calls the force across the leg a torque: mended, that force is τ / L")),
        "body_inertia": (
            tr("The body takes up the couple"),
            tr("Nothing balances the couple of the forces across the leg: mended, the body has an inertia, and pitches"),
        ),
        "touch_down_speed": (
            tr("The foot lands gently"),
            tr("The foot hits the ground at 8 m/s, 7.7 downwards: mended, at no more than the speed given"),
        ),
        "substeps": (
            tr("Steps are fine enough"),
            tr("Replayed, the body ends 9.5 m off, as its steps are of 0.1 s: mended, each is of several"),
        ),
    }
    listed = tuple(
        TaskSwitch(key, name, getattr(switches, key) != getattr(plain, key), about) for key, (name, about) in texts.items()
    )
    return TaskGroup("faults", tr("Faults of the lecture, mended"), (), listed)


def _of_bounds(kind: str, bounds: Mapping[str, Bound], units: Mapping[str, str]) -> tuple[TaskNumber, ...]:
    found = (_of_bound(f"{kind}/{name}", _read(name), units.get(name, ""), bound) for name, bound in bounds.items())
    return tuple(one for one in found if one is not None)


def _of_bound(key: str, name: str, unit: str, bound: Bound) -> TaskNumber | None:
    values = bound if isinstance(bound, tuple) else (bound,)
    if not all(map(isfinite, values)):
        return None
    return TaskNumber(key, name, unit, values, -FARTHEST, FARTHEST)


def _of_obstacle(row: int, obstacle: Obstacle) -> list[TaskNumber]:
    def one(part: str, name: str, *values: float, least: float = -FARTHEST) -> TaskNumber:
        return TaskNumber(f"obstacle/{row}/{part}", name, "m", values, least, FARTHEST)

    if isinstance(obstacle, GapObstacle):
        return [one("ends", tr("Gap"), obstacle.start, obstacle.end)]
    if isinstance(obstacle, StepObstacle):
        return [one("x", tr("Step at"), obstacle.x), one("height", tr("Height of the step"), obstacle.height)]
    return [
        one("x", tr("Bar at x"), obstacle.x),
        one("z", tr("Bar at z"), obstacle.z),
        one("radius", tr("Radius of the bar"), obstacle.radius, least=1e-3),
    ]


def _read(name: str) -> str:
    """A name as it is read: "body vx"."""
    return name.replace("_", " ")
