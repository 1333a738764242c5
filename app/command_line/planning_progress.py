"""Planning with its progress on the console, until it ends or Ctrl-C stops it."""

from __future__ import annotations

import signal
from types import FrameType
from typing import TYPE_CHECKING, Any

from torseur.sim.texts import tr
from torseur.sim.trajectory.planning.planning_process import PlanningProcess
from torseur.sim.trajectory.planning.values import PlanningEnd, PlanningStage
from torseur.sim.trajectory.values import PlanIterate

if TYPE_CHECKING:
    from torseur.sim.trajectory.task.plan_task import PlanTask

_LOOK = 0.1  # [s] for which what the process says is waited for


class PlanningProgress:
    """One process for job after job. Within `with`, Ctrl-C stops the job at hand, which keeps its best, and raises nothing."""

    def __init__(self) -> None:
        self._process = PlanningProcess()
        self.interrupted = False

    def __enter__(self) -> PlanningProgress:
        self._before = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)
        self._process.close()

    def done(self, job: str, task: PlanTask, **options: Any) -> PlanningEnd:
        """How a job ended, see `planning.jobs`."""
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            bar = progress.add_task(tr("starting"), total=None)
            self._process.ask(job, task, **options)
            stage = ""
            while True:
                for heard in self._process.receive(_LOOK):
                    if isinstance(heard, PlanningEnd):
                        return heard
                    if isinstance(heard, PlanningStage):
                        stage = heard.text
                        progress.update(bar, description=stage)
                    elif isinstance(heard, PlanIterate):
                        progress.update(bar, description=_words(stage, heard))
                if self.interrupted:
                    self._process.stop()

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self.interrupted = True


def _words(stage: str, iterate: PlanIterate) -> str:
    """What is being done, and how far it is."""
    return tr(
        "{stage}: iteration {iteration}, cost {objective:.6g}, infeasibility {infeasibility:.1e}",
        stage=stage,
        iteration=iterate.iteration,
        objective=iterate.objective,
        infeasibility=iterate.infeasibility,
    )
