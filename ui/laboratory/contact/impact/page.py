"""The page Impact: before, jump map, after; impulses, energy, other laws, and the guard bisected to the exact instant."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ....controls.buttons.copy_button import CopyButton
from ....controls.buttons.outline_button import OutlineButton
from ....displays.fact_list import Fact, FactList
from ....displays.formulas.formula_lines import FormulaLines
from ....displays.panel_column import PanelColumn
from ....displays.prose import Prose
from ....displays.row_table.row_table import RowTable
from ....displays.section_head import Divider, SectionHead, column_in, inset, inset_row, padded
from ....displays.value_tiles import ValueTiles
from ....look.style import EDGE, SMALL
from .guard_plot import GuardPlot
from .tables import contact_columns_of_impact, guard_columns, law_columns, velocity_columns
from .values import ContactJump, GuardStep, LawJump, VelocityJump

SCROLLING = 8  # rows of the bisection in sight


class ImpactPage(PanelColumn):
    """`show_*` are for the program; `previous_wanted` and `next_wanted` are for the user alone."""

    previous_wanted = Signal()
    next_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Impact"), self)
        self.absent = Prose(self, icon="info")
        self.absent.setContentsMargins(EDGE, 6, EDGE, 12)
        self.previous = OutlineButton(self.tr("Previous impact"), "", self)
        self.next = OutlineButton(self.tr("Next impact"), "", self)
        self.previous.clicked.connect(self.previous_wanted)
        self.next.clicked.connect(self.next_wanted)
        self.instant = Prose(self, px=SMALL)
        self.tiles = ValueTiles(("ΣΛ_n  N·s", self.tr("lost  J"), self.tr("residual  m/s")), (0.32, 0.32, 0.36), self)
        self.map = FormulaLines(self)
        self.map.show_text("x⁺ = g(x⁻):   q⁺ = q⁻,   v⁺ = v⁻ + H⁻¹ T Λ")
        self.velocities = RowTable(self.tr("Velocities that jump"), velocity_columns(), self)
        self.velocities_note = Prose(self, role="text_second", px=SMALL)
        self.law = FormulaLines(self)
        self.contacts = RowTable(self.tr("Contacts of the impact"), contact_columns_of_impact("(1+e) ζ⁻"), self)
        self.contacts_note = Prose(self, role="text_second", px=SMALL)
        self.energy = FactList(self)
        self.laws = RowTable(self.tr("The same impact under each law"), law_columns(()), self)
        self.laws_note = Prose(self, role="text_second", px=SMALL)
        self.guard_note = Prose(self, role="text_second", px=SMALL)
        self.guard = GuardPlot(self)
        self.steps = RowTable(self.tr("Bisections of the guard"), guard_columns(), self, most=SCROLLING)
        self._arrange()

    def show_buttons(self, previous: bool, following: bool) -> None:
        """Whether there is an impact before, and one after."""
        self.previous.setEnabled(previous)
        self.next.setEnabled(following)

    def show_absent(self, reason: str) -> None:
        """Say why there is no impact to show; empty: there is."""
        self.absent.show_text(reason)
        self._shown.setVisible(not reason)
        if reason:
            self.head.show_caption("")

    def show_instant(self, which: str, text: str, tiles: Sequence[str]) -> None:
        """Which impact it is, when it was, and ΣΛ, the energy lost and the residual."""
        self.head.show_caption(which)
        self.instant.show_text(text)
        self.tiles.show_values([(value, "") for value in tiles])

    def show_velocities(self, rows: Sequence[VelocityJump], note: str, axes: str = "") -> None:
        """The numbers of v that jump, and along which axes they are."""
        self.jump_head.show_caption(axes)
        self.velocities.show_rows(rows)
        self.velocities_note.show_text(note)

    def show_contacts(self, rows: Sequence[ContactJump], closing: str, note: str) -> None:
        """The contacts; what MΛ adds to is called `closing`."""
        self.law.show_text(f"0 ≤ Λ  ⊥  M Λ + {closing} ≥ 0")
        self.contacts.set_columns(contact_columns_of_impact(closing))
        self.contacts.show_rows(rows)
        self.contacts_note.show_text(note)

    def show_energy(self, facts: Sequence[Fact]) -> None:
        """Kinetic energy before and after, and what must hold of the difference."""
        self.energy.show_facts(facts)

    def show_laws(self, names: Sequence[str], rows: Sequence[LawJump], note: str) -> None:
        """The impact under each law; `names` of the velocities in the columns."""
        self.laws.set_columns(law_columns(names))
        self.laws.show_rows(rows)
        self.laws_note.show_text(note)

    def show_guard(self, steps: Sequence[GuardStep], ends: tuple[float, float], note: str) -> None:
        """The bisection, with φ at the ends of its first interval [m]; without steps, `note` says why."""
        self.guard_note.show_text(note)
        self.guard.setVisible(bool(steps))
        self.steps.setVisible(bool(steps))
        self.guard.show_steps(steps, ends)
        self.steps.show_rows(steps)

    def _arrange(self) -> None:
        self._shown = QWidget(self)
        self.jump_head = self._headed(self.tr("Jump map"), self.velocities)
        inside = column_in(self._shown)
        parts = (
            padded(self.instant, bottom=8), inset(self.tiles, bottom=8), Divider(self),
            self.jump_head, inset(self.map, bottom=4), self.velocities,
            padded(self.velocities_note),
            Divider(self), self._headed(self.tr("Impulses"), self.contacts), inset(self.law, bottom=4), self.contacts,
            padded(self.contacts_note), Divider(self), SectionHead(self.tr("Energy"), self), inset(self.energy), Divider(self),
            self._headed(self.tr("The same impact under each law"), self.laws), self.laws, padded(self.laws_note), Divider(self),
            self._headed(self.tr("Guard φ(q) ≥ 0, bisected"), self.steps), padded(self.guard_note, bottom=4),
            inset(self.guard, bottom=4), self.steps,
        )  # fmt: skip
        for part in parts:
            inside.addWidget(part) if isinstance(part, QWidget) else inside.addLayout(part)
        column = column_in(self)
        column.addWidget(self.head)
        column.addLayout(inset_row(self.previous, self.next))
        column.addWidget(self.absent)
        column.addWidget(self._shown)
        column.addStretch(1)

    def _headed(self, title: str, table: RowTable) -> SectionHead:
        """The head of a section, with a button that copies its table."""
        head = SectionHead(title, self)
        head.add_control(CopyButton(table.array_text, self, name=self.tr("Copy: {title}").format(title=title)))
        return head
