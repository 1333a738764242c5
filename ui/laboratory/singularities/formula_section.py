"""Where a robot is singular, by formulas: the determinant, the cases, and what is left of the Jacobian in the one picked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.outline_button import OutlineButton
from ...controls.buttons.segmented import SegmentedControl
from ...displays.formulas.formula_matrix import FormulaMatrix
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in, inset
from ...look.style import EDGE, SMALL
from ...text.array_text import FormulaText
from .case_list import CaseList, CaseView


@dataclass(frozen=True, slots=True)
class FormulasView:
    """What is shown of the formulas."""

    place: str  # in whose axes, at which point
    determinant: str  # det J = …
    exactness: str  # how far numbers were moved
    cases: tuple[CaseView, ...]
    nothing: str  # where there are no cases, why


class FormulaSection(QWidget):
    """`show_*` is for the program and silent, signals for the user alone."""

    form_chosen = Signal(str)  # "names" or "numbers"
    cancelled = Signal()
    again_requested = Signal()
    axes_chosen = Signal(str)  # "joint" or "base"
    case_picked = Signal(int)
    case_requested = Signal(int)

    def __init__(self, source: Callable[[], FormulaText | None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        head = SectionHead(self.tr("By formulas"), self)
        options = {"names": self.tr("Letters"), "numbers": self.tr("Numbers")}
        self.form = SegmentedControl(options, self.tr("Lengths in formulas"), self, height=24)
        self.form.chosen.connect(self.form_chosen)
        head.add_control(self.form)
        head.add_control(CopyButton(source, self, name=self.tr("Copy Jacobian, determinant and cases")))
        self.stage = Prose(self, role="text_second", px=SMALL, icon="info")
        self.cancel = OutlineButton(self.tr("Cancel"), parent=self)
        self.cancel.clicked.connect(self.cancelled)
        self._waiting = QWidget(self)
        waiting = QHBoxLayout(self._waiting)
        waiting.setContentsMargins(EDGE, 0, EDGE, 8)
        waiting.addWidget(self.stage, 1)
        waiting.addWidget(self.cancel)
        self.failure = Prose(self, role="text_second", px=SMALL, icon="warning", icon_role="warning")
        self.again = OutlineButton(self.tr("Try again"), parent=self)
        self.again.clicked.connect(self.again_requested)
        failed = QHBoxLayout()
        failed.setContentsMargins(EDGE, 0, EDGE, 10)
        failed.addWidget(self.failure, 1)
        failed.addWidget(self.again, 0, Qt.AlignmentFlag.AlignTop)
        self.determinant = Prose(self, weight=600)
        self.place = Prose(self, role="text_second", px=SMALL)
        self.exactness = Prose(self, role="text_hint", px=SMALL)
        self.nothing = Prose(self, role="text_second", px=SMALL)
        self.cases = CaseList(self)
        self.cases.picked.connect(self.case_picked)
        self.cases.requested.connect(self.case_requested)
        self.axes = SegmentedControl(
            {"joint": self.tr("joint"), "base": "R₀"}, self.tr("Axes of the reduced Jacobian"), self, height=24
        )
        self.axes.chosen.connect(self.axes_chosen)
        self._reduced_head = Prose(self, role="text_second", px=SMALL)
        self.reduced = FormulaMatrix("J", self)
        self.lost = Prose(self, role="text_second", px=SMALL)
        column = column_in(self)
        column.addWidget(head)
        column.addWidget(self._waiting)
        column.addLayout(failed)
        for widget, bottom in ((self.determinant, 4), (self.place, 4), (self.nothing, 8)):
            column.addLayout(inset(widget, bottom=bottom))
        column.addWidget(self.cases)
        column.addSpacing(6)
        heads = QHBoxLayout()
        heads.setContentsMargins(EDGE, 0, EDGE, 4)
        heads.addWidget(self._reduced_head, 1)
        heads.addWidget(self.axes, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(heads)
        for below, bottom in ((self.reduced, 4), (self.lost, 6), (self.exactness, 10)):
            column.addLayout(inset(below, bottom=bottom))
        self.show_formulas(None)

    def show_waiting(self, stage: str) -> None:
        """Show that something is being looked for, and what."""
        self.failure.show_text("")
        self.again.hide()
        self.stage.show_text(stage)
        self._waiting.setVisible(bool(stage))

    def show_failure(self, reason: str, *, again: bool = False) -> None:
        """Say why there are no formulas; `again`: it is worth trying once more."""
        self.show_formulas(None)
        self.failure.show_text(reason)
        self.again.setVisible(again)

    def show_formulas(self, view: FormulasView | None) -> None:
        """Show what was found; None: nothing."""
        self.show_waiting("")
        self.determinant.show_text(view.determinant if view else "")
        self.place.show_text(view.place if view else "")
        self.exactness.show_text(view.exactness if view else "")
        self.nothing.show_text(view.nothing if view else "")
        self.cases.show_cases(view.cases if view else ())
        self.show_case(-1, (), "", "")

    def show_axes(self, axes: str, joint: int) -> None:
        """Show in whose axes a case is written: "joint", those of that number, or "base"."""
        self.axes.button("joint").setText(self.tr("joint {n}").format(n=joint))
        self.axes.button("joint").updateGeometry()
        self.axes.show_choice(axes)

    def show_case(self, number: int, reduced: Sequence[tuple[str, ...]], title: str, lost: str) -> None:
        """Show a case as picked, with its Jacobian and what is lost."""
        self.cases.show_selected(number)
        self.axes.setVisible(bool(title))
        self._reduced_head.show_text(title)
        self.reduced.show_entries(tuple(reduced))
        self.reduced.setVisible(bool(reduced))
        self.lost.show_text(lost)
