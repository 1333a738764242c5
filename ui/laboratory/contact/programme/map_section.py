"""The map over two forces: which two, what the others do, whose way is drawn, and what is under the pointer."""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ....controls.buttons.segmented import SegmentedControl
from ....controls.fields.choice import Choice
from ....displays.prose import Prose
from ....displays.section_head import SectionHead, column_in, inset
from ....displays.text_label import TextLabel
from ....look.math_notation import written
from ....look.style import EDGE, SMALL
from ....text.number_text import quantity_text
from .multiplier_map import MultiplierMap
from .values import MapDrawing


class MapSection(QWidget):
    """`show_*` is for the program and silent; signals are for the user alone."""

    axes_chosen = Signal(int, int)  # components of force
    others_chosen = Signal(str)  # "held" or "minimised"
    method_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unit = self._objective_unit = ""
        self.head = SectionHead(self.tr("Level sets"), self)
        self.first = Choice(self.tr("Force to the right"), self, widest=72)
        self.second = Choice(self.tr("Force upwards"), self, widest=72)
        for choice in (self.first, self.second):
            choice.chosen.connect(lambda _: self.axes_chosen.emit(int(self.first.choice), int(self.second.choice)))
        self.others = SegmentedControl(
            {"held": self.tr("held"), "minimised": self.tr("minimised")},
            self.tr("The other forces: held at the solution, or at each place those that minimise it"),
            self,
            height=24,
        )
        self.others.setToolTip(self.others.accessibleName())
        self.others.chosen.connect(self.others_chosen)
        self.method = Choice(self.tr("Whose iterates are drawn"), self, widest=120)
        self.method.chosen.connect(self.method_chosen)
        self.map = MultiplierMap(self)
        self.map.pointed.connect(self._show_pointed)
        self.pointed = TextLabel(self, role="text_second", px=SMALL)
        self.note = Prose(self, role="text_hint", px=SMALL)
        self._choices = QWidget(self)  # hidden where there is nothing to choose from
        self._arrange()

    def show_components(self, components: Mapping[int, str], first: int, second: int) -> None:
        """Offer forces to be drawn, by component, with names in the notation of `paint_math`; and show which are."""
        texts = {str(key): written(name) for key, name in components.items()}
        self.first.set_options(texts, str(first))
        self.second.set_options(texts, str(second))
        self._show_choices(True)

    def show_others(self, others: str, can_choose: bool) -> None:
        """Show what the forces that are not drawn do; whether that makes a difference."""
        self.others.show_choice(others)
        self.others.setEnabled(can_choose)

    def show_methods(self, methods: Mapping[str, str], chosen: str) -> None:
        """Offer methods, and show whose way is drawn."""
        self.method.set_options(methods, chosen)

    def show_drawing(self, drawing: MapDrawing | None, note: str) -> None:
        """Draw a section with a way; and say what is to be said of them."""
        self.map.setVisible(drawing is not None)
        self._show_choices(drawing is not None)
        self.map.show_drawing(drawing)
        if drawing is not None:
            self._unit, self._objective_unit = drawing.unit, drawing.objective_unit
        self.note.show_text(note)
        self._show_pointed(math.nan, math.nan, math.nan)

    def _show_choices(self, are_there: bool) -> None:
        for widget in (self._choices, self.method):
            widget.setVisible(are_there)

    def _show_pointed(self, a: float, b: float, above: float) -> None:
        drawing = self.map.drawing
        if drawing is None or not math.isfinite(a):
            hint = self.tr("Point at the map: the objective f there, less its minimum f*.")
            self.pointed.show_text(hint if drawing is not None else "")
            return
        names = (written(name) for name in drawing.names)
        places = [f"{name} = {quantity_text(x, self._unit, 3)}" for name, x in zip(names, (a, b), strict=True)]
        places.append(f"f − f* = {quantity_text(above, self._objective_unit, 3)}")
        self.pointed.show_text(", ".join(places))

    def _arrange(self) -> None:
        row = QHBoxLayout(self._choices)
        row.setContentsMargins(EDGE, 0, EDGE, 4)
        row.setSpacing(6)
        row.addWidget(self.first)
        row.addWidget(self.second)
        label = TextLabel(self, role="text_second", px=SMALL)
        label.show_text(self.tr("others"))
        row.addSpacing(4)
        row.addWidget(label)
        row.addWidget(self.others)
        row.addStretch(1)
        self.head.add_control(self.method)
        column = column_in(self)
        column.addWidget(self.head)
        column.addWidget(self._choices)
        column.addLayout(inset(self.map, bottom=0))
        column.addLayout(inset(self.pointed, bottom=4))
        column.addLayout(inset(self.note))
