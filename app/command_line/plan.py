"""The command that plans a trajectory through contact."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from torseur.sim.errors import ArgumentError
from torseur.sim.texts import tr
from torseur.sim.trajectory.files.plan_files import WRITTEN, load_plan, save_plan
from torseur.sim.trajectory.files.task_changes import load_changed_task
from torseur.sim.trajectory.files.task_file import task_names, task_title
from torseur.sim.trajectory.values import Plan, PlanConstraint

from ..documents.document import model_loader
from .planning_progress import PlanningProgress
from .robot_options import load_options
from .simulate import checked_out, print_table

if TYPE_CHECKING:
    from torseur.sim.arrays import Array
    from torseur.sim.multibody.model.model import Model
    from torseur.sim.trajectory.explore.values import Gallery
    from torseur.sim.trajectory.feasibility.values import Explanation
    from torseur.sim.trajectory.planning.values import PlanningEnd
    from torseur.sim.trajectory.task.plan_task import PlanTask

NAMED = (".mcap", ".csv")  # that name the robot's joints
_NO_PRICE = 1e-7  # of the cost, for a unit: what IPOPT's tolerance leaves


def plan(arguments: argparse.Namespace) -> int:
    """Plan, say how it went, and save."""
    if arguments.list:
        print_table((tr("task"), tr("what it is")), [(name, tr(task_title(name))) for name in task_names()])
        return 0
    if arguments.task is None:
        raise ArgumentError("which task? `torseur plan --list` has those that are shipped")
    out = checked_out(arguments.out, WRITTEN) if arguments.out else None
    changes = dict(arguments.set)
    if arguments.method:
        changes["method"] = arguments.method
    options = load_options(arguments)
    allowed = (*options.roots, *options.allowed)
    task = load_changed_task(arguments.task, changes, model_loader(options), allowed_folders=allowed)
    limits = [limit_as_read(place, text) for place, text in changes.items() if place.startswith("limits.")]
    sys.stdout.write("".join(f"{line}\n" for line in limits))
    if arguments.guess and arguments.guesses:
        raise ArgumentError("--guess is one start, and --guesses are many: give one of them")
    guess = {} if arguments.guess is None else {"guess": load_plan(arguments.guess)}
    with PlanningProgress() as console:
        found: Plan | None
        if arguments.guesses:
            end = console.done("multistart", task, guesses=arguments.guesses)
            found = _cheapest(end)
        else:
            end = console.done("plan", task, **guess)
            found = end.result
        if found is not None:
            sys.stdout.write(report(found) + "\n")
        if not console.interrupted and (found is None or not found.status.is_solution):
            if arguments.explain:
                end = console.done("explain", task)
                found = _explained(end, found)
            else:
                sys.stdout.write(tr("--explain says why, and what would be enough") + "\n")
        if found is None and end.sentence:
            sys.stderr.write(f"torseur: {end.sentence}\n")
    if found is not None and out is not None:
        save_plan(found, out, task=task, model=_model_of(found, task) if out.suffix.lower() in NAMED else None)
        sys.stdout.write(tr("saved: {out} ({nodes} nodes)", out=out, nodes=sum(len(phase.t) for phase in found.phases)))
    if console.interrupted:
        return 130
    return 0 if found is not None and found.status.is_solution else 1


def limit_as_read(place: str, text: str) -> str:
    """How a limit that was changed is read: a number is what it is all the time, two are the least and the greatest."""
    if not text:
        return tr("{place}: as the system has it", place=place)
    if text.startswith("["):
        least, _, most = text.strip("[] ").partition(",")
        return tr("{place}: from {least} to {most}", place=place, least=least.strip(), most=most.strip())
    ends = f"[{text}, 0]" if text.startswith("-") else f"[0, {text}]"
    return tr(
        "{place}: exactly {text} throughout; a range is written {place}=[least, greatest], as {ends}",
        place=place,
        text=text,
        ends=ends,
    )


def _model_of(found: Plan, task: PlanTask) -> Model:
    """The robot, which other programs see move, and whose joints name columns."""
    from torseur.sim.trajectory.replay.planned_robot import planned_robot  # with the kernels

    return planned_robot(found, task)


def _cheapest(end: PlanningEnd) -> Plan | None:
    """Say where many guesses ended; the cheapest plan of them, if any was solved."""
    gallery: Gallery | None = end.result
    if gallery is None:
        return None
    lines = [gallery.sentence]
    for optimum in gallery.optima:
        phases = ", ".join(f"{phase.mode} {phase.duration:.3g} s" for phase in optimum.plan.phases)
        lines.append(
            tr("  cost {cost:.8g}, from {count}: {phases}", cost=optimum.plan.cost, count=optimum.count, phases=phases)
        )
    sys.stdout.write("\n".join(lines) + "\n")
    return gallery.optima[0].plan if gallery.optima else None


def _explained(end: PlanningEnd, found: Plan | None) -> Plan | None:
    """Say why a task was not solved; the plan that meets it, if one was found meanwhile, or else what there is."""
    explanation: Explanation | None = end.result
    if explanation is None:
        return found
    sys.stdout.write("\n".join([tr("why:"), *(f"  {sentence}" for sentence in explanation.sentences)]) + "\n")
    if explanation.plan is None:
        return found
    sys.stdout.write(report(explanation.plan) + "\n")
    return explanation.plan


def report(plan: Plan) -> str:
    """How a planning went, in a few lines."""
    modes = ", ".join(phase.mode for phase in plan.phases)
    errors, defects = ([float(each.max(initial=0.0)) for each in rows] for rows in _measures(plan))
    lines = [
        tr(
            "{title}: {modes}; {duration:.4g} s, {method}, {variables} unknowns, {equations} constraints",
            title=tr(plan.title),
            modes=modes,
            duration=plan.duration,
            method=plan.method,
            variables=plan.variables,
            equations=plan.equations,
        ),
        tr(
            "{status}: cost {cost:.10g} after {iterations} iterations; built in {seconds_building:.2g} s, solved in "
            "{seconds_solving:.2g} s",
            status=tr(plan.status.value),
            cost=plan.cost,
            iterations=plan.iterations,
            seconds_building=plan.seconds_building,
            seconds_solving=plan.seconds_solving,
        ),
        tr("cost: {parts}", parts=", ".join((f"{name} {part:.6g}" for name, part in plan.cost_parts))),
        tr(
            "greatest defect {defects:.1e}, greatest error between knots {errors:.1e}", defects=max(defects), errors=max(errors)
        ),
    ]
    lines += [tr("note: {note}", note=note) for note in plan.notes]
    if not plan.status.is_solution:
        lines += [plan.message, tr("greatest violation of a constraint {infeasibility:.1e}", infeasibility=plan.infeasibility)]
    binding = [row for row in plan.constraints if plan.status.is_solution and row.active and _has_price(row, plan)]
    lines += [*([tr("binding constraints:")] if binding else []), *map(_binding, binding)]
    return "\n".join(lines)


def _has_price(row: PlanConstraint, plan: Plan) -> bool:
    """Whether it tells what a bound, or a thing that was asked for, costs; equations of motion and of jumps do not."""
    asked = row.group.startswith(("goal", "waypoint", "foothold"))
    return row.multiplier > _NO_PRICE * max(1.0, abs(plan.cost)) and bool(row.sentence or asked)


def _measures(plan: Plan) -> tuple[list[Array], list[Array]]:
    return [phase.error for phase in plan.phases], [phase.defect for phase in plan.phases]


def _binding(row: PlanConstraint) -> str:
    where = "" if row.phase is None else tr(", phase {phase}", phase=row.phase + 1)
    price = row.sentence or tr("{multiplier:.4g} of the cost for 1 {unit}", multiplier=row.multiplier, unit=row.unit)
    return tr("  {group}{where}, at {t:.3f} s: {price}", group=row.group, where=where, t=row.t, price=price)
