"""The numbers of plans that exercises quote, computed anew by planning: a test holds that they quote these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from torseur import sim
from torseur.sim.trajectory.lecture.friction_facets import push_plan
from torseur.sim.trajectory.lecture.lecture_dynamics import reference
from torseur.sim.trajectory.lecture.lecture_exact import feedback_gains, growth, replayed
from torseur.sim.trajectory.lecture.lecture_problem import LectureProblem
from torseur.sim.trajectory.lecture.lecture_solution import LectureSolution
from torseur.sim.trajectory.lecture.pieces import joints_of, solve_apart
from torseur.sim.trajectory.task.lecture_switches import LectureSwitches

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
    lecture = LectureSwitches()
    whole = LectureProblem(lecture).solve()
    return {
        "four_hops": whole.cost,
        **{name: LectureProblem(LectureSwitches(steps=steps)).solve().cost for name, steps in SEQUENCES.items()},
        **_pieces(whole),
        **_friction(),
        **_replays(whole),
        **_gap(),
    }


def _pieces(whole: LectureSolution) -> dict[str, float]:
    joints = whole.x[joints_of(whole.switches)]
    apart = solve_apart(joints, guess=whole)
    ahead = np.eye(joints.shape[1])[0]  # the body, along x
    return {
        **{f"piece_{number}": piece.cost for number, piece in enumerate(apart.pieces, start=1)},
        "greatest_gap": float(np.max(np.abs(apart.price_gap))),
        "off_5": solve_apart(joints + 0.05 * ahead, guess=whole).cost - whole.cost,
        "off_10": solve_apart(joints + 0.10 * ahead, guess=whole).cost - whole.cost,
        "guessed": solve_apart(reference(whole.switches)[joints_of(whole.switches)]).cost,
    }


def _friction() -> dict[str, float]:
    outside = push_plan(0.0, 4, outside=True)
    found = {f"pyramid_{facets}": push_plan(np.pi / facets, facets).cost for facets in (4, 8, 16)}
    return {"cone": push_plan(0.0).cost, **found, "outside_used": outside.friction_used}


def _replays(whole: LectureSolution) -> dict[str, float]:
    x, u, switches = whole.x, whole.u, whole.switches
    gains = feedback_gains(x, u, switches)
    fine_switches = replace(switches, substeps=FINE_STEPS)
    fine = LectureProblem(fine_switches).solve()
    return {
        "growth": growth(x, u, switches),
        "fed_growth": growth(x, u, switches, gains),
        "miss": replayed(x, u, switches).body_miss,
        "fed_miss": replayed(x, u, switches, gains=gains).body_miss,
        "fine_miss": replayed(fine.x, fine.u, fine_switches).body_miss,
        "fine_growth": growth(fine.x, fine.u, fine_switches),
    }


def _gap() -> dict[str, float]:
    """How far from its plan a hop ends that is kicked at the start, in the event-driven simulation."""
    plan = sim.Planner().plan(GAP_TASK)
    alone, fed = (sim.replay(plan, GAP_TASK, kick=KICK, feedback=feedback).end_error for feedback in (False, True))
    return {"gap_alone": alone, "gap_fed": fed}
