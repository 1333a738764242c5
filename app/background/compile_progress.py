"""What works while the kernels are compiled, what is next, and how long it will take, in plain words."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QCoreApplication

from torseur.sim.compilation import (
    BATCHES,
    DYNAMICS,
    GAPS,
    GROUPS,
    HYBRID,
    POSING,
    PROBLEMS,
    REACHING,
    SOLVERS,
    STEPPING,
)

from .kernels import Kernels

WHAT_FOR = {
    POSING: "sliders",
    STEPPING: "simulation",
    REACHING: "inverse kinematics",
    PROBLEMS: "contact tables",
    GAPS: "plots of gaps",
    HYBRID: "hybrid simulation",
    DYNAMICS: "dynamics",
    BATCHES: "singularity maps",
    SOLVERS: "other solvers",
}


def compile_progress(kernels: Kernels, awaited: str = "") -> str:
    """One line.

    awaited : the group that a simulation which was asked for waits for; empty: none does
    """
    last, following = list(GROUPS)[-1], kernels.next_group
    everything = _tr("everything {soon}").format(soon=_soon(kernels, last))
    if awaited:
        plays = _tr("Plays {soon} (Space takes it back)").format(soon=_soon(kernels, awaited))
        return f"{plays}, {everything}"
    if following == POSING:
        sliders = _tr("First start: sliders {soon}").format(soon=_soon(kernels, POSING))
        simulation = _tr("simulation {soon}").format(soon=_soon(kernels, STEPPING))
        return f"{sliders}, {simulation}, {everything}"
    if not following:
        return _tr("Everything works")
    works = _tr("Sliders work") if following == STEPPING else _tr("Sliders and simulation work")
    if following == last:
        return f"{works}; {everything}"
    return f"{works}; {_tr(WHAT_FOR[following])} {_soon(kernels, following)}, {everything}"


def _soon(kernels: Kernels, group: str) -> str:
    seconds = ceil(kernels.seconds_until(group))
    return _tr("in {n} s").format(n=seconds) if seconds > 0 else _tr("any moment")


def _tr(text: str) -> str:
    return QCoreApplication.translate("compile_progress", text)
