"""What is asked for beyond one guess: why there is no plan, other optima, a sequence that the optimiser finds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from torseur.sim.texts import tr
from torseur.ui.text.number_text import number_text
from torseur.ui.trajectory.plan.search_section import SearchSection
from torseur.ui.trajectory.values import OptimumRow

from .planning import Planning

if TYPE_CHECKING:
    from torseur.sim.trajectory.explore.values import Exploration, Gallery, SeededPlan
    from torseur.sim.trajectory.feasibility.values import Explanation

GUESSES = 8
CHEAPER = 1e-6  # share of a cost by which another is told to be cheaper


class Searching(QObject):
    """Between the section and what is planned: jobs of the planning process, told by their own sentences."""

    def __init__(self, planning: Planning, section: SearchSection, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._planning, self._section = planning, section
        self._gallery: Gallery | None = None
        self._exploration: Exploration | None = None
        section.explain_requested.connect(lambda: self._ask("explain"))
        section.guesses_requested.connect(lambda: self._ask("multistart", guesses=GUESSES))
        section.explore_requested.connect(lambda: self._ask("explore"))
        section.seed_requested.connect(self._plan_found_sequence)
        section.back_requested.connect(self._planning.show_again)
        section.optimum_chosen.connect(self._choose)
        planning.task_changed.connect(self._forget)
        planning.plan_changed.connect(lambda: section.show_back(planning.explored))
        planning.found.connect(self._show)
        planning.found_so_far.connect(self._show_so_far)
        planning.progressed.connect(self._show_stage)
        section.stop_requested.connect(planning.stop)

    def _plan_found_sequence(self) -> None:
        if self._exploration is not None:
            self._planning.ask_for("seed", self._exploration, free=True)  # durations stay the planner's

    def _ask(self, job: str, **options: Any) -> None:
        self._section.show_found("")
        self._planning.ask_for(job, **options)

    def _show(self, job: str, found: Any) -> None:
        show: dict[str, Callable[[Any], None]] = {
            "explain": self._show_explanation,
            "multistart": self._show_gallery,
            "explore": self._show_exploration,
            "seed": self._show_seeded,
        }
        show[job](found)

    def _show_so_far(self, job: str, found: Any) -> None:
        if job in ("explain", "multistart"):
            self._section.show_found(found.sentence)

    def _show_stage(self, stage: str) -> None:
        searching = bool(stage) and self._planning.job not in ("", "plan")
        self._section.show_stage(stage if searching else "")

    def _show_explanation(self, found: Explanation) -> None:
        sentence, shown = found.sentence, self._planning.plan
        if found.plan is not None and (shown is None or not shown.status.is_solution):
            self._planning.show(found.plan)
        elif found.plan is not None and shown is not None and found.plan.cost < shown.cost * (1.0 - CHEAPER):
            self._planning.show(found.plan)
            costs = f"{number_text(found.plan.cost)}", f"{number_text(shown.cost)}"
            sentence += " " + self.tr("A cheaper plan was found on the way, and is shown: {0} in place of {1}.").format(*costs)
        self._section.show_found(sentence)

    def _show_gallery(self, found: Gallery) -> None:
        self._gallery = found
        rows = [
            OptimumRow(one.plan.cost, one.count, found.guesses, one.plan.iterations, tr(one.plan.status.value))
            for one in found.optima
        ]
        self._section.show_found(found.sentence)
        if rows:
            self._planning.show(found.optima[0].plan)
        self._section.show_optima(rows, 0 if rows else -1)

    def _choose(self, row: int) -> None:
        if self._gallery is not None:
            self._planning.show(self._gallery.optima[row].plan)
            self._section.show_optima(self._section.table.rows, row)

    def _show_exploration(self, found: Exploration) -> None:
        self._exploration = found
        self._planning.show_other(found.plan)
        self._section.show_optima(self._section.table.rows, -1)  # what is shown is none of them
        self._section.show_found(found.sentence, seed=found.solved)

    def _show_seeded(self, found: SeededPlan) -> None:
        self._planning.edit(found.task, tr("Plan with the found sequence"), found.plan)
        told = self.tr("Durations may be half to twice of those found now; undo brings your bounds back.")
        self._section.show_found(f"{found.sentence} {told}")

    def _forget(self) -> None:
        """What was found was of another task."""
        self._gallery = self._exploration = None
        self._section.show_found("")
        self._section.show_optima(())
