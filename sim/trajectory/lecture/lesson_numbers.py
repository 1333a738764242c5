"""What the lessons on trajectories through contact quote, computed anew: a test holds that they quote these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ..task.lecture_switches import LectureSwitches
from .friction_facets import push_plan
from .lecture_dynamics import reference
from .lecture_exact import feedback_gains, growth, replayed
from .lecture_problem import LectureProblem
from .lecture_solution import LectureSolution
from .pieces import joints_of, solve_apart

FINE_STEPS = 10
SEQUENCES: Mapping[str, tuple[int, ...]] = {
    "one_hop": (20, 5, 19),
    "two_hops": (12, 5, 10, 5, 12),
    "three_hops": (8, 5, 7, 5, 7, 5, 7),
    "short_hops": (8, 3, 8, 3, 8, 3, 11),
}
"""Steps of 0.1 s of stance and flight in turn; flights of 0.5 s but for the last."""


def lesson_numbers() -> dict[str, float]:
    """By name; costs as the lecture counts them."""
    lecture = LectureSwitches()
    whole = LectureProblem(lecture).solve()
    return {
        "four_hops": whole.cost,
        **{name: LectureProblem(LectureSwitches(steps=steps)).solve().cost for name, steps in SEQUENCES.items()},
        **_pieces(whole),
        **_friction(),
        **_replays(whole),
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
