"""What is planned: the task's title, the method, planning and stopping, and every number of it as a field."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from ...controls.buttons.outline_button import OutlineButton
from ...controls.buttons.switch import Switch
from ...controls.fields.choice import Choice
from ...displays.folded_section import FoldedSection
from ...displays.prose import Prose
from ...displays.section_head import Divider, SectionHead, column_in, inset_row, padded
from ...displays.switch_text import SwitchText
from ...displays.text_label import TextLabel
from ...look.style import EDGE, SMALL
from ..values import BoardPhase, TaskGroup, TaskNumber, TaskSwitch, TaskView
from .number_rows import NumberRows

OPEN = ("start", "goal", "ground", "faults")  # groups that are unfolded at first


class TaskPanel(QWidget):
    """The body of the dock "Task". `show_*` is silent, signals are for the user alone."""

    plan_requested = Signal()
    stop_requested = Signal()
    each_change_switched = Signal(bool)  # whether every edit is planned at once
    method_chosen = Signal(str)
    number_entered = Signal(str, int, float)  # key, which of its values, the number
    switched = Signal(str, bool)
    mode_chosen = Signal(int, str)  # of a phase
    phase_entered = Signal(int, str, float)  # of a phase: "duration", "shortest", "longest" [s], "intervals"
    phase_fixed = Signal(int, bool)  # whether its duration is given

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._phase = 0  # the one whose numbers are shown
        self._shown: tuple[TaskView | None, BoardPhase | None] = (None, None)
        self._nothing = QWidget(self)
        self.absent = Prose(self._nothing, icon="info")
        self.open_button = OutlineButton(self.tr("Open a planning scene"), "folder", self._nothing)  # its menu is the window's
        self.head = SectionHead("", self)
        self.about = Prose(self, role="text_second", px=SMALL)
        self.plan_button = OutlineButton(self.tr("Plan"), "play", self)
        self.plan_button.clicked.connect(self.plan_requested)
        self.stop_button = OutlineButton(self.tr("Stop"), "stop", self)
        self.stop_button.clicked.connect(self.stop_requested)
        self.method = Choice(self.tr("Method"), self, widest=170)
        self.method.chosen.connect(self.method_chosen)
        self.each_change = Switch(self.tr("Plan each change"), self)
        self.each_change.setToolTip(self.tr("Every edit is planned at once; off: when Plan is pressed"))
        self.each_change.switched.connect(self.each_change_switched)
        self.stage = TextLabel(self, role="text_hint", px=SMALL)
        self.phase_head = SectionHead(self.tr("Phase"), self)
        self.mode = Choice(self.tr("Mode of the phase"), self)
        self.mode.chosen.connect(lambda mode: self.mode_chosen.emit(self._phase, mode))
        self.phase_rows = NumberRows(self)
        self.phase_rows.entered.connect(self._enter)
        self.phase_rows.switched.connect(lambda _, on: self.phase_fixed.emit(self._phase, on))
        self.groups: dict[str, tuple[FoldedSection, NumberRows]] = {}
        self._task = QWidget(self)
        self._arrange()
        self.show_task(None)

    def show_absent(self, reason: str) -> None:
        """Say why there is no task; empty: there is one."""
        self.absent.show_text(reason)
        self._nothing.setVisible(bool(reason))
        self._task.setVisible(not reason)

    def show_task(self, view: TaskView | None) -> None:
        """Show a task; None: there is none. Where it is another than before, what was refused gives way to its numbers."""
        if view is None:
            self.show_absent(self.tr("No planning scene is open: there is nothing to plan."))
            return
        if view != self._shown[0]:
            self._forget_refused()
        self._shown = view, self._shown[1]
        self.show_absent("")
        self.head.show_title(view.title)
        self.about.show_text(view.description)
        self.method.set_options(dict(view.methods), view.method)
        for key in [key for key in self.groups if key not in {group.key for group in view.groups}]:
            section, _ = self.groups.pop(key)
            section.hide()
            section.deleteLater()
        for place, group in enumerate(view.groups):
            section, rows = self._group(place, group)
            section.head.show_title(group.title)
            section.head.show_caption(group.caption)
            rows.show_values(group.numbers, group.switches)

    def show_phase(self, phase: int, one: BoardPhase | None, modes: Sequence[str]) -> None:
        """Show the numbers of the phase that is chosen, and which modes it may have; None: there is none."""
        self._phase = phase
        for part in (self.phase_head, self.phase_rows):
            part.setVisible(one is not None)
        if one is None:
            return
        if one != self._shown[1]:
            self._forget_refused()
        self._shown = self._shown[0], one
        self.phase_head.show_title(self.tr("Phase {k}").format(k=phase + 1))
        self.mode.set_options(modes or (one.mode,), one.mode)
        self.mode.setEnabled(len(modes) > 1)
        numbers = [TaskNumber("duration", self.tr("Duration"), "s", (one.duration,), 0.001, 60.0)]
        if not one.fixed:
            bounds = one.shortest, one.longest
            numbers.append(TaskNumber("bounds", self.tr("Between"), "s", bounds, 0.001, 60.0))
        numbers.append(TaskNumber("intervals", self.tr("Intervals"), "", (float(one.intervals),), 1.0, 200.0, whole=True))
        given = TaskSwitch("fixed", self.tr("Given, not the planner's"), one.fixed, self.tr("The duration is held where it is"))
        self.phase_rows.show_values(numbers, [given])

    def show_each_change(self, on: bool) -> None:
        """Whether every edit is planned at once."""
        self.each_change.show_on(on)

    def show_planning(self, planning: bool, stage: str) -> None:
        """Whether it is being planned, and what is being done, or was found."""
        self.plan_button.setVisible(not planning)
        self.method.setVisible(not planning)
        self.stop_button.setVisible(planning)
        self.stage.setVisible(planning)
        self.stage.show_text(stage)
        self.stage.setToolTip(stage)

    @override
    def sizeHint(self) -> QSize:
        return QSize(300, self._column.sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(270, self._column.minimumSize().height())

    def _forget_refused(self) -> None:
        for rows in (self.phase_rows, *(rows for _, rows in self.groups.values())):
            rows.forget_refused()

    def _enter(self, key: str, which: int, value: float) -> None:
        self.phase_entered.emit(self._phase, ("shortest", "longest")[which] if key == "bounds" else key, value)

    def _group(self, place: int, group: TaskGroup) -> tuple[FoldedSection, NumberRows]:
        if group.key not in self.groups:
            section, rows = FoldedSection(group.title, self._task), NumberRows(self._task)
            section.column.addWidget(rows)
            rows.entered.connect(self.number_entered)
            rows.switched.connect(self.switched)
            section.show_open(group.key in OPEN)
            self._groups.insertWidget(place, section)
            self.groups[group.key] = section, rows
        return self.groups[group.key]

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(EDGE, 4, EDGE, 4)
        row.setSpacing(8)
        for part in (self.plan_button, self.stop_button):
            row.addWidget(part)
        row.addWidget(self.method, 1)
        row.addWidget(self.stage, 1)
        switches = QHBoxLayout()
        switches.setContentsMargins(EDGE, 0, EDGE, 8)
        switches.setSpacing(6)
        word = SwitchText(self.each_change, self.tr("Plan each change"), self)
        switches.addWidget(self.each_change)
        switches.addWidget(word, 1)
        self.phase_head.add_control(self.mode)
        self._groups = QVBoxLayout()
        self._groups.setSpacing(0)
        inside = column_in(self._task)
        inside.addWidget(self.head)
        inside.addWidget(padded(self.about, bottom=6))
        inside.addLayout(row)
        inside.addLayout(switches)
        inside.addWidget(Divider(self))
        inside.addWidget(self.phase_head)
        inside.addWidget(self.phase_rows)
        inside.addWidget(Divider(self))
        inside.addLayout(self._groups)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        nothing = QVBoxLayout(self._nothing)
        nothing.setContentsMargins(0, 12, 0, 0)
        nothing.addWidget(padded(self.absent))
        nothing.addLayout(inset_row(self.open_button))
        column.addWidget(self._nothing)
        column.addWidget(self._task)
        column.addStretch(1)
