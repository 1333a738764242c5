"""One load, typed: on which body, at which point, which force and moment, along which axes."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from ...controls.buttons.segmented import SegmentedControl
from ...controls.fields.choice import Choice
from ...controls.fields.number_field import NumberField
from ...displays.text_label import TextLabel
from ...look.style import EDGE, SMALL
from ...text.number_text import as_shown
from .values import AXES, VECTORS, LoadNumbers

NUDGE = {"point": 0.01, "force": 1.0, "moment": 0.1}  # of an arrow key
SMALLEST = 1e-9  # of a number that is not 0


class LoadEditor(QWidget):
    """`show_*` and `set_*` are for the program and silent; signals for the user alone."""

    body_chosen = Signal(str)
    axes_chosen = Signal(str)  # "world" or "body"
    entered = Signal(str, int, float)  # a name of VECTORS, 0 to 2 for x to z, SI units

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._load: LoadNumbers | None = None
        self.body = Choice(self.tr("Body or frame that is loaded"), widest=210)
        self.body.chosen.connect(self.body_chosen)
        self.axes = SegmentedControl(
            {"world": self.tr("world"), "body": self.tr("body")}, self.tr("Axes of force and moment"), height=24
        )
        self.axes.chosen.connect(self.axes_chosen)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(_word(self.tr("On"), self))
        row.addWidget(self.body, 1)
        row.addWidget(_word(self.tr("axes"), self))
        row.addWidget(self.axes)
        grid = QGridLayout()
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(4)
        for at, axis in enumerate(AXES, 1):
            grid.addWidget(_word(axis, self, middle=True), 0, at)
            grid.setColumnStretch(at, 1)
        names = {"point": self.tr("Point"), "force": self.tr("Force"), "moment": self.tr("Moment")}
        tips = {
            "point": self.tr("Where the load acts, from the body's origin along the body's own axes"),
            "force": self.tr("Along the axes that are chosen; its direction stays in the world when the robot moves"),
            "moment": self.tr("Beside the moment of the force; its direction stays in the world when the robot moves"),
        }
        self._fields: dict[tuple[str, int], NumberField] = {}
        for line, (key, unit) in enumerate(VECTORS.items(), 1):
            grid.addWidget(_word(names[key], self), line, 0)
            for k, axis in enumerate(AXES):
                field = NumberField(f"{names[key]} {axis}", self, unit=unit, px=SMALL)
                field.set_tip(tips[key])
                field.check = lambda x: "" if x == 0 or abs(x) >= SMALLEST else self.tr("0, or at least 1e-9.")
                field.entered.connect(lambda value, key=key, k=k: self.entered.emit(key, k, value))
                field.stepped.connect(lambda by, key=key, k=k: self._nudge(key, k, by))
                self._fields[key, k] = field
                grid.addWidget(field, line, k + 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(EDGE, 8, EDGE, 12)
        column.setSpacing(8)
        column.addLayout(row)
        column.addLayout(grid)

    def field(self, key: str, axis: int) -> NumberField:
        """The field of one number: a name of VECTORS, 0 to 2 for x to z."""
        return self._fields[key, axis]

    def set_bodies(self, names: Mapping[str, str]) -> None:
        """Offer these, by their names, as they are read."""
        self.body.set_options(names)

    def show_load(self, load: LoadNumbers | None) -> None:
        """Show one; None hides all."""
        self._load = load
        self.setVisible(load is not None)
        if load is None:
            return
        if self.body.choice != load.body:
            self.body.show_choice(load.body)
        for key, vector in load.vectors.items():
            for k in range(3):
                self.field(key, k).show_text(_text(float(vector[k])))

    def show_axes(self, axes: str) -> None:
        """Show which axes the numbers are along."""
        self.axes.show_choice(axes)

    def _nudge(self, key: str, axis: int, by: int) -> None:
        if self._load is not None:
            self.entered.emit(key, axis, round(float(self._load.vectors[key][axis]) + NUDGE[key] * by, 9))


def _text(number: float) -> str:
    """A number as it is typed: 0.4, not 0.4000; what rounding leaves is 0."""
    return as_shown(f"{number:.4g}") if abs(number) > 1e-9 else "0"


def _word(text: str, parent: QWidget, *, middle: bool = False) -> TextLabel:
    """A word before or above fields."""
    word = TextLabel(parent, role="text_hint" if middle else "text_second", px=SMALL)
    word.show_text(text)
    word.setFixedHeight(16 if middle else 24)
    if middle:
        word.setAlignment(Qt.AlignmentFlag.AlignCenter)
    else:
        word.setMinimumWidth(word.sizeHint().width())
    return word
