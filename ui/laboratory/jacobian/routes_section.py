"""The Jacobian of a frame, by the route that is chosen, and how far the routes are apart."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from torseur.sim.analysis.jacobian.values import JacobianRoutes, PoseDerivative
from torseur.sim.analysis.symbolic.values import Formulas
from torseur.sim.superscripts import subscript
from torseur.sim.texts import marked

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.segmented import SegmentedControl
from ...controls.fields.amount import Amount
from ...controls.fields.choice import Choice
from ...displays.formulas.formula_matrix import FormulaMatrix
from ...displays.heat_table.heat_table import HeatTable
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in, inset
from ...displays.value_tiles import ValueTiles
from ...text.array_text import ArrayText
from ...text.jacobian_text import ROWS, reference_key, reference_options
from ...text.number_text import ABSENT, as_shown, residual_text
from ...text.units import JACOBIAN_UNITS
from .pose_derivative_view import PoseDerivativeView

ROUTES = {
    "geometric": marked("columns"),
    "composed": marked("twists"),
    "differentiated": marked("derivative"),
    "compiled": marked("kernel"),
    "symbolic": marked("formulas"),
}


class RoutesSection(QWidget):
    """J by one of several routes. Signals are for the user alone."""

    frame_chosen = Signal(str)
    reference_chosen = Signal(str)
    column_chosen = Signal(int)  # in v
    route_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._routes: JacobianRoutes | None = None
        self._amounts: tuple[Amount, ...] = ()
        self._missing_reason = ""
        self._formulas: Formulas | None = None
        self._written: tuple[tuple[str, ...], ...] = ()  # that are shown
        self._selected = -1
        self.head = SectionHead(self.tr("Jacobian J"), self)
        self.frame = Choice(self.tr("Frame"), widest=96)
        self.reference = Choice(self.tr("Point and axes in which J is written"), widest=132)
        self.reference.set_options(reference_options(()))
        self.copy = CopyButton(self._copied, name=self.tr("Copy J"))
        for control in (self.frame, self.reference, self.copy):
            self.head.add_control(control)
        self.which = SegmentedControl(
            {key: self.tr(text) for key, text in ROUTES.items()}, self.tr("Route to the Jacobian"), self, height=24
        )
        self.about = Prose(self, role="text_second")
        self.formulas = FormulaMatrix("J", self)
        self.formulas_note = Prose(self, role="text_hint")
        self.table = HeatTable(self.tr("Jacobian by the route chosen"), self)
        self.derivative = PoseDerivativeView(self)
        self.derivative.hide()
        self.tiles = ValueTiles([self.tr(text) for text in list(ROUTES.values())[1:]], (0.25,) * 4, self)
        self.line = Prose(self, role="text_hint")
        column = column_in(self)
        column.addWidget(self.head)
        body = inset(self.which)
        body.setDirection(QBoxLayout.Direction.TopToBottom)
        body.setSpacing(8)
        for widget in (
            self.about,
            self.formulas,
            self.formulas_note,
            self.table,
            self.derivative,
            self.tiles,
            self.line,
        ):
            body.addWidget(widget)
        column.addLayout(body)
        self.frame.chosen.connect(self.frame_chosen)
        self.reference.chosen.connect(self.reference_chosen)
        self.which.chosen.connect(lambda _: self._show_route())
        self.which.chosen.connect(self.route_chosen)
        self.table.cell_clicked.connect(lambda _, j: self.column_chosen.emit(self._amounts[j].column))

    def set_frames(self, names: Sequence[str]) -> None:
        """Offer these frames, of one robot by the last part of their names."""
        one_robot = len({name.split("/")[0] for name in names}) == 1
        texts = {name: name.split("/", 1)[-1] if one_robot else name for name in names}
        self.frame.set_options(texts, self.frame.choice if self.frame.choice in names else "")

    def set_bases(self, names: Sequence[str]) -> None:
        """Offer the axes of these frames too."""
        options = reference_options(names)
        self.reference.set_options(options, self.reference.choice if self.reference.choice in options else "")

    def show_routes(
        self,
        routes: JacobianRoutes,
        amounts: Sequence[Amount],
        missing_reason: str,
        formulas: Formulas | None = None,
    ) -> None:
        """Show J of a frame by each route.

        amounts         : the columns that can move the frame
        missing_reason  : why "symbolic" is not among the routes, if it is not
        formulas        : what its numbers come from, if it is
        """
        self._routes, self._amounts, self._missing_reason = routes, tuple(amounts), missing_reason
        self._formulas = formulas
        if self.frame.choice != routes.frame:
            self.frame.show_choice(routes.frame)
            self.frame.setToolTip(self.tr("Frame {name}").format(name=routes.frame))
        if self.reference.choice != (key := reference_key(routes.reference, routes.basis)):
            self.reference.show_choice(key)
        others = list(ROUTES)[1:]
        self.tiles.show_values(
            [
                (residual_text(routes.difference("geometric", key)) if key in routes.routes else ABSENT, "")
                for key in others
            ]
        )
        self._show_route()

    def show_derivative(self, found: PoseDerivative | None, amount: Amount | None) -> None:
        """Show ∂T/∂q of the column that is looked at, below the route by derivatives; None: another route is shown."""
        self.derivative.setVisible(found is not None and amount is not None)
        if found is not None and amount is not None:
            routes = self._routes
            in_world = routes is None or (routes.reference == "world_aligned" and routes.basis is None)
            self.derivative.show_derivative(found, amount, in_world)

    def show_selected(self, column: int) -> None:
        """Accent a column of v."""
        self._selected = column
        self._accent()

    def _show_route(self) -> None:
        routes, key = self._routes, self.which.choice
        if routes is None:
            return
        J = routes.routes.get(key)
        self.about.show_text(self._about()[key] if J is not None else "")
        self._show_formulas(self._formulas if key == "symbolic" else None)
        letters = [amount.letter for amount in self._amounts]
        names = [amount.name for amount in self._amounts]
        matrix = None if J is None else J[:, [amount.column for amount in self._amounts]]
        self.table.show_matrix(
            matrix, ROWS if J is not None else (), letters if J is not None else (),
            units=JACOBIAN_UNITS, names=names, split=3,
        )  # fmt: skip
        missing = self.tr("No formulas: {reason}").format(reason=self._missing_reason) if self._missing_reason else ""
        size = self.tr("Largest difference to J by columns, relative to the longest arm or turn that is added up.")
        self.line.show_text(missing if key == "symbolic" and J is None else size)
        self._accent()

    def _show_formulas(self, found: Formulas | None) -> None:
        self.formulas.setVisible(found is not None)
        self.formulas_note.setVisible(found is not None)
        if found is None or self._routes is None:
            return
        if found.J != self._written:
            self._written = found.J
            self.formulas.show_entries(found.J)
        named = ", ".join(as_shown(f"{subscript(name)} = {value:g}") for name, value in found.lengths.items())
        notes = [f"{named} m." if named else "", self.tr("c₁ = cos θ₁, s₁₂ = sin(θ₁ + θ₂).")]
        if self._routes.reference != "world_aligned" or self._routes.basis is not None:
            notes.append(self.tr("The formulas are in world axes at the frame, the numbers in those chosen above."))
        self.formulas_note.show_text(" ".join(filter(None, notes)))

    def _about(self) -> dict[str, str]:
        return {
            "geometric": self.tr("Columns [z × (P − o); z] of joints that turn, [z; 0] of those that slide."),
            "composed": self.tr("The motion of each link against the one before, moved to P by v(P) = v(O) + ω × OP."),
            "differentiated": self.tr("∂P/∂q and vee(∂R/∂q Rᵀ) of the direct model, exact by a complex step."),
            "compiled": self.tr("What the program computes with, sim.jacobian."),
            "symbolic": self.tr(
                "The formulas of the Denavit-Hartenberg table, and below them their numbers at this q."
            ),
        }

    def _accent(self) -> None:
        columns = [amount.column for amount in self._amounts]
        self.table.show_selected(None, columns.index(self._selected) if self._selected in columns else None)

    def _copied(self) -> ArrayText | None:
        if not self.table.values.size:
            return None
        return ArrayText(self.table.values, ROWS, [amount.letter for amount in self._amounts])
