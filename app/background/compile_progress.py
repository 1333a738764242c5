"""What works while the kernels are compiled, what is next, and how long it will take, in plain words."""

from __future__ import annotations

from math import ceil

from torseur.sim.compilation import BATCHES, DYNAMICS, GAPS, GROUPS, HYBRID, POSING, PROBLEMS, REACHING, SOLVERS, STEPPING
from torseur.sim.texts import marked, tr

from .kernels import Kernels

WHAT_FOR = {
    POSING: marked("sliders"),
    STEPPING: marked("simulation"),
    REACHING: marked("inverse kinematics"),
    PROBLEMS: marked("contact tables"),
    GAPS: marked("plots of gaps"),
    HYBRID: marked("hybrid simulation"),
    DYNAMICS: marked("dynamics"),
    BATCHES: marked("singularity maps"),
    SOLVERS: marked("other solvers"),
}


def compile_progress(kernels: Kernels, awaited: str = "") -> str:
    """One line.

    awaited : the group that a simulation which was asked for waits for; empty: none does
    """
    last, following = list(GROUPS)[-1], kernels.next_group
    everything = tr("everything {soon}", soon=_soon(kernels, last))
    if awaited:
        plays = tr("Plays {soon} (Space takes it back)", soon=_soon(kernels, awaited))
        return f"{plays}, {everything}"
    if following == POSING:
        sliders = tr("First start: sliders {soon}", soon=_soon(kernels, POSING))
        simulation = tr("simulation {soon}", soon=_soon(kernels, STEPPING))
        return f"{sliders}, {simulation}, {everything}"
    if not following:
        return tr("Everything works")
    works = tr("Sliders work") if following == STEPPING else tr("Sliders and simulation work")
    if following == last:
        return f"{works}; {everything}"
    return f"{works}; {tr(WHAT_FOR[following])} {_soon(kernels, following)}, {everything}"


def _soon(kernels: Kernels, group: str) -> str:
    seconds = ceil(kernels.seconds_until(group))
    return tr("in {n} s", n=seconds) if seconds > 0 else tr("any moment")
