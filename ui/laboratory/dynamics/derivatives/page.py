"""The page Derivatives: one derivative at a time, exact and by differences, and how far they are apart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from torseur.sim.analysis.dynamics.values import DerivativeCheck, DynamicsDerivatives
from torseur.sim.texts import tr

from ....controls.buttons.copy_button import CopyButton
from ....controls.buttons.segmented import SegmentedControl
from ....displays.fact_list import FactList
from ....displays.heat_table.heat_table import HeatTable
from ....displays.heat_table.wide_heat_table import WideHeatTable
from ....displays.panel_column import PanelColumn
from ....displays.prose import Prose
from ....displays.section_head import Divider, SectionHead, column_in, inset
from ....look.style import EDGE, SMALL
from ....text.array_text import ArrayText
from ....text.sentences import sentence
from ..largest_by_unit import largest_by_unit
from ..values import Coordinate

WHICH = {"tau/q": "∂τ/∂q", "tau/v": "∂τ/∂q̇", "a/tau": "∂q̈/∂τ", "a/q": "∂q̈/∂q", "a/v": "∂q̈/∂q̇"}
ROUNDING = 1e-13  # of the largest entry: what the arithmetic leaves of nothing


class DerivativesPage(PanelColumn):
    """`show_*` are for the program and silent; which derivative is shown is the user's choice alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: DynamicsDerivatives | None = None
        self._coordinates: tuple[Coordinate, ...] = ()
        self.absent = Prose(self, icon="info")
        self.absent.setContentsMargins(EDGE, 12, EDGE, 12)
        self._numbers = QWidget(self)
        self.which = SegmentedControl(WHICH, self.tr("Derivative shown"), self, height=26)
        self.which.chosen.connect(lambda _: self._show())
        self.tables = {side: HeatTable("", self, precise=True) for side in ("exact", "differences")}
        self.heads = {
            "exact": SectionHead(self.tr("Exact"), self),
            "differences": SectionHead(self.tr("By differences"), self),
        }
        for side, head in self.heads.items():
            head.add_control(CopyButton(partial(self.to_copy, side), head, name=self.tr("Copy the derivative")))
        self.facts = FactList(self)
        self.status = Prose(self, role="text_second", px=SMALL, icon="info")
        self._arrange()

    def show_absent(self, reason: str) -> None:
        """Say why there is nothing to show; empty: there is."""
        self.absent.show_text(reason)
        self._numbers.setVisible(not reason)

    def show_derivatives(self, found: DynamicsDerivatives, coordinates: Sequence[Coordinate]) -> None:
        """Show the derivatives at one state."""
        self._found, self._coordinates = found, tuple(coordinates)
        self._show()

    @property
    def shown(self) -> DerivativeCheck | None:
        """The derivative that is chosen, if there is one."""
        of, _, by = self.which.choice.partition("/")
        return self._found.checks.get((of, by)) if self._found is not None else None

    def to_copy(self, side: str) -> ArrayText | None:
        """The derivative shown, "exact" or by "differences"."""
        if self.shown is None:
            return None
        names = [one.full for one in self._coordinates]
        return ArrayText(getattr(self.shown, side), names, names)

    def _show(self) -> None:
        if self._found is None:
            return
        check = self.shown
        self.status.show_text(sentence(self._found.status) if check is None else "")
        for part in (*self.tables.values(), *self.heads.values(), self.facts):
            part.setVisible(check is not None)
        if check is None:
            return
        of, _, by = self.which.choice.partition("/")
        all_of = self._coordinates
        units = [derivative_unit(row, column, of, by) for row in all_of for column in all_of]
        alike = units[:1] if len(set(units)) == 1 else units
        symbols, names = [one.symbol for one in all_of], [one.full for one in all_of]
        for side, table in self.tables.items():
            values = getattr(check, side)
            shown = np.where(np.abs(values) <= ROUNDING * max(1.0, check.largest), 0.0, values)
            table.show_matrix(shown, symbols, symbols, units=alike, names=names)
            table.setAccessibleName(f"{WHICH[self.which.choice]}, {self.heads[side].title}")
            self.heads[side].show_caption(", ".join(dict.fromkeys(units)))
        kinds = [derivative_kind(row, column, of, by) for row in all_of for column in all_of]
        name, beside = self.tr("Largest difference"), self.tr("{left} (entries to {whole})")
        self.facts.show_facts(largest_by_unit(name, beside, check.apart, check.exact, units, kinds))

    def _arrange(self) -> None:
        inside = column_in(self._numbers)
        inside.addSpacing(12)
        bar = inset(self.which)
        bar.setAlignment(Qt.AlignmentFlag.AlignLeft)
        inside.addLayout(bar)
        inside.addLayout(inset(self.status, bottom=4))
        rooms = {side: WideHeatTable(table, self) for side, table in self.tables.items()}
        rooms["exact"].scroll_with(rooms["differences"])
        for side, head in self.heads.items():
            inside.addWidget(Divider(self))
            inside.addWidget(head)
            inside.addLayout(inset(rooms[side]))
        inside.addLayout(inset(self.facts))
        note = Prose(self, role="text_hint", px=SMALL)
        note.show_text(
            self.tr(
                "Row: what answers. Column: which number of q, q̇ or τ is changed, in radians and metres. Exact: by one recursion "
                "over the bodies. Differences: of inverse and forward dynamics themselves, of eighth order, steps of 0.005. "
                "Loads of the environment are left out."
            )
        )
        inside.addWidget(Divider(self))
        inside.addSpacing(10)
        inside.addLayout(inset(note))
        column = column_in(self)
        for part in (self.absent, self._numbers):
            column.addWidget(part)
        column.addStretch(1)


def derivative_unit(row: Coordinate, column: Coordinate, of: str, by: str) -> str:
    """Of an entry, in radians and metres: what changes ("tau", "a") by what it changes along ("q", "v", "tau")."""
    if of == "tau":
        per = "rad" if column.turns else "m"
        return f"{row.torque_unit}{'·s' if by == 'v' else ''}/{per}"
    if by == "tau":
        return ("1/kg", "1/(kg·m)", "1/(kg·m²)")[row.turns + column.turns]
    turns, slides = "rad" if row.turns else "m", "rad" if column.turns else "m"
    unit = "" if turns == slides else f"{turns}/{slides}·"
    return f"{unit or ''}{'1/s²' if by == 'q' else '1/s'}"


def derivative_kind(row: Coordinate, column: Coordinate, of: str, by: str) -> str:
    """What an entry is, in words."""
    loads = tr("forces"), tr("torques")
    what = {"tau": loads, "a": (tr("accelerations of slides"), tr("angular accelerations"))}[of]
    along = {"q": (tr("lengths"), tr("angles")), "v": (tr("speeds"), tr("angular speeds")), "tau": loads}[by]
    return tr("{what} by {along}", what=what[row.turns], along=along[column.turns])
