"""The command that plans a trajectory through contact."""

from __future__ import annotations

import argparse
import signal
import sys
from typing import TYPE_CHECKING

from torseur import robots
from torseur.sim.errors import ArgumentError
from torseur.sim.trajectory.files.plan_files import WRITTEN, load_plan, save_plan
from torseur.sim.trajectory.files.task_changes import load_changed_task
from torseur.sim.trajectory.files.task_file import task_names, task_title
from torseur.sim.trajectory.planning.planning_process import PlanningProcess
from torseur.sim.trajectory.planning.values import PlanningEnd, PlanningStage
from torseur.sim.trajectory.replay.planned_robot import planned_robot
from torseur.sim.trajectory.values import Plan, PlanConstraint, PlanIterate, PlanStatus

from .simulate import checked_out, print_table

if TYPE_CHECKING:
    from torseur.sim.arrays import Array
    from torseur.sim.trajectory.task.plan_task import PlanTask

_LOOK = 0.1  # [s] for which what the process says is waited for
_NO_PRICE = 1e-7  # of the cost, for a unit: what IPOPT's tolerance leaves
_GOOD = (PlanStatus.SOLVED, PlanStatus.ACCEPTABLE)


def plan(arguments: argparse.Namespace) -> int:
    """Plan, say how it went, and save."""
    if arguments.list:
        print_table(("task", "what it is"), [(name, task_title(name)) for name in task_names()])
        return 0
    if arguments.task is None:
        raise ArgumentError("which task? `torseur plan --list` has those that are shipped")
    out = checked_out(arguments.out, WRITTEN) if arguments.out else None
    changes = dict(arguments.set)
    if arguments.method:
        changes["method"] = arguments.method
    task = load_changed_task(arguments.task, changes, robots.load)
    guess = {} if arguments.guess is None else {"guess": load_plan(arguments.guess)}
    end, interrupted = _planned(task, **guess)
    found = end.result
    if found is None:
        sys.stderr.write(f"torseur: {end.sentence}\n")
        return 130 if interrupted else 1
    sys.stdout.write(report(found) + "\n")
    if out is not None:
        save_plan(found, out, task=task, model=planned_robot(found, task) if out.suffix.lower() == ".mcap" else None)
        sys.stdout.write(f"saved: {out} ({sum(len(phase.t) for phase in found.phases)} nodes)\n")
    if interrupted:
        return 130
    return 0 if found.status in _GOOD else 1


def _planned(task: PlanTask, **options: object) -> tuple[PlanningEnd, bool]:
    """How the planning ended, with progress on standard error; and whether it was interrupted by Ctrl-C, which keeps the best."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    process = PlanningProcess()
    interrupted = False

    def stop(*_: object) -> None:
        nonlocal interrupted
        interrupted = True
        process.stop()

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    before = signal.signal(signal.SIGINT, stop)
    try:
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            bar = progress.add_task("starting", total=None)
            process.ask("plan", task, **options)
            while True:
                for heard in process.receive(_LOOK):
                    if isinstance(heard, PlanningEnd):
                        return heard, interrupted
                    progress.update(bar, description=_words(heard))
    finally:
        signal.signal(signal.SIGINT, before)
        process.close()


def _words(heard: PlanningStage | PlanIterate) -> str:
    if isinstance(heard, PlanningStage):
        return heard.text
    return f"iteration {heard.iteration}: cost {heard.objective:.6g}, infeasibility {heard.infeasibility:.1e}"


def report(plan: Plan) -> str:
    """How a planning went, in a few lines."""
    modes = ", ".join(phase.mode for phase in plan.phases)
    iterations = max(0, len(plan.iterates) - 1)
    errors, defects = ([float(each.max(initial=0.0)) for each in rows] for rows in _measures(plan))
    lines = [
        f"{plan.title}: {modes}; {plan.duration:.4g} s, {plan.method}, {plan.variables} unknowns, {plan.equations} constraints",
        f"{plan.status.value}: cost {plan.cost:.10g} after {iterations} iterations; "
        f"built in {plan.seconds_building:.2g} s, solved in {plan.seconds_solving:.2g} s",
        f"cost: {', '.join(f'{name} {part:.6g}' for name, part in plan.cost_parts)}",
        f"greatest defect {max(defects):.1e}, greatest error between knots {max(errors):.1e}",
    ]
    if plan.status not in _GOOD:
        lines += [plan.message, f"greatest violation of a constraint {plan.infeasibility:.1e}"]
    binding = [row for row in plan.constraints if row.active and _has_price(row, plan)]
    lines += [*(["binding constraints:"] if binding else []), *map(_binding, binding)]
    return "\n".join([*lines, *plan.notes])


def _has_price(row: PlanConstraint, plan: Plan) -> bool:
    """Whether it tells what a bound, or a thing that was asked for, costs; equations of motion and of jumps do not."""
    asked = row.group.startswith(("goal", "waypoint", "foothold"))
    return row.multiplier > _NO_PRICE * max(1.0, abs(plan.cost)) and bool(row.sentence or asked)


def _measures(plan: Plan) -> tuple[list[Array], list[Array]]:
    return [phase.error for phase in plan.phases], [phase.defect for phase in plan.phases]


def _binding(row: PlanConstraint) -> str:
    where = "" if row.phase is None else f", phase {row.phase}"
    price = row.sentence or f"{row.multiplier:.4g} of the cost for 1 {row.unit}"
    return f"  {row.group}{where}, at {row.t:.3f} s: {price}"
