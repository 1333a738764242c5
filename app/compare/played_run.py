"""Which run of a comparison the window plays: one is put in the place of the session's own, and can be taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.simulation.running.scene.settings import Settings
from torseur.sim.texts import tr

from ..session.session import Session
from ..session.session_state import Run
from .comparing_job import ComparisonQuestion

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.comparing.compare_schemes import Comparison
    from torseur.sim.simulation.inspection.comparing.scheme_run import SchemeRun

SHARED = {"scheme": "time_stepping", "dt": 1e-3, "theta": 0.5}  # for what runs of one comparison differ in


def played_run(session: Session, comparison: Comparison | None) -> SchemeRun | None:
    """The run that is what the window plays; None: it plays something else."""
    simulation = session.state.run.simulation
    if simulation is None or comparison is None:
        return None
    return next((run for run in comparison.runs if run.simulation is simulation), None)


def play_run(session: Session, run: SchemeRun, name: str) -> None:
    """Have the window play a run from the time that is shown; undoing brings back what it played."""
    if run.simulation is None or run.recording is None or session.state.run.simulation is run.simulation:
        return
    index = run.recording.index_at(session.playback.time)
    played = Run(session.state.run.target, index, run.simulation)
    state = replace(session.state, settings=run.simulation.settings, run=played)
    session.change(state, tr("Play {run}", run=name), ("compare", session.opened))


def shared_settings(session: Session, question: ComparisonQuestion | None, comparison: Comparison | None) -> Settings:
    """What all runs of a comparison of what is open share: of a run that is played, what it was made with."""
    if question is not None and played_run(session, comparison) is not None:
        return question.settings
    return session.settings


def is_compared(session: Session, question: ComparisonQuestion | None, comparison: Comparison | None) -> bool:
    """Whether what is open is what was compared: the same scene from the same start under the same laws."""
    document = session.document
    if document is None or question is None or document.scene is not question.scene:
        return False
    if not np.array_equal(session.state.q, question.state.q):
        return False
    if played_run(session, comparison) is not None:
        return True
    return replace(session.settings, **SHARED) == replace(question.settings, **SHARED)  # type: ignore[arg-type]
