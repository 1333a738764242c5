"""The materials of a scene, one a row: its name, its friction μ and its restitution e, to be typed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from ...controls.fields.number_field import NumberField
from ...controls.fields.vary_mark import VaryMark
from ...displays.prose import Prose
from ...displays.section_head import clear
from ...displays.text_label import TextLabel
from ...look.style import SMALL, TEXT
from ...text.number_text import as_shown
from .values import MaterialEntry

FIELD = 64
MOST = 8  # rows; more are left to the file
NUDGE = 0.01  # of an arrow key
COLUMNS = {"friction": "μ", "restitution": "e"}


class MaterialTable(QWidget):
    """`entered` gives the material, "friction" or "restitution", and the number. `show_materials` is silent."""

    entered = Signal(str, str, float)
    vary_wanted = Signal(str)  # a place in the scene's file: a sweep is to vary it, or no longer

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._materials: tuple[MaterialEntry, ...] = ()
        self._fields: dict[tuple[str, str], NumberField] = {}
        self._marks: dict[tuple[str, str], VaryMark] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(0, 1)
        self._tips = {
            "friction": self.tr("Coefficient of friction. Of a contact it is the geometric mean of both sides: √(μ₁ μ₂)"),
            "restitution": self.tr("Coefficient of restitution, from 0 to 1. Of a contact it is the larger of both sides"),
        }

    def field(self, material: str, key: str) -> NumberField:
        """The field of one number: "friction" or "restitution" of a material by name."""
        return self._fields[material, key]

    def show_materials(self, materials: Sequence[MaterialEntry]) -> None:
        """Show these; fields stay where the names are the same."""
        names = [entry.name for entry in materials]
        same = names == [entry.name for entry in self._materials]
        self._materials = tuple(materials)
        if not same:
            self._make_rows()
        for entry in materials[:MOST]:
            self.field(entry.name, "friction").show_text(_text(entry.friction))
            self.field(entry.name, "restitution").show_text(_text(entry.restitution))
            for key in COLUMNS:
                self._marks[entry.name, key].show_place(f"{entry.place}.{key}" if entry.place else "", entry.varied)
        self.setVisible(bool(materials))

    def _make_rows(self) -> None:
        clear(self._grid)
        self._fields.clear()
        self._grid.addWidget(self._label(self.tr("Material")), 0, 0)
        for column, (key, letter) in enumerate(COLUMNS.items(), 1):
            self._grid.addWidget(self._label(letter, tip=self._tips[key], head=True), 0, column)
        for row, entry in enumerate(self._materials[:MOST], 1):
            self._grid.addWidget(self._label(entry.title), row, 0)
            for column, key in enumerate(COLUMNS, 1):
                self._grid.addWidget(self._field(entry, key), row, column)
        if len(self._materials) > MOST:
            rest = Prose(self, role="text_hint", px=SMALL)
            rest.show_text(self.tr("More materials, in the scene's file: {n}.").format(n=len(self._materials) - MOST))
            self._grid.addWidget(rest, MOST + 1, 0, 1, 3)

    def _field(self, entry: MaterialEntry, key: str) -> NumberField:
        field = NumberField(f"{COLUMNS[key]}, {entry.title}", self)
        field.setFixedWidth(FIELD)
        field.set_tip(self._tips[key])
        field.check = lambda number: self._reason_against(key, number)
        field.entered.connect(lambda number: self.entered.emit(entry.name, key, number))
        field.stepped.connect(lambda by: self._nudge(entry.name, key, by))
        self._fields[entry.name, key] = field
        mark = self._marks[entry.name, key] = VaryMark(field)
        mark.wanted.connect(self.vary_wanted)
        return field

    def _label(self, text: str, *, tip: str = "", head: bool = False) -> TextLabel:
        label = TextLabel(self, role="text_hint" if head else "text_second", px=SMALL if head else TEXT)
        label.show_text(text)
        label.setToolTip(tip or text)
        label.setFixedHeight(18)
        if head:
            label.setFixedWidth(FIELD)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        else:
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        return label

    def _nudge(self, name: str, key: str, by: int) -> None:
        entry = next(entry for entry in self._materials if entry.name == name)
        number = round(getattr(entry, key) + NUDGE * by, 6)
        if not self._reason_against(key, number):
            self.entered.emit(name, key, number)

    def _reason_against(self, key: str, number: float) -> str:
        if number < 0.0:
            return self.tr("{letter} must be at least 0.").format(letter=COLUMNS[key])
        if key == "restitution" and number > 1.0:
            return self.tr("e must be from 0 to 1.")
        return ""


def _text(number: float) -> str:
    """A number as it is typed: 0.04, not 0.04000."""
    return as_shown(f"{number:.4g}")
