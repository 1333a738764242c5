"""The page One contact: the course's first problem, of a contact of the instant or of a body that is typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ....controls.buttons.copy_button import CopyButton
from ....controls.buttons.segmented import SegmentedControl
from ....controls.fields.choice import Choice
from ....controls.fields.fill_slider import FillSlider
from ....controls.fields.number_field import NumberField
from ....displays.equations.equation_list import EquationList
from ....displays.equations.values import EquationView
from ....displays.formulas.formula_lines import FormulaLines
from ....displays.panel_column import PanelColumn
from ....displays.prose import Prose
from ....displays.section_head import Divider, SectionHead, column_in, inset, padded
from ....displays.text_label import TextLabel
from ....displays.value_tiles import ValueTiles
from ....look.math_notation import DOT
from ....look.style import EDGE, SMALL
from ....text.number_text import number_text, quantity_text
from .body_editor import BodyEditor
from .body_sketch import BodySketch
from .case_rows import CaseRows
from .change_section import ChangeSection
from .corner_plot import CornerPlot
from .response_plot import ResponsePlot
from .values import SingleContactView

SLIDER = 1.0  # ends of the slider, in ends of the corner's axis


class OneContactPage(PanelColumn):
    """`show_*` and `set_*` are for the program; signals, here and of the parts, are for the user alone."""

    subject_chosen = Signal(str)  # "instant" or "own"
    contact_chosen = Signal(str)  # its place in the problem
    others_chosen = Signal(str)  # "given" or "absent"
    problem_chosen = Signal(str)  # "accelerations" or "solved"
    d_wanted = Signal(float)  # that the pull should make [m/s²], [m/s]
    pull_entered = Signal(float)  # [N], [N s]
    equation_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: SingleContactView | None = None
        self.absent = Prose(self, icon="info")
        self.absent.setContentsMargins(EDGE, 6, EDGE, 12)
        self.subject = SegmentedControl(
            {"instant": self.tr("of this instant"), "own": self.tr("a body of my own")},
            self.tr("Which contact: one of the instant shown, or of a body that is typed"),
            height=24,
        )
        self.subject.chosen.connect(self.subject_chosen)
        self.problem = SegmentedControl(
            {"accelerations": self.tr("accelerations"), "solved": self.tr("as solved")},
            self.tr("The problem of the accelerations, or the one that the step or impact solved"),
            height=24,
        )
        self.problem.chosen.connect(self.problem_chosen)
        self.contact = Choice(self.tr("Contact that is looked at"), widest=220)
        self.contact.chosen.connect(self.contact_chosen)
        self.others = SegmentedControl(
            {"given": self.tr("as they are"), "absent": self.tr("absent")},
            self.tr("Forces of the other contacts, and friction: as they are, or as if there were none"),
            height=24,
        )
        self.others.chosen.connect(self.others_chosen)
        self.editor = BodyEditor(self)
        self.sketch = BodySketch(self)
        self.refused = Prose(self, icon="info", px=SMALL)
        self.what = Prose(self, role="text_second", px=SMALL)
        self.what.show_text(
            self.tr(
                "A body S touches at the point C. Without friction the ground pushes along the normal n, out of the ground, "
                "and never pulls. While they touch ζ = n·ξ = 0, and ζ̇ must not be negative, or S would go in."
            )
        )
        self.formula = FormulaLines(self)
        self.tiles = ValueTiles(("M", "d", "λ", f"ζ{DOT}"), (0.25, 0.25, 0.25, 0.25), self)
        self.cases = CaseRows(self)
        self.slider = FillSlider(self.tr("d, taken through 0 by a pull along the normal"), self)
        self.slider.moved.connect(self.d_wanted)
        self.slider.stepped.connect(self._step)
        self.slider.reset.connect(lambda: self.pull_entered.emit(0.0))
        self.pull = NumberField(self.tr("Pull at C along the normal, away from the ground"), self, unit="N")
        self.pull.set_tip(self.pull.accessibleName())
        self.pull.entered.connect(self.pull_entered)
        self.d_text = TextLabel(self, role="text", px=SMALL, weight=600)
        self.corner = CornerPlot(self)
        self.corner.dragged.connect(self.d_wanted)
        self.response = ResponsePlot(self)
        self.response.dragged.connect(self.d_wanted)
        self.response_note = Prose(self, role="text_second", px=SMALL)
        self.equations = EquationList(self, keeps_mark=True)
        self.equations.chosen.connect(self.equation_chosen)
        self.terms_head = SectionHead(self.tr("M and d, term by term"), self)
        copy = self.tr("Copy the numbers at hand")
        self.terms_head.add_control(CopyButton(self.equations.to_copy, self, name=copy))
        self.change = ChangeSection(self)
        self._arrange()

    def show_subject(self, subject: str, others: str, problem: str) -> None:
        """Show what is looked at."""
        self.subject.show_choice(subject)
        self.others.show_choice(others)
        self.problem.show_choice(problem)
        own = subject == "own"
        if not own:
            self.show_refused("")
        self.editor.setVisible(own)
        self.sketch.setVisible(own)
        self._instant.setVisible(not own)
        self.change.setVisible(not own)

    def show_absent(self, reason: str) -> None:
        """Say why there is nothing to show of the instant, where another problem may be chosen; empty: there is."""
        self.absent.show_text(reason)
        self._shown.setVisible(not reason)

    def show_refused(self, reason: str) -> None:
        """Say what does not go together in the body that is typed; empty: nothing."""
        self.refused.show_text(reason)

    def set_contacts(self, names: Mapping[str, str]) -> None:
        """Offer these contacts, by their places in the problem."""
        self.contact.set_options(names)
        self.contact.setVisible(bool(names))

    def show_contact(self, view: SingleContactView) -> None:
        """Show its two cases, the corner, and where d is."""
        self._view = view
        rate, load = view.rate, view.load
        self.formula.show_text(f"{rate} = M {load} + d,   {rate} ≥ 0,   {load} ≥ 0,   {rate} {load} = 0")
        units = ("1/kg", view.rate_unit, view.load_unit, view.rate_unit)
        letters = ("M", "d", load, rate)
        self.tiles.set_names([f"{letter}  {unit}" for letter, unit in zip(letters, units, strict=True)])
        values = (view.M, view.pulled, view.force, view.separation)
        self.tiles.show_values([(number_text(x), "") for x in values])
        self.cases.show_contact(view)
        self.corner.show_contact(view)
        end = self.corner.end
        self.response.show_contact(view, end)
        self.slider.set_range(-SLIDER * end, SLIDER * end)
        self.slider.set_reading(1.0, view.rate_unit)
        self.slider.show_value(view.pulled)
        self.pull.set_unit(view.load_unit)
        self.pull.show_text(number_text(view.pull))
        self.d_text.show_text(f"d = {quantity_text(view.pulled, view.rate_unit)}")

    def show_response(self, text: str) -> None:
        """Say what jumps where the force is taken away."""
        self.response_note.show_text(text)

    def show_equations(self, equations: Sequence[EquationView], at: int) -> None:
        """Show M and d, term by term."""
        self.equations.show_equations(equations, at, "done")

    def _step(self, by: float) -> None:
        if self._view is not None:
            self.d_wanted.emit(self._view.pulled + by)

    def _arrange(self) -> None:
        self._choices = QWidget(self)
        self._instant = QWidget(self._choices)
        lines = QVBoxLayout(self._instant)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(4)
        lines.addLayout(self._row(self.tr("Contact"), self.contact, self.problem))
        lines.addLayout(self._row(self.tr("Other forces"), self.others))
        choices = column_in(self._choices, bottom=8)
        choices.addWidget(self._instant)
        self._shown = QWidget(self)
        column = column_in(self._shown)
        pull = self._row(self.tr("Pull along n"), self.pull)
        pull.insertWidget(pull.count() - 1, self.d_text)
        parts = (
            self.editor, inset(self.sketch, bottom=8), padded(self.refused, bottom=6), padded(self.what, bottom=8),
            inset(self.formula, bottom=8), inset(self.tiles, bottom=8),
            inset(self.cases, bottom=8), pull, inset(self.slider, bottom=6), inset(self.corner, bottom=4), Divider(self),
            self.terms_head, self.equations, Divider(self),
            SectionHead(self.tr("As d goes through 0"), self), inset(self.response, bottom=4), padded(self.response_note),
            Divider(self),
        )  # fmt: skip
        for part in parts:
            column.addWidget(part) if isinstance(part, QWidget) else column.addLayout(part)
        whole = self._column = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        self.head = SectionHead(self.tr("One contact"), self)
        self.head.add_control(self.subject)
        for widget in (self.head, self._choices, self.absent, self._shown, self.change):
            whole.addWidget(widget)
        whole.addStretch(1)

    def _row(self, text: str, *controls: QWidget) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(EDGE, 0, EDGE, 0)
        row.setSpacing(8)
        word = TextLabel(self, role="text_second", px=SMALL)
        word.show_text(text)
        for control in (word, *controls):
            row.addWidget(control)
        row.addStretch(1)
        return row
