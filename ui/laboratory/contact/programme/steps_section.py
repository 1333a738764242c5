"""The active-set method, step by step: the list of active contacts, who enters, who leaves, and why."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from torseur.sim.contact.analysis.programme.values import ActiveSetStep

from ....controls.buttons.icon_button import IconButton
from ....displays.prose import Prose
from ....displays.row_table.column import Cell, Column
from ....displays.row_table.row_table import RowTable
from ....displays.section_head import SectionHead, column_in, inset
from ....displays.text_label import TextLabel
from ....look.math_notation import plain_math, written
from ....look.style import EDGE, SMALL
from ....text.number_text import number_text, quantity_text, residual_text
from .values import ProgrammeView

MOST_ROWS = 8  # in sight; more scroll


class ActiveSetRow(NamedTuple):
    """One contact in one step."""

    name: str
    listed: bool
    target: float
    force: float
    rate: float
    change: str  # "enters", "leaves" or nothing


class StepsSection(QWidget):
    """`show_*` is for the program and silent; signals are for the user alone."""

    step_chosen = Signal(int)
    contact_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: ProgrammeView | None = None
        self._step = 0
        self.head = SectionHead(self.tr("Active set, step by step"), self)
        names = {
            "to_start": self.tr("To the first step"), "step_back": self.tr("Previous step"),
            "step_forward": self.tr("Next step"), "to_end": self.tr("To the last step"),
        }  # fmt: skip
        self.buttons = {key: IconButton(key, name, self) for key, name in names.items()}
        for key, button in self.buttons.items():
            button.clicked.connect(lambda _=False, key=key: self._go(key))
        self.count = TextLabel(self, role="text_second", px=SMALL)
        self.text = Prose(self)
        self.table = RowTable(self.tr("Contacts in this step"), (), self, row_height=22, most=MOST_ROWS)
        self.table.row_selected.connect(self.contact_chosen)
        self.note = Prose(self, role="text_hint", px=SMALL)
        self._arrange()

    @property
    def step(self) -> int:
        """The step that is shown, from 0."""
        return self._step

    def show_run(self, view: ProgrammeView, step: int) -> None:
        """Show a run at one of its steps; where there is friction, there is none."""
        before, self._view, self._step = self._view, view, step
        run = view.run
        if run is None:
            return
        if before is None or before.level != view.level:
            self.table.set_columns(self._columns(view))
        last, now = len(run.steps) - 1, run.steps[step]
        self.count.show_text(self.tr("step {k} of {n}").format(k=step + 1, n=last + 1))
        for key in ("to_start", "step_back"):
            self.buttons[key].setEnabled(step > 0)
        for key in ("step_forward", "to_end"):
            self.buttons[key].setEnabled(step < last)
        self.text.show_text(self._sentences(view, now, step == last))
        self.table.show_rows(
            [
                ActiveSetRow(
                    name,
                    k in now.active,
                    float(now.target[k]),
                    float(now.lam[k]),
                    float(now.zeta_dot[k]),
                    self.tr("enters") if k == now.entering else self.tr("leaves") if k in now.leaving else "",
                )
                for k, name in enumerate(view.names)
            ]
        )
        self.note.show_text(
            self.tr(
                "ε = {epsilon}/kg on the diagonal of M keeps each list solvable where contacts are redundant; round {r} starts "
                "from the forces of the one before, until nothing of ε is left. Objective {f}, natural map {map}."
            ).format(
                epsilon=number_text(run.epsilon, 2, zero=0.0),
                r=now.round,
                f=quantity_text(now.objective, view.words.objective_unit),
                map=f"{residual_text(now.residual)} {view.words.rate_unit}",
            )
        )

    def show_selected(self, contact: int) -> None:
        """Let one contact stand out; -1: none."""
        self.table.show_selected(contact)

    def _sentences(self, view: ProgrammeView, step: ActiveSetStep, is_last: bool) -> str:
        words, names = view.words, [written(name) for name in view.names]
        rate = plain_math(words.rate)
        listed = ", ".join(names[k] for k in step.active)
        begin = (
            self.tr("The list is empty: no force.")
            if not step.active
            else self.tr("List: {list}. There {rate} = 0 is solved for their forces.").format(list=listed, rate=rate)
        )
        if step.leaving:
            first = step.leaving[0]
            end = self.tr(
                "{contact} would pull, {target}: the step stops at the ratio {share}, where its force is 0. It leaves the list."
            ).format(
                contact=names[first],
                target=quantity_text(float(step.target[first]), words.force_unit),
                share=number_text(step.share, 3),
            )
            if len(step.leaving) > 1:
                end += " " + self.tr("With it: {list}.").format(list=", ".join(names[k] for k in step.leaving[1:]))
        elif step.entering >= 0:
            end = self.tr("None pulls. {contact} has the most negative {rate}, {value}: it enters the list.").format(
                contact=names[step.entering],
                rate=rate,
                value=quantity_text(float(step.zeta_dot[step.entering]), words.rate_unit),
            )
        elif is_last:
            end = self.tr("None pulls, and no {rate} is negative: solved.").format(rate=rate)
        else:
            end = self.tr("None pulls, and no {rate} is negative: round {r} is solved.").format(rate=rate, r=step.round)
        return f"{begin} {end}"

    def _columns(self, view: ProgrammeView) -> list[Column[ActiveSetRow]]:
        words = view.words
        return [
            Column("", lambda row: Cell(row.name, "text_second"), 30, math=True, accented=True),
            Column(
                self.tr("list"),
                lambda row: "●" if row.listed else "○",
                26,
                about=self.tr("Whether it is on the list of active contacts"),
            ),
            Column(
                self.tr("target"),
                lambda row: number_text(row.target, 3, zero=1e-11) if row.listed else "",
                46,
                share=1,
                unit=words.force_unit,
                right=True,
                value=lambda row: row.target,
                about=self.tr("The minimum on the list, signs not asked for"),
            ),
            Column(
                words.force,
                lambda row: number_text(row.force, zero=1e-11),
                46,
                share=1,
                unit=words.force_unit,
                right=True,
                math=True,
                value=lambda row: row.force,
            ),
            Column(
                words.rate,
                lambda row: number_text(row.rate, zero=1e-9),
                46,
                share=1,
                unit=words.rate_unit,
                right=True,
                math=True,
                value=lambda row: row.rate,
            ),
            Column("", lambda row: Cell(row.change, "accent_text", 600), 44),
        ]

    def _go(self, key: str) -> None:
        if self._view is None or self._view.run is None:
            return
        last = len(self._view.run.steps) - 1
        to = {"to_start": 0, "step_back": self._step - 1, "step_forward": self._step + 1, "to_end": last}[key]
        self.step_chosen.emit(min(max(to, 0), last))

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(EDGE - 4, 0, EDGE, 6)
        row.setSpacing(2)
        for button in self.buttons.values():
            row.addWidget(button)
        row.addSpacing(6)
        row.addWidget(self.count)
        row.addStretch(1)
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(row)
        column.addLayout(inset(self.text, bottom=6))
        column.addWidget(self.table)
        column.addSpacing(6)
        column.addLayout(inset(self.note))
