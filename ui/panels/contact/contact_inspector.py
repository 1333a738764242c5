"""The contacts of an instant, the problem behind their forces, and how it was solved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from ...displays.late_veil import LateVeil
from ...displays.laying_out import lay_out
from ...displays.section_head import Divider, column_in
from .cone_section import ConeSection
from .contact_section import ContactSection
from .equation_section import EquationSection
from .matrix_section import MatrixSection
from .problem_section import ProblemSection
from .solve_section import SolveSection
from .values import ContactRow, ContactRows, ProblemView, SolveFacts

LAYERS = 5  # of layouts in one another: below a heading, section, all of the problem, inspector, what scrolls it


class ContactInspector(QWidget):
    """The right dock of the workspace Contact. `show_*` is silent; signals are for the user alone.

    The problem is wanted from the start: `problem_requested` says when that changes.
    """

    contact_selected = Signal(int)
    problem_chosen = Signal(str)  # by its name in `show_problem`
    problem_requested = Signal(bool)  # whether matrix or equation is unfolded

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setBackgroundRole(QPalette.ColorRole.Button)  # the colour of panels
        self.setAutoFillBackground(True)
        self.solution = SolveSection(self)
        self.contacts = ContactSection(self)
        self._of_problem = QWidget(self)
        self.problem_section = ProblemSection(self._of_problem)
        self.matrix = MatrixSection(self._of_problem)
        self.equation = EquationSection(self._of_problem)
        self.veil = LateVeil(self._of_problem, deaf=True)
        self.cone = ConeSection(self)
        self._rows = ContactRows.of(())
        self._view: ProblemView | None = None
        self._selected: int | None = None
        self._requested = True
        self._dividers: dict[QWidget, Divider] = {}
        column = self._column(self, (self.solution, self.contacts))
        column.addWidget(self._of_problem)
        self._column(self._of_problem, (self.problem_section, self.equation, self.matrix))
        self._add(column, self.cone)
        column.addStretch(1)
        self.contacts.selected.connect(self._select)
        for section in (self.matrix, self.equation):
            section.contact_clicked.connect(self._select_in_problem)
            section.fold_switched.connect(self._request_problem)
        self.problem_section.chosen.connect(self.problem_chosen)
        self._dividers[self.solution].hide()
        self._show_cone()
        self._set_section_visible(self.solution, False)
        self._set_section_visible(self.problem_section, False)
        self._set_section_visible(self.equation, False)

    @property
    def problem(self) -> ProblemView | None:
        """The contact problem shown; None: there is none."""
        return self._view

    def show_facts(self, facts: SolveFacts | None) -> None:
        """Show how the last step was solved; None where nothing was."""
        self._set_section_visible(self.solution, facts is not None)
        if facts is not None:
            self.solution.show_facts(facts)

    def show_contacts(self, rows: Sequence[ContactRow], note: str = "") -> None:
        """Show the contacts of an instant, and a sentence on them."""
        rows = ContactRows.of(rows)
        self.contacts.show_rows(rows, note)
        if rows is not self._rows:
            self._rows = rows
            self._show_cone()
            self._accent()
        lay_out(LAYERS)

    def show_problem(
        self, view: ProblemView | None, reason: str = "", *, names: Mapping[str, str] | None = None, chosen: str = ""
    ) -> None:
        """Show a problem of an instant, the one `chosen` of those that `names` says; None: say why there is none."""
        self._view = view
        if view is not None:
            self.problem_section.show_problem(view, names or {}, chosen)
        self._set_section_visible(self.problem_section, view is not None)
        self.matrix.show_problem(view, reason)
        self.equation.show_problem(view)
        self._set_section_visible(self.equation, view is not None)
        self._accent()
        lay_out(LAYERS)

    def show_folded(self) -> None:
        """Say nothing of a problem while matrix and equation are folded: none is set up, and the last is of any instant."""
        self._set_section_visible(self.problem_section, False)

    def show_late(self, text: str) -> None:
        """Grey out the problem, which is of another instant, and say so; empty: it is of the one shown."""
        self.veil.show_text(text)

    def show_selected(self, i: int | None) -> None:
        """Let a contact stand out; None: no contact."""
        if i != self._selected:
            self._selected = i
            self._show_cone()
            self._accent()

    def _column(self, parent: QWidget, sections: Sequence[QWidget]) -> QVBoxLayout:
        column = column_in(parent)
        for section in sections:
            self._add(column, section)
        return column

    def _add(self, column: QVBoxLayout, section: QWidget) -> None:
        """Put a section below those that are there, with a line above it."""
        self._dividers[section] = Divider(section.parentWidget())
        column.addWidget(self._dividers[section])
        column.addWidget(section)

    @override
    def sizeHint(self) -> QSize:
        return QSize(432, super().sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(360, super().minimumSizeHint().height())

    def _select(self, i: int) -> None:
        self.show_selected(i)
        self.contact_selected.emit(i)

    def _select_in_problem(self, k: int) -> None:
        """A click on one of the problem's contacts selects the row of that name."""
        name = self._view.names[k] if self._view else ""
        row = next((i for i, row in enumerate(self._rows) if row.name == name), None)
        if row is not None:
            self._select(row)

    def _request_problem(self) -> None:
        requested = self.matrix.head.is_open or (self.equation.head.is_open and self._view is not None)
        if requested != self._requested:
            self._requested = requested
            self.problem_requested.emit(requested)

    def _show_cone(self) -> None:
        self.cone.show_contacts(self._rows, self._selected)
        self._set_section_visible(self.cone, bool(self._rows))

    def _accent(self) -> None:
        self.contacts.show_selected(self._selected)
        at = -1 if self._selected is None else self._selected
        name = self._rows[at].name if 0 <= at < len(self._rows) else ""
        self.matrix.show_selected(name)
        self.equation.show_selected(name)

    def _set_section_visible(self, section: QWidget, visible: bool) -> None:
        section.setVisible(visible)
        below = self.contacts if section is self.solution else section  # the first in sight has no line above it
        self._dividers[below].setVisible(visible)
