"""Which task is decomposed: its frame and axes, rows, weights, length and tolerance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ...controls.buttons.icon_button import IconButton
from ...controls.buttons.segmented import SegmentedControl
from ...controls.fields.choice import Choice
from ...controls.fields.number_field import NumberField
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in
from ...look.style import EDGE, SMALL
from ...text.number_text import number_text

LABEL = 62


@dataclass(frozen=True, slots=True)
class TaskChoice:
    """What is asked for, as `sim.task_jacobian` and `sim.task_svd` take it; None: their defaults."""

    rows: str = "position"
    axes: str = "world_aligned"
    weights: str = "none"
    length: float | None = None  # [m]
    tolerance: float | None = None  # in the unit of the singular values


class TaskSection(QWidget):
    """`show_*` is silent; `chosen` gives the whole choice, `frame_chosen` the frame, where the user changed them."""

    chosen = Signal(object)
    frame_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choice = TaskChoice()
        self.frame = Choice(self.tr("Frame"), widest=400)
        self.axes = Choice(self.tr("Point and axes of the rows"), widest=400)
        self.rows = SegmentedControl(
            {"position": self.tr("Position"), "orientation": self.tr("Orientation"), "both": self.tr("Both")},
            self.tr("Rows"), self, height=24,
        )  # fmt: skip
        self.weights = SegmentedControl(
            {"none": self.tr("None"), "speed": self.tr("Max speed"), "torque": self.tr("Max torque")},
            self.tr("Weights of the joints"), self, height=24,
        )  # fmt: skip
        self.length = _Number(
            self.tr("Length"),
            self.tr("mean link length"),
            self.tr("Orientation rows are multiplied by it, so that all rows are in m/s."),
            self,
        )
        self.tolerance = _Number(
            self.tr("Tolerance"), "max(m, n) ε σ₁", self.tr("Singular values up to it count as zero."), self
        )
        self.length.field.check = lambda x: "" if x > 0 else self.tr("The length must be above 0 m.")
        self.tolerance.field.check = lambda x: "" if x >= 0 else self.tr("The tolerance must be 0 or more.")
        self._arrange()
        self.frame.chosen.connect(self.frame_chosen)
        self.axes.chosen.connect(lambda key: self._choose(replace(self._choice, axes=key)))
        self.rows.chosen.connect(lambda key: self._choose(replace(self._choice, rows=key, length=None, tolerance=None)))
        self.weights.chosen.connect(lambda key: self._choose(replace(self._choice, weights=key, tolerance=None)))
        self.length.entered.connect(lambda value: self._choose(replace(self._choice, length=value)))
        self.tolerance.entered.connect(lambda value: self._choose(replace(self._choice, tolerance=value)))

    def set_frames(self, frames: Sequence[str], axes: Mapping[str, str]) -> None:
        """Offer these frames, and these axes, keys to texts."""
        self.frame.set_options(frames, self.frame.choice if self.frame.choice in frames else "")
        self.axes.set_options(axes, self.axes.choice if self.axes.choice in axes else "")

    def show_frame(self, name: str) -> None:
        """Show a frame as chosen."""
        if self.frame.choice != name:
            self.frame.show_choice(name)

    def show_choice(self, choice: TaskChoice) -> None:
        """Show what is asked for."""
        self._choice = choice
        if self.axes.choice != choice.axes:
            self.axes.show_choice(choice.axes)
        self.rows.show_choice(choice.rows)
        self.weights.show_choice(choice.weights)

    def show_numbers(self, length: float | None, tolerance: float | None, unit: str) -> None:
        """Show the length [m] and the tolerance [unit] that count, given or not; None: there is none now."""
        self.length.show_value(length, "m", self._choice.length is not None)
        self.tolerance.show_value(tolerance, unit if len(unit) < 8 else "", self._choice.tolerance is not None)

    def _choose(self, choice: TaskChoice) -> None:
        self._choice = choice
        self.chosen.emit(choice)

    def _arrange(self) -> None:
        column = column_in(self, bottom=12)
        column.addWidget(SectionHead(self.tr("Task"), self))
        lines = QVBoxLayout()
        lines.setContentsMargins(EDGE, 0, EDGE, 0)
        lines.setSpacing(8)
        for choice in (self.frame, self.axes):
            choice.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        lines.addLayout(self._line(self.tr("Frame"), self.frame, _word(self.tr("in"), 0, self), self.axes))
        lines.addLayout(self._line(self.tr("Rows"), self.rows, None))
        lines.addLayout(self._line(self.tr("Weights"), self.weights, None))
        lines.addWidget(self.length)
        lines.addWidget(self.tolerance)
        column.addLayout(lines)

    def _line(self, name: str, *parts: QWidget | None) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(_word(name, LABEL, self))
        for part in parts:
            if part is None:
                line.addStretch(1)
            else:
                line.addWidget(part, 1 if isinstance(part, Choice) else 0)
        return line


class _Number(QWidget):
    """A number that has a default: typed, there is a button that goes back to it (None)."""

    entered = Signal(object)

    def __init__(self, title: str, default: str, tip: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = NumberField(title, self)
        self.field.set_tip(tip)
        self.field.setFixedWidth(104)
        self.reset = IconButton("reset", self.tr("Back to the default"), self, side=24)
        self.reset.hide()
        self.default = Prose(self, role="text_hint", px=SMALL)
        self.default.show_text(default)
        self.default.setFixedHeight(15)
        self._value: float | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(_word(title, LABEL, self))
        row.addSpacing(4)
        row.addWidget(self.field)
        row.addWidget(self.reset)
        row.addSpacing(4)
        row.addWidget(self.default)
        row.addStretch(1)
        self.field.entered.connect(lambda value: self.entered.emit(value))
        self.field.stepped.connect(self._step)
        self.reset.clicked.connect(lambda: self.entered.emit(None))

    def show_value(self, value: float | None, unit: str, is_entered: bool) -> None:
        self._value = value
        self.setVisible(value is not None)
        self.field.set_unit(unit)
        self.field.show_text("" if value is None else number_text(value, 3, zero=0.0))
        self.reset.setVisible(is_entered)
        self.default.setVisible(not is_entered)

    def _step(self, by: int) -> None:
        if self._value:
            self.entered.emit(float(f"{self._value * 1.1**by:.3g}"))


def _word(text: str, width: int, parent: QWidget) -> Prose:
    word = Prose(parent, role="text_second")
    word.show_text(text)
    word.setFixedSize(width or word.sizeHint().width(), 17)
    return word
