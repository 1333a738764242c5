"""What works while the kernels are compiled, what is next, and how long it will take, in plain words."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QCoreApplication

from torseur.sim.compilation import (
    BATCHES,
    CONVEX_PAIRS,
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
    CONVEX_PAIRS: "contacts of meshes",
}


def compile_progress(kernels: Kernels, awaited: str = "") -> str:
    """One line.

    awaited : the group that a simulation which was asked for waits for; empty: none does
    """
    last, following = list(GROUPS)[-1], kernels.next_group
    everything = _tr("everything in {n} s").format(n=_seconds(kernels, last))
    if awaited:
        soon = _tr("Plays in {n} s (Space takes it back)").format(n=_seconds(kernels, awaited))
        return f"{soon}, {everything}"
    if following == POSING:
        sliders = _tr("First start: sliders in {n} s").format(n=_seconds(kernels, POSING))
        simulation = _tr("simulation in {n} s").format(n=_seconds(kernels, STEPPING))
        return f"{sliders}, {simulation}, {everything}"
    if not following:
        return _tr("Everything works")
    works = _tr("Sliders work") if following == STEPPING else _tr("Sliders and simulation work")
    if following == last:
        return f"{works}; {everything}"
    soon = _tr("{what} in {n} s").format(what=_tr(WHAT_FOR[following]), n=_seconds(kernels, following))
    return f"{works}; {soon}, {everything}"


def _seconds(kernels: Kernels, group: str) -> int:
    """As they are counted down: what is not there yet takes one."""
    return max(1, ceil(kernels.seconds_until(group)))


def _tr(text: str) -> str:
    return QCoreApplication.translate("compile_progress", text)
