"""The numbers of plans that exercises quote, computed anew by planning: a test holds that they quote these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array
from torseur.sim.trajectory.hopper.hopper_system import PARAMETERS
from torseur.sim.trajectory.lecture.lecture_motion import LectureMotion
from torseur.sim.trajectory.lecture.lecture_task import INPUT_WEIGHT, lecture_task
from torseur.sim.trajectory.task.lecture_switches import LectureSwitches

from .friction_facets import push_plan

STANDING = {"body_x": 0.0, "body_z": 1.0, "body_vx": 0.0, "body_vz": 0.0, "foot_x": 0.0}
GAP_TASK = sim.PlanTask(
    name="gap",
    phases=(sim.TaskPhase("stance"), sim.TaskPhase("flight"), sim.TaskPhase("stance")),
    start=STANDING,
    goal={**STANDING, "body_x": 0.8, "foot_x": 0.8},
    obstacles=(sim.GapObstacle(0.1, 0.7, 1),),
)
KICK = sim.Kick(position=0.01, velocity=0.05)
FINE_STEPS = 10
SEQUENCES: Mapping[str, tuple[int, ...]] = {
    "one_hop": (20, 5, 19),
    "two_hops": (12, 5, 10, 5, 12),
    "three_hops": (8, 5, 7, 5, 7, 5, 7),
    "short_hops": (8, 3, 8, 3, 8, 3, 11),
}
"""Steps of 0.1 s of stance and flight in turn; flights of 0.5 s but for the last."""


def plan_numbers() -> dict[str, float]:
    """By name; costs as the lecture counts them."""
    planner = sim.Planner()
    whole = planner.plan(lecture_task())
    return {
        "four_hops": whole.cost,
        **{name: planner.plan(lecture_task(steps=steps)).cost for name, steps in SEQUENCES.items()},
        **_pieces(planner, whole),
        **_friction(),
        **_replays(planner),
        **_gap(),
    }


JOINED = ("body_x", "body_z", "foot_x", "body_vx", "body_vz")  # of a state just after an impact, which leaves the foot at rest


def _pieces(planner: sim.Planner, whole: sim.Plan) -> dict[str, float]:
    """Between given states just after the impacts the pieces have nothing in common: the whole is solved with all of them given.

    Source: contact-dynamics-lecture16, "Hybrid Method", Insight; Bellman's principle of optimality.
    """
    states = [phase.state[-1] for phase in whole.phases if phase.mode == "flight"]
    joints = [{name: float(state[whole.state_names.index(name)]) for name in JOINED} for state in states]
    apart = _joined(planner, joints, whole)
    rows = [row for row in apart.constraints if row.group.startswith("waypoint ")]
    gap = [row.multiplier for row in rows if (row.phase, row.group) != (7, "waypoint foot_x")]  # that the goal says
    moved = [[{**joint, "body_x": joint["body_x"] + by} for joint in joints] for by in (0.05, 0.10)]
    reference = lecture_task().reference
    guessed = [{name: float(reference.values[name][k]) for name in JOINED} for k in (10, 20, 30, 40)]
    return {
        **{f"piece_{number}": cost for number, cost in enumerate(_costs(apart), start=1)},
        "greatest_gap": max(gap),
        "off_5": _joined(planner, moved[0], whole).cost - whole.cost,
        "off_10": _joined(planner, moved[1], whole).cost - whole.cost,
        "guessed": _joined(planner, guessed).cost,
    }


def _joined(planner: sim.Planner, joints: list[dict[str, float]], guess: sim.Plan | None = None) -> sim.Plan:
    """The best between states that are given at the end of each flight; where it stands last the last of them says."""
    task, given = lecture_task(), iter(joints)
    goal = {name: value for name, value in task.goal.items() if name != "foot_x"}
    phases = tuple(replace(one, ends_at=next(given)) if one.mode == "flight" else one for one in task.phases)
    return planner.plan(replace(task, phases=phases, goal=goal), guess=guess)


def _costs(plan: sim.Plan) -> list[float]:
    """Of each piece: stance and the flight after it."""
    reference, found = lecture_task().reference, [0.0]
    weights = np.array([*np.ones(8), INPUT_WEIGHT, INPUT_WEIGHT])
    wanted = iter(np.column_stack(list(reference.values.values())))
    for phase in plan.phases:
        values = np.hstack([phase.state, phase.inputs])[:-1]
        found[-1] += sum(0.5 * weights @ (row - next(wanted)) ** 2 for row in values)
        found += [0.0] if phase.mode == "flight" else []
    return [*found[:-1], found[-1] + 0.5 * float(np.sum((plan.phases[-1].state[-1] - next(wanted)[:8]) ** 2))]


def _friction() -> dict[str, float]:
    outside = push_plan(0.0, 4, outside=True)
    found = {f"pyramid_{facets}": push_plan(np.pi / facets, facets).cost for facets in (4, 8, 16)}
    return {"cone": push_plan(0.0).cost, **found, "outside_used": outside.friction_used}


def _replays(planner: sim.Planner) -> dict[str, float]:
    rough, fine = (_motion(planner, LectureSwitches(substeps=n)) for n in (1, FINE_STEPS))
    steps = rough.derivatives(1)
    phases = [phase for phase, _, _ in rough.intervals]
    for (A, B), before, after in zip(steps, phases, [*phases[1:], phases[-1]], strict=True):
        if before is not after:  # the foot is at rest after a landing, as it is before a lift-off
            A[6:8], B[6:8] = 0.0, 0.0
    gains = _regulator(steps)
    total, state = np.eye(8), rough.intervals[0][1]
    for (A, B), K, (phase, planned, u) in zip(steps, gains, rough.intervals, strict=True):
        total = (A - B @ K) @ total
        state = rough.after(phase, state, u - K @ (state - planned))
    return {
        "growth": rough.growth(1),
        "fed_growth": float(np.linalg.norm(total, 2)),
        "miss": _body_miss(rough, rough.replayed_end()),
        "fed_miss": _body_miss(rough, state),
        "fine_miss": _body_miss(fine, fine.replayed_end()),
        "fine_growth": fine.growth(FINE_STEPS),
    }


def _motion(planner: sim.Planner, switches: LectureSwitches) -> LectureMotion:
    task = lecture_task(switches)
    return LectureMotion(planner.plan(task), planner.transcription(task), np.array(list(PARAMETERS.values())))


def _body_miss(motion: LectureMotion, end: Array) -> float:
    return float(np.hypot(*(end - motion.plan.phases[-1].state[-1])[:2]))


def _regulator(steps: list[tuple[Array, Array]]) -> list[Array]:
    """Gains of the linear-quadratic regulator along the plan (2, n) a step, with the weights of the lecture's cost.

    Source: Anderson and Moore, Optimal Control, 1990, §2.4.
    """
    weight, found = np.eye(8), []
    for A, B in reversed(steps):
        found.append(np.linalg.solve(INPUT_WEIGHT * np.eye(2) + B.T @ weight @ B, B.T @ weight @ A))
        weight = np.eye(8) + A.T @ weight @ (A - B @ found[-1])
    return found[::-1]


def _gap() -> dict[str, float]:
    """How far from its plan a hop ends that is kicked at the start, in the event-driven simulation."""
    plan = sim.Planner().plan(GAP_TASK)
    alone, fed = (sim.replay(plan, GAP_TASK, kick=KICK, feedback=feedback).end_error for feedback in (False, True))
    return {"gap_alone": alone, "gap_fed": fed}
