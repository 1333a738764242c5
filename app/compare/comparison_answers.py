"""What is worked out of a comparison for two of its runs and a signal: off the window's thread, all at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.errors import TorseurError
from torseur.sim.simulation.inspection.comparing.values import (
    ComparedImpact,
    ConvergenceOrder,
    CornerStates,
    PairedImpact,
    RunDifference,
    RunFigures,
)
from torseur.sim.texts import tr

from .run_looks import RunLook, run_looks

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.comparing.compare_schemes import Comparison
    from torseur.sim.simulation.inspection.comparing.scheme_run import SchemeRun
    from torseur.sim.simulation.inspection.jumps.guard_bisection import GuardBisection


@dataclass(frozen=True, eq=False, slots=True)
class ComparisonAnswers:
    """All that is shown of two runs."""

    comparison: Comparison
    looks: dict[str, RunLook]  # of its runs
    a: SchemeRun
    b: SchemeRun
    signal: str
    difference: RunDifference
    from_reference: dict[str, RunDifference]  # each run's signal and the reference's, by key
    order: ConvergenceOrder
    lecture_order: ConvergenceOrder | None  # of the same steps with θ = 1; None: all runs have it
    impacts: Mapping[str, tuple[ComparedImpact, ...]]  # of each run, by key
    forces: Mapping[str, Array]  # Σλ of each state of each recorded run (n,) [N]; NaN where none was solved
    pairs: tuple[PairedImpact, ...]
    figures: tuple[RunFigures, RunFigures]
    bisection: GuardBisection | str  # of its first impact; or why there is none, a sentence
    corner: CornerStates | None  # of the pair that strikes first, over the states of `stepped`; None: no pair has a gap
    stepped: SchemeRun | None  # the run of time-stepping among A and B, else the one with the longest step


def comparison_answers(comparison: Comparison, a: str, b: str, signal: str) -> ComparisonAnswers:
    """Work it out."""
    from torseur.sim.simulation.inspection.comparing.compared_signals import run_difference
    from torseur.sim.simulation.inspection.comparing.paired_impacts import paired_impacts

    one, other, scene = comparison.run(a), comparison.run(b), comparison.scene
    stepped = next((run for run in (one, other, *comparison.runs) if run.scheme == "time_stepping"), None)
    impacts = {run.key: run.impacts for run in comparison.runs}
    return ComparisonAnswers(
        comparison=comparison,
        looks=run_looks(comparison),
        a=one,
        b=other,
        signal=signal,
        difference=run_difference(scene, one, other, signal),
        from_reference={run.key: run_difference(scene, run, comparison.reference, signal) for run in comparison.runs},
        order=comparison.order(signal),
        lecture_order=comparison.order(signal, lecture=True) if comparison.lecture else None,
        impacts=impacts,
        forces={run.key: run.recording.contact_sums(len(run.t))[0] for run in comparison.runs if run.recording is not None},
        pairs=paired_impacts(impacts[a], impacts[b], alike=not comparison.values),
        figures=(one.figures, other.figures),
        bisection=_bisection(comparison),
        corner=_corner(stepped, impacts[comparison.reference.key]),
        stepped=stepped,
    )


def hybrid_run(comparison: Comparison) -> SchemeRun | None:
    """The hybrid run; None: there is none."""
    return next((run for run in comparison.runs if run.scheme == "hybrid"), None)


def _bisection(comparison: Comparison) -> GuardBisection | str:
    from torseur.sim.simulation.inspection.jumps.guard_bisection import guard_bisection

    run = hybrid_run(comparison)
    if run is None or run.recording is None or not run.impacts:
        return comparison.no_hybrid or tr("Nothing strikes: no guard is crossed.")
    first = int(np.searchsorted(run.recording.t, run.impacts[0].t))
    last = int(np.searchsorted(run.recording.t, run.impacts[0].t, side="right"))
    struck = [i for i in range(first, last) if run.recording.contacts(i).impact.any()]
    if not struck:
        return tr("The state of this impact is not in the recording.")
    try:
        return guard_bisection(run.recording, struck[0])
    except TorseurError as error:
        return tr("Its guard is not bisected: {error}.", error=error)


def _corner(stepped: SchemeRun | None, impacts: tuple[ComparedImpact, ...]) -> CornerStates | None:
    from torseur.sim.simulation.inspection.comparing.corner import corner_states

    if stepped is None or stepped.recording is None:
        return None
    return corner_states(stepped.recording, dict.fromkeys(impact.bodies for impact in impacts))
