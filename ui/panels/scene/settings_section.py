"""How a scene is simulated: scheme, solver, step, friction, materials, and under "More" what is changed rarely."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ...controls.buttons.more_button import MoreButton
from ...controls.buttons.segmented import SegmentedControl
from ...displays.laying_out import lay_out
from ...displays.prose import Prose
from ...displays.scrolling import scroll_to
from ...look.style import EDGE, SMALL
from .material_table import MaterialTable
from .pair_table import PairTable
from .setting_line import SettingLine
from .setting_specs import SPECS
from .values import MaterialEntry, MaterialPair

MATERIAL = "material:"  # before its name, where a refusal is about a material


class SettingsSection(QWidget):
    """Signals are for the user alone. What is refused is said below the line that it was entered in."""

    setting_entered = Signal(str, object)  # key and value: a key of the choice, or a number in SI units
    material_entered = Signal(str, str, float)  # material, "friction" or "restitution", number
    vary_wanted = Signal(str)  # a place in the scene's file

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: Mapping[str, object] = {}
        self._open = False
        self.scheme = SegmentedControl(
            {"time_stepping": self.tr("Time-stepping"), "hybrid": self.tr("Hybrid")}, self.tr("Scheme"), self
        )
        self.scheme.chosen.connect(lambda key: self._emit_setting("scheme", key))
        self.lines = {spec.key: SettingLine(spec, self) for spec in SPECS}
        for key, line in self.lines.items():
            line.entered.connect(lambda value, key=key: self._emit_setting(key, value))
            line.vary_wanted.connect(self.vary_wanted)
        self.materials = MaterialTable(self)
        self.materials.entered.connect(self._emit_material)
        self.materials.vary_wanted.connect(self.vary_wanted)
        self.pairs = PairTable(self)
        self.more = MoreButton(self)
        self.more.clicked.connect(self._switch)
        self._refusal = Prose(self, role="warning", px=SMALL, icon="warning", icon_role="warning")
        self._make_columns()
        self._show_lines()

    def set_solvers(self, solvers: Mapping[str, str]) -> None:
        """Offer these solvers, keys to texts."""
        self.lines["solver"].set_options(solvers)

    def show_values(self, values: Mapping[str, object]) -> None:
        """Show settings by their names: keys of choices, numbers in SI units. What was refused is forgotten."""
        if values != self._values:
            self._values = dict(values)
            self._show_lines()
        self._show_again()
        self._refusal.show_text("")

    def show_varied(self, places: Collection[str] | None) -> None:
        """Mark the settings at these places in the scene's file, which a sweep varies; None: there is no file."""
        for line in self.lines.values():
            line.show_varied(places)

    def show_materials(self, materials: Sequence[MaterialEntry], pairs: Sequence[MaterialPair] = ()) -> None:
        """Show the materials, and what holds where two of them touch; what was refused is forgotten."""
        self.materials.show_materials(materials)
        self.pairs.show_pairs(pairs)
        self._refusal.show_text("")

    def show_refusal(self, key: str, sentence: str) -> None:
        """Say why a setting, or a material, stays as it was, below it and in sight: it may be of a line that is scrolled away."""
        self._show_again()
        if key == "scheme":
            place: QWidget = self.scheme
        else:
            place = self.materials if key.startswith(MATERIAL) else self.lines.get(key, self.scheme)
        for column in self._columns:
            column.removeWidget(self._refusal)
        column = next(column for column in self._columns if column.indexOf(place) >= 0)
        column.insertWidget(column.indexOf(place) + 1, self._refusal)
        self._refusal.show_text(sentence)
        lay_out(3)  # this section, the panel, and what scrolls it
        scroll_to(self._refusal)

    @property
    def refusal(self) -> str:
        """What was refused last, and why; empty: nothing."""
        return self._refusal.text

    def _make_columns(self) -> None:
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 6)
        whole.setSpacing(6)
        common, rare = QVBoxLayout(), QVBoxLayout()
        for column in (common, rare):
            column.setContentsMargins(EDGE, 0, EDGE, 0)
            column.setSpacing(8)
        common.addWidget(self.scheme)
        for line in self.lines.values():
            (rare if line.spec.rare else common).addWidget(line)
        common.addWidget(self.materials)
        common.addWidget(self.pairs)
        common.addWidget(self._refusal)
        whole.addLayout(common)
        whole.addWidget(self.more)
        whole.addLayout(rare)
        self._columns = (common, rare)

    def _show_lines(self) -> None:
        """Those that matter; the rare ones only when they are asked for."""
        for line in self.lines.values():
            line.show_scheme(str(self._values.get("scheme", "")))
            line.setVisible(line.spec.matters(self._values) and (self._open or not line.spec.rare))
        self.more.show_text(self.tr("Fewer settings") if self._open else self.tr("More settings"))

    def _show_again(self) -> None:
        for key, value in self._values.items():
            if key == "scheme":
                self.scheme.show_choice(str(value))
            elif key in self.lines:
                self.lines[key].show_value(value)

    def _switch(self) -> None:
        self._open = not self._open
        self._show_lines()

    def _emit_setting(self, key: str, value: object) -> None:
        self._refusal.show_text("")
        self.setting_entered.emit(key, value)

    def _emit_material(self, name: str, key: str, number: float) -> None:
        self._refusal.show_text("")
        self.material_entered.emit(name, key, number)
