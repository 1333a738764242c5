"""The editor of a Denavit-Hartenberg table, and below it the formulas of its pose and Jacobian."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget
from typing_extensions import override

from torseur.sim.texts import marked, tr

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.outline_button import OutlineButton
from ...controls.buttons.segmented import SegmentedControl
from ...controls.fields.number_field import NumberField
from ...displays.prose import Prose
from ...displays.section_head import Divider, SectionHead, column_in, inset, inset_row
from ...look.style import EDGE, SMALL
from ...text.array_text import ArrayText
from .dh_formulas import DHFormulas
from .dh_grid import DHGrid, cell_text, whole_text
from .values import DHValues

_PLACE = ("x", "y", "z", marked("roll"), marked("pitch"), marked("yaw"))


class DHEditor(QWidget):
    """Rows, base and tool, and formulas. `check` is given row, key and value, and returns why that cannot be, or nothing.

    Row -1 is the whole table: its keys are base.0 to base.5 and tool.0 to tool.5.
    """

    entered = Signal(int, str, object)  # row, key, value
    added = Signal(int)  # after this row
    removed = Signal(int)
    moved = Signal(int, int)  # row, by
    convention_chosen = Signal(str)  # the same robot in it
    reread_requested = Signal()  # the same numbers in the other
    make_requested = Signal()  # a table of a robot that has none
    new_requested = Signal()
    robot_requested = Signal()  # another one is to be chosen

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.check: Callable[[int, str, object], str] = lambda *_: ""
        self.head = SectionHead("", self)
        self.convention = SegmentedControl(
            {"standard": self.tr("standard"), "modified": self.tr("modified")}, self.tr("Convention"), self
        )
        self.head.add_control(self.convention)
        self.copy = CopyButton(self.array_text, self, name=self.tr("Copy the table"))
        self.head.add_control(self.copy)
        self.grid = DHGrid(self)
        self.grid.check = lambda row, key, value: self.check(row, key, value)
        self.up_button = OutlineButton(self.tr("Move up"), parent=self)
        self.down_button = OutlineButton(self.tr("Move down"), parent=self)
        self.add_button = OutlineButton(self.tr("Add row"), "plus", self)
        self.remove_button = OutlineButton(self.tr("Remove"), "close", self)
        self.lower_limit, self.upper_limit = (
            NumberField(name, self) for name in (self.tr("lower limit"), self.tr("upper limit"))
        )
        self.limits = SectionHead("", self)
        self.reread = OutlineButton("", parent=self)
        self.note = Prose(self, role="text_second", px=SMALL)
        self.none = Prose(self, role="text_second")
        self.make = OutlineButton(self.tr("Make a table of this robot"), parent=self)
        self.new = OutlineButton(self.tr("New DH table"), "plus", self)
        self.open = OutlineButton(self.tr("Browse robots…"), "folder", self)
        self.places = {
            f"{part}.{k}": NumberField(f"{title} {tr(name)}", self, px=SMALL)
            for part, title in (("base", tr("base")), ("tool", tr("tool")))
            for k, name in enumerate(_PLACE)
        }
        self.convention.setToolTip(self.tr("The same robot, its parameters in this convention"))
        self.reread.setToolTip(self.tr("The same numbers, read in the other convention: another robot"))
        self.formulas = DHFormulas(self)
        self._values: DHValues | None = None
        self._arrange()
        self._connect()
        self.show_none("", can_make=False)

    def show_values(self, values: DHValues) -> None:
        """Show a table; what the user is writing stays."""
        self._values = values
        self._show_parts(True)
        self.head.show_title(values.name)
        self.head.show_caption(self.tr("not saved") if values.unsaved else "")
        self.convention.show_choice(values.convention)
        other = tr("modified") if values.convention == "standard" else tr("standard")
        self.reread.setText(self.tr("Read these numbers as {other}").format(other=other))
        self.grid.show_values(values)
        self._show_limits()
        for part in ("base", "tool"):
            for k in range(6):
                field = self.places[f"{part}.{k}"]
                field.set_tip(whole_text(getattr(values, part)[k]))
                field.show_text(cell_text(getattr(values, part)[k]))
        for k, word in enumerate(self._units):
            word.show_text(f"{tr(_PLACE[k])} {'m' if k < 3 else values.unit}")
        self.remove_button.setEnabled(len(values.rows) > 1)

    def array_text(self) -> ArrayText | None:
        """θ, d, a and α of each row, in the units shown: without the joints' own q; None without a table."""
        values = self._values
        if values is None:
            return None
        numbers = np.array([(row.theta, row.d, row.a, row.alpha) for row in values.rows])
        columns = (f"θ {values.unit}", "d m", "a m", f"α {values.unit}")
        return ArrayText(numbers, [row.name for row in values.rows], columns)

    def places_text(self) -> ArrayText | None:
        """Base and tool, a row each: x y z [m], roll pitch yaw in the unit shown; None without a table."""
        values = self._values
        if values is None:
            return None
        columns = [f"{name} {'m' if k < 3 else values.unit}" for k, name in enumerate(_PLACE)]
        return ArrayText(np.array([values.base, values.tool]), ("base", "tool"), columns)

    def show_none(self, reason: str, *, can_make: bool) -> None:
        """Say that there is no table."""
        self._values = None
        self._show_parts(False)
        self.none.show_text(reason)
        self.none.setVisible(True)
        self.make.setVisible(can_make)
        self.open.setVisible(not can_make)

    def show_note(self, text: str) -> None:
        """Say a sentence about the table."""
        self.note.show_text(text)
        self.note.setVisible(bool(text))

    @override
    def sizeHint(self) -> QSize:
        return QSize(500, super().sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(430, super().minimumSizeHint().height())

    def _show_parts(self, there: bool) -> None:
        self._table.setVisible(there)
        self._nothing.setVisible(not there)

    def _show_limits(self) -> None:
        values = self._values
        if values is None:
            return
        row = values.rows[min(self.grid.chosen, len(values.rows) - 1)]
        self.limits.show_title(self.tr("Limits of row {i}").format(i=self.grid.chosen + 1))
        self.limits.show_caption(row.name)
        unit = values.unit if row.kind == "revolute" else "m"
        for field, value in ((self.lower_limit, row.lower), (self.upper_limit, row.upper)):
            field.set_unit(unit if value is not None else "")
            field.setPlaceholderText(self.tr("no limit"))
            field.show_text(cell_text(value))
            field.setEnabled(row.kind != "fixed")

    def _listen(self, key: str, field: NumberField, row: Callable[[], int]) -> None:
        """Check and tell what is typed into a field of a row; -1: of the whole table."""
        field.check = lambda number: self.check(row(), key, number)
        field.entered.connect(lambda number: self.entered.emit(row(), key, number))

    def _connect(self) -> None:
        grid = self.grid
        grid.entered.connect(self.entered)
        grid.row_chosen.connect(lambda _: self._show_limits())
        self.convention.chosen.connect(self._choose_convention)
        self.reread.clicked.connect(self.reread_requested)
        self.make.clicked.connect(self.make_requested)
        self.new.clicked.connect(self.new_requested)
        self.open.clicked.connect(self.robot_requested)
        self.add_button.clicked.connect(lambda: self.added.emit(grid.chosen))
        self.remove_button.clicked.connect(lambda: self.removed.emit(grid.chosen))
        self.up_button.clicked.connect(lambda: self._move(-1))
        self.down_button.clicked.connect(lambda: self._move(1))
        self._listen("lower", self.lower_limit, lambda: grid.chosen)
        self._listen("upper", self.upper_limit, lambda: grid.chosen)
        for key, field in self.places.items():
            self._listen(key, field, lambda: -1)

    def _choose_convention(self, key: str) -> None:
        if self._values is not None and key != self._values.convention:
            self.convention.show_choice(self._values.convention)  # until it is so
            self.convention_chosen.emit(key)

    def _move(self, by: int) -> None:
        row = self.grid.chosen
        self.moved.emit(row, by)

    def _arrange(self) -> None:
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        self._table, self._nothing = QWidget(self), QWidget(self)
        column = column_in(self._table)
        column.addWidget(self.head)
        column.addWidget(self.grid)
        column.addLayout(inset_row(self.add_button, self.remove_button, self.up_button, self.down_button))
        column.addLayout(inset_row(self.reread))
        column.addLayout(inset(self.note, bottom=8))
        column.addWidget(Divider(self))
        self.limits.add_control(self.lower_limit)
        self.limits.add_control(self.upper_limit)
        column.addWidget(self.limits)
        column.addWidget(Divider(self))
        column.addLayout(self._placements())
        column.addWidget(Divider(self))
        column.addWidget(self.formulas)
        column.addStretch(1)
        nothing = QVBoxLayout(self._nothing)
        nothing.setContentsMargins(EDGE, 12, EDGE, 12)
        nothing.setSpacing(12)
        nothing.addWidget(self.none)
        for button in (self.make, self.new, self.open):
            nothing.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        nothing.addStretch(1)
        whole.addWidget(self._table)
        whole.addWidget(self._nothing)

    def _placements(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(EDGE, 8, EDGE, 8)
        grid.setSpacing(4)
        self._units = [Prose(self, role="text_hint", px=SMALL) for _ in _PLACE]
        for column, word in enumerate(self._units, start=1):
            grid.addWidget(word, 0, column, Qt.AlignmentFlag.AlignRight)
        for row, part in enumerate(("base", "tool"), start=1):
            word = Prose(self, role="text_second")
            word.show_text({"base": self.tr("Base"), "tool": self.tr("Tool")}[part])
            grid.addWidget(word, row, 0, Qt.AlignmentFlag.AlignVCenter)
            for k in range(6):
                field = self.places[f"{part}.{k}"]
                field.setMinimumWidth(52)
                grid.addWidget(field, row, k + 1)
        grid.setColumnMinimumWidth(0, 36)
        self.copy_places = CopyButton(self.places_text, self, name=self.tr("Copy base and tool"))
        grid.addWidget(self.copy_places, 0, 0)
        return grid
