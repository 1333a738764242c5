"""The page Quadratic programme: why contact is one, what it looks like, and how it is solved."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from torseur.sim.contact.law.contact_laws import LAWS

from ....controls.buttons.segmented import SegmentedControl
from ....controls.fields.choice import Choice
from ....displays.formulas.formula_lines import FormulaLines
from ....displays.panel_column import PanelColumn
from ....displays.prose import Prose
from ....displays.section_head import Divider, column_in, inset
from ....look.style import EDGE, SMALL
from ....text.number_text import quantity_text
from .conditions_section import ConditionsSection
from .map_section import MapSection
from .motion_programme_section import MotionProgrammeSection
from .steps_section import StepsSection
from .values import ProgrammeView


class ProgrammePage(PanelColumn):
    """`show_*` are for the program and silent; signals are for the user alone."""

    which_chosen = Signal(str)  # "accelerations" or "solved"
    law_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.absent = Prose(self, icon="info")
        self.absent.setContentsMargins(EDGE, 12, EDGE, 12)
        self.which = SegmentedControl(
            {"accelerations": self.tr("Accelerations"), "solved": self.tr("As solved")},
            self.tr("Which problem of the instant: the accelerations of the state, or what the step solved"),
            self,
        )
        self.which.setToolTip(self.which.accessibleName())
        self.which.chosen.connect(self.which_chosen)
        self.law = Choice(self.tr("Law of friction"), self, widest=150)
        self.law.chosen.connect(self.law_chosen)
        self.top = QWidget(self)
        self.numbers = QWidget(self)
        self.intro = Prose(self)
        self.formula = FormulaLines(self)
        self.notes = Prose(self, role="text_hint", px=SMALL, icon="info")
        self.map = MapSection(self)
        self.conditions = ConditionsSection(self)
        self.motion = MotionProgrammeSection(self)
        self.steps = StepsSection(self)
        self._arrange()

    def show_absent(self, reason: str) -> None:
        """Say why there is no problem to show; empty: there is."""
        self.absent.show_text(reason)
        self.numbers.setVisible(not reason)

    def show_recording(self, there: bool) -> None:
        """Whether there is a recording, of which other instants may have contacts."""
        self.top.setVisible(there)

    def show_choices(self, which: str, laws: dict[str, str], law: str) -> None:
        """Show which problem it is, and under which law."""
        self.which.show_choice(which)
        self.law.set_options(laws, law)

    def show_view(self, view: ProgrammeView) -> None:
        """Show the programme of an instant, but for its map and its steps."""
        words, n = view.words, len(view.names)
        unit = words.objective_unit.replace("/", "/\u2060")  # no line ends there
        f = words.force
        self.intro.show_text(
            self.tr(
                "Of all contact forces that only push, those that minimise the objective. Here: {n} contacts, M of rank {rank}, "
                "minimum {least}."
            ).format(n=n, rank=view.rank, least=quantity_text(view.optimality.objective, unit))
            if n != 1
            else self.tr(
                "Of all contact forces that only push, the one that minimises the objective. Here: one contact, minimum {least}."
            ).format(least=quantity_text(view.optimality.objective, unit))
        )
        plain, bound = view.programme.law == "frictionless", LAWS[view.programme.law].bound
        self.formula.show_text(f"min ½ {f}ᵀ M {f} + {f}ᵀ d,   {f} ≥ 0" if plain else f"min ½ rᵀ W r + rᵀ ŵ,   {bound}")
        self.notes.show_text(" ".join(view.notes))
        self.conditions.show_conditions(view)
        for section, divider in ((self.motion, self._dividers[2]), (self.steps, self._dividers[3])):
            section.setVisible(plain)
            divider.setVisible(plain)
        if plain:
            self.motion.show_view(view)

    def _arrange(self) -> None:
        row = QHBoxLayout(self.top)
        row.setContentsMargins(EDGE, 12, EDGE, 8)
        row.setSpacing(6)
        row.addWidget(self.which)
        row.addStretch(1)
        row.addWidget(self.law)
        inside = column_in(self.numbers)
        for text in (self.intro, self.formula, self.notes):
            inside.addLayout(inset(text, bottom=8))
        sections = (self.map, self.conditions, self.motion, self.steps)
        self._dividers = [Divider(self) for _ in sections]
        for divider, section in zip(self._dividers, sections, strict=True):
            inside.addWidget(divider)
            inside.addWidget(section)
        column = column_in(self)
        for part in (self.top, self.absent, self.numbers):
            column.addWidget(part)
        column.addStretch(1)
