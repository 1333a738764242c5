"""The joints of everything in the scene, to be dragged, typed and searched, and the poses they are put in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QMoveEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from torseur.sim.errors import UnknownNameError

from ...accessibility.screen_reader import is_listened_to
from ...controls.buttons.icon_button import IconButton
from ...controls.buttons.segmented import SegmentedControl
from ...controls.fields.search_line import SearchLine
from ...displays.prose import Prose
from ...displays.scrolling import scroll_to
from ...text.units import ANGLE_UNITS, AngleUnit
from .joint_buttons import JointButtons
from .joint_row import EDGE, JointSliderRow
from .joint_section import JointSection
from .pose_list import PoseList
from .values import JointGroup

AT_ONCE = 12  # rows that are made before it is known which are in sight: as many as the window has at first
A_TURN = 5  # rows that are made in a turn of the event loop for who goes through all of them


class JointPanel(QWidget):
    """Rows of joints in groups, buttons that move all of them, and poses. Values in [rad | m].

    `show_…` and `set_…` are for the program and silent; signals are for the user alone. `unit_switch` and
    `search_button` belong to the panel but stand in the title bar around it.
    """

    moved = Signal(str, float)  # name of the joint, [rad | m]
    released = Signal()  # the end of a drag, of a key held, of typing
    selected = Signal(str)
    home_requested = Signal()
    zero_requested = Signal()
    random_requested = Signal()
    scene_requested = Signal()  # of the robot, on the ground
    unit_chosen = Signal(str)  # "deg" or "rad"
    pose_chosen = Signal(str)
    pose_store_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._groups: tuple[JointGroup, ...] = ()
        self.sections: list[JointSection] = []
        self._places: dict[str, tuple[JointSection, int]] = {}  # of each joint, and its number there
        self._positions: dict[str, float] = {}  # as shown last, for the rows that are not made yet
        self._unit: AngleUnit = "deg"
        self.selected_joint = ""
        self.unit_switch = SegmentedControl(ANGLE_UNITS, self.tr("Unit of angles"))
        self.search_button = IconButton("search", self.tr("Search joints"), side=24, checkable=True)
        self.search_line = SearchLine(self.tr("Search joints"), self)
        self.poses = PoseList(self)
        self.message = Prose(self, role="text_second")
        self.buttons = JointButtons(self)
        self._lay_out()
        self._connect()
        self._rest = QTimer(self, singleShot=True, interval=0)
        self._rest.timeout.connect(self._make_all_if_heard)
        self._show_what_is_there()

    @property
    def unit(self) -> AngleUnit:
        """What angles are shown in."""
        return self._unit

    @property
    def names(self) -> tuple[str, ...]:
        """The joints of all groups."""
        return tuple(self._places)

    def row(self, name: str) -> JointSliderRow:
        """The row of a joint, which is made if it was not in sight yet."""
        try:
            section, number = self._places[name]
        except KeyError:
            raise UnknownNameError("joint", name, self._places, "the joint panel") from None
        return section.row(number)

    def set_joints(self, groups: Sequence[JointGroup]) -> None:
        """Show these joints in place of those before; numbers run through all groups."""
        if tuple(groups) == self._groups:
            return
        self._groups = tuple(groups)
        self.setUpdatesEnabled(False)
        for section in self.sections:
            section.hide()
            section.deleteLater()
        self.sections, self._places, self._positions, first = [], {}, {}, 1
        for group in self._groups:
            section = JointSection(group, first, self._unit, self)
            self._places |= {spec.name: (section, number) for number, spec in enumerate(group.joints)}
            self.sections.append(section)
            self._section_column.addWidget(section)
            first += len(group.joints)
        self.selected_joint = ""
        self._search()
        room = AT_ONCE
        for section in self.sections:
            section.make_ends(max(0, room))
            room -= len(section.found)
        for section in self.sections:
            for row in section.rows:
                self._welcome(row)
            section.made.connect(self._on_made)
        self._order_keys()
        self.setUpdatesEnabled(True)
        self._make_all_if_heard()

    def show_positions(self, positions: Mapping[str, float]) -> None:
        """Show where joints are [rad | m]; names that are not in the panel are passed over."""
        self._positions.update(positions)
        for section in self.sections:
            for row in section.rows:
                if row.spec.name in positions:
                    row.show_position(positions[row.spec.name])

    def show_selected(self, name: str) -> None:
        """Let the row of a joint stand out and bring it into sight; "" or a name that is not here: none."""
        if name == self.selected_joint:
            return
        self._mark_selected(name)
        if name not in self._places:
            return
        row = self.row(name)
        self._places[name][0].fold(False)
        if self.isVisible():
            self._column.activate()
            scroll_to(row)

    def set_unit(self, unit: AngleUnit) -> None:
        """Show angles in "deg" or "rad"."""
        if unit == self._unit:
            return
        self._unit = unit
        self.unit_switch.show_choice(unit)
        for section in self.sections:
            section.set_unit(unit)

    def set_poses(self, names: Sequence[str]) -> None:
        """Offer poses by their names."""
        if tuple(names) != self.poses.names:
            self.poses.set_poses(names)
            self._order_keys()

    def show_pose(self, name: str) -> None:
        """Say which pose the robot stands in, "" for none of them."""
        self.poses.show_pose(name)

    def offer_scene(self, offered: bool) -> None:
        """Offer to make a scene of the robot, or not."""
        self.buttons.scene.setVisible(offered)

    def _lay_out(self) -> None:
        self._search_box = _framed(self.search_line, 8, 0)
        self._message_box = _framed(self.message, 20, 20)
        self._search_box.hide()
        self._section_column = QVBoxLayout()
        self._section_column.setSpacing(0)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._search_box)
        column.addLayout(self._section_column)
        for widget in (self._message_box, self.buttons, self.poses):
            column.addWidget(widget)
        column.addStretch(1)

    def _connect(self) -> None:
        self.unit_switch.chosen.connect(self._choose_unit)
        self.search_button.toggled.connect(self._open_search)
        self.search_line.textChanged.connect(self._search)
        self.search_line.cancelled.connect(lambda: self.search_button.setChecked(False))
        self.search_line.accepted.connect(self._go_to_found)
        self.buttons.home.clicked.connect(lambda: self.home_requested.emit())
        self.buttons.zero.clicked.connect(lambda: self.zero_requested.emit())
        self.buttons.random.clicked.connect(lambda: self.random_requested.emit())
        self.buttons.scene.clicked.connect(lambda: self.scene_requested.emit())
        self.poses.chosen.connect(self.pose_chosen)
        self.poses.store_requested.connect(self.pose_store_requested)

    def _on_made(self, row: JointSliderRow) -> None:
        self._welcome(row)
        rows = self._places[row.spec.name][0].rows
        place = rows.index(row)
        before = rows[place - 1].slider if place else self._places[row.spec.name][0].title
        QWidget.setTabOrder(before, row.field)
        QWidget.setTabOrder(row.field, row.slider)

    def _welcome(self, row: JointSliderRow) -> None:
        """Let a new row show what is known of its joint, and tell what is done to it."""
        name = row.spec.name
        if name in self._positions:
            row.show_position(self._positions[name])
        row.show_selected(name == self.selected_joint)
        row.moved.connect(lambda value: self.moved.emit(name, value))
        row.released.connect(self.released)
        row.selected.connect(lambda: self._select(name))

    def _select(self, name: str) -> None:
        if name not in self._places:  # of a robot that is gone, whose rows Qt deletes a turn later
            return
        section, number = self._places[name]
        section.make_beside(number)
        if name != self.selected_joint:
            self._mark_selected(name)
            self.selected.emit(name)

    def _mark_selected(self, name: str) -> None:
        before, self.selected_joint = self.selected_joint, name
        for section in self.sections:
            for row in section.rows:
                if row.spec.name in (before, name):
                    row.show_selected(row.spec.name == name)

    def _choose_unit(self, unit: AngleUnit) -> None:
        self.set_unit(unit)
        self.unit_chosen.emit(unit)

    def _open_search(self, is_open: bool) -> None:
        if not is_open:
            self.search_line.clearFocus()  # else hiding it would hand the keyboard to the next widget
            self.search_line.clear()
        self._search_box.setVisible(is_open)
        if is_open:
            self._column.activate()
            scroll_to(self.search_line)
            self.search_line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _search(self) -> None:
        for section in self.sections:
            section.search(self.search_line.text())
        self._show_what_is_there()

    def _go_to_found(self) -> None:
        spec = next((spec for section in self.sections for spec in section.found), None)
        if spec is not None:
            row = self.row(spec.name)
            self._column.activate()
            row.field.setFocus(Qt.FocusReason.TabFocusReason)
            scroll_to(row)

    def _show_what_is_there(self) -> None:
        words = self.search_line.text().strip()
        found = any(section.found for section in self.sections)
        self.buttons.setVisible(bool(self._places) and not words)
        self.poses.setVisible(bool(self._places) and not words)
        message = ""
        if not self._places:
            message = self.tr("This scene has no joints to drag.")
        elif not found:
            message = self.tr("No joint is called “{words}”.").format(words=words)
        self.message.show_text(message)
        self._message_box.setVisible(bool(message))

    def _make_all_if_heard(self) -> None:
        """Make the rows that are not in sight, too, some each turn, where a screen reader may go through them."""
        if is_listened_to():
            section = next((section for section in self.sections if not section.is_whole), None)
            if section is not None:
                section.make_some(A_TURN)
                self._rest.start()

    @override
    def moveEvent(self, event: QMoveEvent) -> None:
        """It is scrolled: what comes into sight is there before it is painted."""
        for section in self.sections:
            section.make_in_sight()
        self._make_all_if_heard()

    def _order_keys(self) -> None:
        """Let Tab go from above to below, whichever part was made last."""
        stops: list[QWidget] = [self.search_line]
        for section in self.sections:
            stops.append(section.title)
            for row in section.rows:
                stops += (row.field, row.slider)
        stops += (self.buttons.home, self.buttons.zero, self.buttons.random, self.buttons.scene)
        stops += (self.poses.store_button, self.poses.table)
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)


def _framed(widget: QWidget, above: int, below: int) -> QWidget:
    """A box with room around a widget, that takes none when hidden."""
    box = QWidget(widget.parentWidget())
    row = QHBoxLayout(box)
    row.setContentsMargins(EDGE, above, EDGE, below)
    row.addWidget(widget)
    return box
