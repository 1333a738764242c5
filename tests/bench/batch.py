"""What a state costs inside compiled code: the batch functions on one thread and on all, beside Pinocchio in C++ and Python."""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np
from rich.console import Console
from rich.table import Table

from torseur import sim

from .calls import robot_peers as peers
from .calls.pinocchio_calls import pinocchio_calls, pinocchio_loops
from .calls.torseur_calls import ABA, CRBA, JACOBIAN, RNEA
from .comparison import AGREEMENT, Theirs, difference, relative, verdict
from .report import show, table
from .timing import ROUND_TIME, ROUNDS, Contender, Spread, interleaved

STATES = 512
AIM = 0.5  # ratio to a loop in C++ that is wanted at most, both on one thread
# Pinocchio in a loop of C++ on one thread [µs], with the same trees, fixed bases: measured once on such a machine, not in
# this run. What stands beside the Jacobian of the tool there is the Jacobians of all joints.
CPP = {
    "panda": {RNEA: 1.6, CRBA: 0.93, ABA: 3.4, JACOBIAN: 0.47},
    "ur5": {RNEA: 1.1, CRBA: 0.57, ABA: 2.2, JACOBIAN: 0.34},
    "talos": {RNEA: 8.7, CRBA: 5.8, ABA: 17.3, JACOBIAN: 2.7},
}
_NOTES = f"""\
Time of one state, median [quartiles] of {ROUNDS} rounds of {1e3 * ROUND_TIME:.0f} ms in turns; a call takes {STATES} \
random states, checks them, and returns a new array.
C++ now: Pinocchio's own loop in C++ (rneaInParallel, abaInParallel) on one thread, in turns with ours, compiled as \
its package is. It has none
for the other quantities.
C++ once: a loop on one thread, MEASURED ONCE ON SUCH A MACHINE, NOT IN THIS RUN: when this one is busy, its ratio is too \
high. Where the tool's
Jacobian is taken it has the Jacobians of all joints.
Python: Pinocchio called from Python, state by state, in turns with ours. Ratios: ours on one thread over theirs; for C++ \
now also ours on all threads.
Aim: for one thread; from C++ now where there is one, else from C++ once. Difference: from Pinocchio, relative to the \
largest number.
"""


def run(out: Console) -> int:
    """Print a table for each robot; 1 if results do not agree."""
    worst, cores, verdicts = 0.0, _cores(), []
    for case in peers.CASES:
        text = peers.plain_urdf(case)
        model = peers.read_ours(case, text)
        states = peers.random_states(model, STATES)
        python = pinocchio_calls(case, text, model, states)
        loops = pinocchio_loops(case, text, model, states)
        once = {} if case.floating else CPP[case.name]
        made = _table(f"{case.title(model.nv)}, mimic joints freed: a state in a batch of {STATES}", cores)
        for name, call in batch_calls(model, states, case.tool).items():
            differ = max(relative(call(threads), _one_by_one(python[name])) for threads in (1, cores))
            if name in loops:
                differ = max(differ, difference(Contender(name, call, [(1,)]), loops[name]))
            worst = max(worst, differ)
            loop = loops[name].contender if name in loops else None
            verdicts += _add(made, name, call, cores, loop, once.get(name), python[name].contender, differ)
        show(out, made)
    out.print(_NOTES, markup=False)
    out.print(f"{sum(verdicts)} of {len(verdicts)} ratios to C++ are at most {AIM:g}.\n")
    if worst > AGREEMENT:
        out.print(f"results differ by {worst:.1e}, more than {AGREEMENT:g}")
    return int(worst > AGREEMENT)


def batch_calls(model: sim.Model, states: peers.States, tool: str) -> dict[str, Callable[[int], np.ndarray]]:
    """The batch functions by quantity; each takes the number of threads."""
    Q, V, A, tau = states.q, states.v, states.a, states.tau
    return {
        RNEA: lambda threads: sim.inverse_dynamics_batch(model, Q, V, A, threads=threads),
        CRBA: lambda threads: sim.mass_matrix_batch(model, Q, threads=threads),
        ABA: lambda threads: sim.forward_dynamics_batch(model, Q, V, tau, threads=threads),
        JACOBIAN: lambda threads: sim.jacobian_batch(model, Q, tool, threads=threads),
    }


def _one_by_one(theirs: Theirs) -> np.ndarray:
    """Their results at all states, as we order numbers."""
    call = theirs.contender.function
    return np.array([theirs.in_our_order(call(*inputs), k) for k, inputs in enumerate(theirs.contender.inputs)])


def _table(title: str, cores: int) -> Table:
    columns = (
        "",
        ">1 thread [µs]",
        f">{cores} threads",
        ">C++ now",
        ">ratio",
        f">{cores} threads",
        ">C++ once",
        ">ratio",
        "aim",
        ">Python",
        ">ratio",
        ">differ.",
    )
    return table(title, columns)


def _add(
    made: Table,
    name: str,
    call: Callable[[int], np.ndarray],
    cores: int,
    loop: Contender | None,
    once: float | None,
    python: Contender,
    differ: float,
) -> list[bool]:
    """Time a quantity in turns and add its line; returns whether the aim is met, if it can be said."""
    ours = [Contender(name, call, [(threads,)]) for threads in (1, cores)]
    times = 1e-3 * interleaved([*ours, python, *([loop] if loop else [])])
    one, every, single = times[0] / STATES, times[1] / STATES, times[2]
    cells = [name, Spread.of(one).text(".2f"), f"{np.median(every):.2f}"]
    decisive: list[float] = []
    if loop:
        now = times[3] / STATES
        ratio = Spread.of(one / now)
        decisive.append(ratio.median)
        cells += [f"{np.median(now):.2f}", ratio.text(".2f"), f"{np.median(every / now):.2f}"]
    else:
        cells += ["", "", ""]
    if once is not None:
        decisive.append(float(np.median(one)) / once)
        cells += [f"{once:g}", f"{decisive[-1]:.2f}"]
    else:
        cells += ["", ""]
    cells += [verdict(decisive[0], AIM) if decisive else "", f"{np.median(single):.2f}"]
    made.add_row(*cells, f"{np.median(one / single):.2f}", f"{differ:.0e}")
    return [ratio <= AIM for ratio in decisive[:1]]


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
