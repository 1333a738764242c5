"""What is planned and what came of it, from top to bottom: problem, outcome, constraints, replay, other guesses, the way."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from torseur.sim.texts import marked, tr
from torseur.sim.trajectory.values import Plan

from ...controls.buttons.icon_button import IconButton
from ...displays.formulas.math_lines import MathLines
from ...displays.panel_column import PanelColumn
from ...displays.section_head import Divider, SectionHead, column_in, inset
from .constraint_section import ConstraintSection
from .iterates_section import IteratesSection
from .outcome_section import OutcomeSection
from .replay_section import ReplaySection
from .search_section import SearchSection

FORMATS = {"mcap": marked("MCAP recording…"), "csv": marked("CSV table…"), "npz": marked("NumPy arrays (NPZ)…")}


class PlanPanel(PanelColumn):
    """The body of the dock "Plan". Its sections have the signals."""

    save_requested = Signal(str)  # one of FORMATS

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._problem = SectionHead(self.tr("Problem"), self)
        self.problem = MathLines(self)
        self.outcome = OutcomeSection(self)
        self.constraints = ConstraintSection(self)
        self.replay = ReplaySection(self)
        self.search = SearchSection(self)
        self.iterates = IteratesSection(self)
        self.save = IconButton("save", self.tr("Save the plan"), self, side=24)
        self._formats = QMenu(self)
        for key, title in FORMATS.items():
            self._formats.addAction(tr(title)).triggered.connect(lambda _, key=key: self.save_requested.emit(key))
        self.save.clicked.connect(lambda: self.save.open_menu(self._formats, at_right=True))
        column = column_in(self)
        column.addWidget(self._problem)
        column.addLayout(inset(self.problem))
        for part in (self.outcome, self.iterates, self.constraints, self.replay, self.search):
            column.addWidget(part)
            if part is not self.search:
                column.addWidget(Divider(self))
        column.addStretch(1)

    def show_problem(self, lines: Sequence[str]) -> None:
        """Write state, inputs and jump map, in the notation of `paint_math`; none: nothing is open that is planned."""
        self._problem.setVisible(bool(lines))
        self.problem.show_lines(lines)

    def show_plan(self, plan: Plan | None) -> None:
        """Show a plan; None: there is none."""
        self.outcome.show_plan(plan)
        self.constraints.show_plan(plan)
        self.save.setEnabled(plan is not None)
        self.replay.show_ready(plan is not None)
