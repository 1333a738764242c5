"""The page "Singularities" of the laboratory: by formulas, on a map, and the nearest one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ...controls.buttons.copy_button import CopyButton
from ...controls.buttons.outline_button import OutlineButton
from ...controls.buttons.segmented import SegmentedControl
from ...controls.fields.choice import Choice
from ...displays.plot.map_view import MapData, MapView
from ...displays.prose import Prose
from ...displays.section_head import Divider, SectionHead, column_in, inset
from ...displays.value_tiles import ValueTiles
from ...look.style import EDGE, SMALL
from ...text.array_text import ArrayText, FormulaText
from ...text.units import AngleUnit
from .formula_section import FormulaSection
from .minor_section import MinorSection

MEASURES = {"w": "w", "sigma_min": "σ min", "inverse_condition": "1/κ"}


class SingularitiesPage(QWidget):
    """`show_*` is for the program and silent, signals for the user alone."""

    rows_chosen = Signal(str)
    measure_chosen = Signal(str)
    joints_chosen = Signal(str, str)
    place_moved = Signal(float, float)
    place_released = Signal()
    nearest_requested = Signal()

    def __init__(
        self,
        formulas: Callable[[], FormulaText | None],
        minors: Callable[[], ArrayText | None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._joints: dict[str, str] = {}
        self._column = column_in(self)
        self._make_rows()
        self._make_nearest()
        self.minors = MinorSection(minors, self)
        self._column.addWidget(self.minors)
        self._column.addWidget(Divider(self))
        self.formulas = FormulaSection(formulas, self)
        self._column.addWidget(self.formulas)
        self._column.addWidget(Divider(self))
        self._make_map()
        self._column.addStretch(1)
        self.show_nearest("", False)
        self.show_absent("")

    # Shown

    def show_absent(self, reason: str, *, any_rows: bool = True) -> None:
        """Say why there is nothing; empty: there is something. Without `any_rows` other rows would not help."""
        self.absent.show_text(reason)
        self.rows.setEnabled(any_rows)
        if not any_rows:
            self.head.show_caption("")
        if reason:
            self.scaled.show_text("")
        for part in (self._nearest, self.minors, self.formulas, self._map):
            part.setVisible(not reason)

    def show_frame(self, frame: str, rows: str, scaled: str) -> None:
        """Show whose Jacobian it is, which rows, and how rows of both kinds are made one unit."""
        self.head.show_caption(frame)
        self.rows.show_choice(rows)
        self.scaled.show_text(scaled)

    def show_measures(self, values: Mapping[str, tuple[str, str]]) -> None:
        """Show the measures where the robot is: number and unit of each of MEASURES."""
        self.tiles.show_values([values[key] for key in MEASURES])

    def show_nearest(self, text: str, can_go: bool) -> None:
        """Say where the nearest singular configuration is."""
        self.nearest.show_text(text)
        self.nearest_button.setEnabled(can_go)

    def show_joints(self, joints: Mapping[str, str], a: str, b: str) -> None:
        """Offer these joints, by name and text, for the axes of the map."""
        self._joints = dict(joints)
        self.joint_a.set_options(self._joints, a)
        self.joint_b.set_options(self._joints, b)

    def show_map(self, data: MapData | None, reason: str = "") -> None:
        """Draw a map, and what is to be said of it; None: there is none, and why."""
        self.no_map.show_text(reason)
        self.map.setVisible(data is not None or not reason)
        self.map.show_map(data)

    def set_unit(self, unit: AngleUnit) -> None:
        """Write angles in this unit."""
        self.map.show_unit(unit)

    # What is made

    def _make_rows(self) -> None:
        self.head = SectionHead(self.tr("Rows of J"), self)
        options = {"position": self.tr("Position"), "orientation": self.tr("Orientation"), "both": self.tr("Both")}
        self.rows = SegmentedControl(options, self.tr("Rows of the Jacobian"), self, height=24)
        self.rows.chosen.connect(self.rows_chosen)
        self.head.add_control(self.rows)
        self._column.addWidget(self.head)
        self.absent = Prose(self, role="text_second", px=SMALL, icon="warning", icon_role="warning")
        self._column.addLayout(inset(self.absent))
        self.scaled = Prose(self, role="text_hint", px=SMALL)
        self._column.addLayout(inset(self.scaled, bottom=6))

    def _make_nearest(self) -> None:
        self._nearest = QWidget(self)
        column = column_in(self._nearest)
        self.tiles = ValueTiles(["w = ∏ σ", "σ_{min}", "1/κ"], [0.43, 0.33, 0.24], self._nearest)
        column.addLayout(inset(self.tiles))
        self.nearest = Prose(self._nearest, role="text_second", px=SMALL)
        self.nearest_button = OutlineButton(self.tr("Go to"), parent=self._nearest)
        self.nearest_button.clicked.connect(self.nearest_requested)
        title = Prose(self._nearest, weight=600)
        title.show_text(self.tr("Nearest singular configuration"))
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addWidget(title)
        texts.addWidget(self.nearest)
        row = QHBoxLayout()
        row.setContentsMargins(EDGE, 0, EDGE, 12)
        row.addLayout(texts, 1)
        row.addWidget(self.nearest_button)
        column.addLayout(row)
        column.addWidget(Divider(self._nearest))
        self._column.addWidget(self._nearest)

    def _make_map(self) -> None:
        self._map = QWidget(self)
        column = column_in(self._map)
        head = SectionHead(self.tr("Map"), self._map)
        self.measure = SegmentedControl(MEASURES, self.tr("Measure"), self._map, height=24)
        self.measure.chosen.connect(self.measure_chosen)
        head.add_control(self.measure)
        head.add_control(CopyButton(self._map_text, self._map, name=self.tr("Copy the map")))
        column.addWidget(head)
        row = QHBoxLayout()
        row.setContentsMargins(EDGE, 0, EDGE, 8)
        row.setSpacing(8)
        self.joint_a = Choice(self.tr("Joint to the right"), self._map)
        self.joint_b = Choice(self.tr("Joint upwards"), self._map)
        for label, choice in ((self.tr("over"), self.joint_a), (self.tr("and"), self.joint_b)):
            word = Prose(self._map, role="text_second", px=SMALL)
            word.show_text(label)
            word.setMaximumWidth(36)
            row.addWidget(word, 0, Qt.AlignmentFlag.AlignVCenter)
            row.addWidget(choice, 1)
            choice.chosen.connect(lambda _: self.joints_chosen.emit(self.joint_a.choice, self.joint_b.choice))
        column.addLayout(row)
        self.no_map = Prose(self._map, role="text_second", px=SMALL)
        column.addLayout(inset(self.no_map, bottom=8))
        self.map = MapView(self._map)
        self.map.moved.connect(self.place_moved)
        self.map.released.connect(self.place_released)
        column.addLayout(inset(self.map))
        self._column.addWidget(self._map)

    def _map_text(self) -> ArrayText | None:
        data = self.map.data
        if data is None:
            return None
        return ArrayText(data.values, [repr(float(a)) for a in data.a], [repr(float(b)) for b in data.b])
