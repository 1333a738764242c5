"""The same task from many guesses: a gallery of the distinct optima that they end in."""

from __future__ import annotations

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError
from ...texts import tr
from ..solving.planner import Planner
from ..task.plan_task import PlanTask
from ..values import Plan, PlanIterate, PlanStatus
from .values import Gallery, Optimum, Tell

GUESSES = 12
SAME_COST = 1e-4  # of the cost
SAME_SHAPE = 1e-2  # greatest difference of the robot's coordinates [m | rad] and of the phases' durations [s]
SAMPLES = 41  # of each phase, at which shapes are compared


def multistart(
    task: PlanTask,
    planner: Planner | None = None,
    *,
    guesses: int = GUESSES,
    noise: float = 0.5,
    iterations: int = 500,
    tell: Tell | None = None,
) -> Gallery:
    """Plan from the usual start and from guesses with noise, and keep what is distinct by cost and by shape.

    guesses : how many in all; the first is without noise
    noise   : normal, of each unknown's size, 1 at least: the more, the more optima are met, and the fewer guesses are solved
    tell    : told each stage, each iterate and after each guess the Gallery so far; returns True to stop with what there is

    A warm plan afterwards starts from the cheapest.

    Raises ArgumentError or UnknownNameError for what cannot be planned, MissingCasadiError without CasADi.
    """
    if guesses < 1:
        raise ArgumentError("{guesses} guesses; wanted: 1 or more", guesses=guesses)
    planner, tell = planner or Planner(), tell or (lambda _: False)
    gallery, cheapest = Gallery((), ()), planner.warm_start(task)
    for seed in range(guesses):
        stop = bool(tell(tr("guess {seed} of {guesses}", seed=seed + 1, guesses=guesses)))

        def told(update: object) -> bool:
            return isinstance(update, PlanIterate) and bool(tell(update))

        if not stop:
            plan = planner.plan(task, seed=seed or None, noise=noise, iterations=iterations, tell=told)
            stop = plan.status is PlanStatus.STOPPED
        if stop:
            break
        gallery = with_plan(gallery, plan, seed)
        if gallery.optima and gallery.optima[0].plan is plan:
            cheapest = planner.warm_start(task)
        if tell(gallery):
            break
    planner.start_warm_from(task, cheapest)
    return gallery


def with_plan(gallery: Gallery, plan: Plan, seed: int) -> Gallery:
    """The gallery with one more: beside the optimum that it is, or as one of its own in order of cost."""
    if not plan.status.is_solution:
        return Gallery(gallery.optima, (*gallery.unsolved, (seed, plan.status)))
    optima = list(gallery.optima)
    for place, optimum in enumerate(optima):
        if same_optimum(plan, optimum.plan):
            optima[place] = Optimum(min(plan, optimum.plan, key=lambda one: one.cost), (*optimum.seeds, seed))
            break
    else:
        optima.append(Optimum(plan, (seed,)))
    return Gallery(tuple(sorted(optima, key=lambda one: one.plan.cost)), gallery.unsolved)


def same_optimum(a: Plan, b: Plan) -> bool:
    """Whether two plans are one: the same sequence, and cost and shape equal but for the solver's tolerance."""
    if [phase.mode for phase in a.phases] != [phase.mode for phase in b.phases]:
        return False
    if abs(a.cost - b.cost) > SAME_COST * max(abs(a.cost), abs(b.cost)):
        return False
    return bool(np.abs(_shape(a) - _shape(b)).max() <= SAME_SHAPE)


def _shape(plan: Plan) -> Array:
    """Durations, and coordinates at equal parts of each phase."""
    found = [np.array([phase.duration for phase in plan.phases])]
    for phase in plan.phases:
        s = np.linspace(phase.t[0], phase.t[-1], SAMPLES)
        found += [np.interp(s, phase.t, column) for column in phase.q.T]
    return np.concatenate(found)
