"""What came of planning: how it ended, what it costs, how well the equations are kept."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from torseur.sim.texts import tr
from torseur.sim.trajectory.values import Plan, PlanStatus

from ...controls.buttons.outline_button import OutlineButton
from ...displays.badge import Badge
from ...displays.fact_list import FactList
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in, inset, padded
from ...displays.value_tiles import ValueTiles
from ...look.style import SMALL
from ...text.number_text import number_text, quantity_text


class OutcomeSection(QWidget):
    """`show_*` is silent, signals are for the user alone."""

    refine_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Outcome"), self)
        self.badge = Badge(self)
        self.head.add_control(self.badge)
        self.tiles = ValueTiles(
            (self.tr("Cost"), self.tr("Duration"), self.tr("Iterations"), self.tr("Time")), (0.28, 0.26, 0.22, 0.24), self
        )
        self.message = Prose(self, role="text_second", px=SMALL)
        self.facts = FactList(self)
        self.notes = Prose(self, role="text_second", px=SMALL, icon="info")
        self.refine = OutlineButton(self.tr("Refine where errors are large"), parent=self)
        self.refine.setToolTip(self.tr("Twice as many intervals in the phases whose bars are orange"))
        self.refine.clicked.connect(self.refine_requested)
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(inset(self.tiles, bottom=8))
        column.addWidget(padded(self.message, bottom=6))
        column.addLayout(inset(self.facts, bottom=6))
        column.addLayout(inset(self.refine, bottom=10))
        column.addWidget(padded(self.notes, bottom=10))
        self.show_plan(None)

    def show_plan(self, plan: Plan | None) -> None:
        """Show a plan; None: there is none."""
        for part in (self.tiles, self.facts, self.refine):
            part.setVisible(plan is not None)
        if plan is None:
            self.badge.show_text("")
            self.notes.show_text("")
            self.message.show_text(
                self.tr(
                    "Nothing is planned yet. Plan or Ctrl+Enter plans the task that is open; File > Planning scenes has some."
                )
            )
            return
        self.badge.show_text(tr(plan.status.value), "good" if plan.status.is_solution else "warning", plan.message)
        self.message.show_text("" if plan.status is PlanStatus.SOLVED else plan.message)
        self.notes.show_text("\n\n".join(plan.notes))
        seconds = plan.seconds_building + plan.seconds_solving
        self.tiles.show_values(
            [
                (number_text(plan.cost, 5), ""),
                (number_text(plan.duration, 3), "s"),
                (str(plan.iterations), ""),
                (number_text(seconds, 2), "s"),
            ]
        )
        self.facts.show_facts(facts_of(self, plan))

    def show_outdated(self, outdated: bool, explored: bool) -> None:
        """Whether what is shown is of the task before an edit, of which there is no plan; or no plan, but explored."""
        if outdated:
            self.badge.show_text(self.tr("before the edit"), "warning")
            self.message.show_text(self.tr("Of the task as it is now there is no plan: this is the plan before the edit."))
        elif explored:
            self.badge.show_text(self.tr("explored"), "plain")
            self.message.show_text(self.tr("A motion with contacts that the optimiser chose, which is no plan of the task."))

    def show_planning(self, planning: bool) -> None:
        """Whether what is shown is of before: something else is being planned."""
        if planning:
            self.badge.show_text(self.tr("planning…"), "plain")

    def show_refinable(self, refinable: bool) -> None:
        """Whether there are errors that more intervals would mend."""
        self.refine.setEnabled(refinable)


def facts_of(widget: QWidget, plan: Plan) -> list[tuple[str, str, str]]:
    """Parts of the cost, the size of the problem, and how well it was solved."""
    facts = [(tr("Cost of {name}", name=tr(name)), number_text(cost, 5), "") for name, cost in plan.cost_parts]
    defect = max((float(np.max(phase.defect, initial=0.0)) for phase in plan.phases), default=0.0)
    worst = max(range(len(plan.phases)), key=lambda k: float(np.max(plan.phases[k].error, initial=0.0)))
    errors = plan.phases[worst].error
    where = widget.tr("phase {k}").format(k=worst + 1)
    error = f"{number_text(float(np.max(errors, initial=0.0)), 2, 0.0)}, {where}"
    if np.isnan(errors).any():
        error = widget.tr("not measured")
    return [
        *facts,
        (widget.tr("Equations within (defect)"), number_text(defect, 2, 0.0), ""),
        (widget.tr("Largest error between knots"), error, ""),
        (widget.tr("Variables, equations and bounds"), f"{plan.variables}, {plan.equations}", ""),
        (
            widget.tr("Building, solving"),
            f"{number_text(plan.seconds_building, 2, 1e-6)}, {quantity_text(plan.seconds_solving, 's', 2)}",
            "",
        ),
    ]
