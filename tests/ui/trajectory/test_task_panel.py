"""The numbers of a task as they are typed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from torseur.ui.trajectory.task.task_panel import TaskPanel
from torseur.ui.trajectory.values import BoardPhase, TaskGroup, TaskNumber, TaskView


@pytest.fixture
def panel(qtbot):
    panel = TaskPanel()
    qtbot.addWidget(panel)
    panel.show_task(a_view(0.5, 1.2))
    panel.show_phase(1, BoardPhase("flight", False, 0.4, 0.1, 0.8, 10), ("stance", "flight"))
    return panel


def a_view(least, greatest):
    length = TaskNumber("limits/leg length", "leg length", "m", (least, greatest), -10.0, 10.0)
    return TaskView("Gap", "", "rk4", (("rk4", "RK4"),), (TaskGroup("limits", "Limits", (length,)),))


def typed(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_a_least_above_its_greatest_is_refused_and_the_two_are_never_exchanged(panel):
    told = []
    panel.number_entered.connect(lambda *what: told.append(what))
    least, greatest = (panel.groups["limits"][1].fields["limits/leg length", k] for k in (0, 1))
    typed(least, "1.5")
    assert least.refused
    assert "at most the greatest, 1.200 m" in least.toolTip()
    assert told == []
    typed(greatest, "2")
    assert told == [("limits/leg length", 1, 2.0)]


def test_the_bounds_of_a_duration_are_typed_as_a_pair(panel):
    told = []
    panel.phase_entered.connect(lambda *what: told.append(what))
    least, greatest = (panel.phase_rows.fields["bounds", k] for k in (0, 1))
    typed(least, "0.2")
    typed(greatest, "0.05")
    assert greatest.refused
    assert told == [(1, "shortest", 0.2)]


def test_why_a_number_is_not_taken_is_said_below_it_until_something_else_is_edited(panel):
    rows = panel.groups["limits"][1]
    least, greatest = (rows.fields["limits/leg length", k] for k in (0, 1))
    typed(least, "1.6")
    assert rows.refusal.startswith("“1.6” is not taken. The least is at most the greatest, 1.200 m")
    typed(greatest, "abc")
    assert rows.refusal == "“abc” is not taken. “abc” is not a number."
    panel.show_task(a_view(0.4, 1.2))  # an edit elsewhere, or undo
    assert rows.refusal == ""
    assert (least.text(), greatest.text()) == ("0.4", "1.2")


def test_without_a_task_it_offers_planning_scenes(panel):
    assert not panel.open_button.isVisibleTo(panel)
    panel.show_task(None)
    assert panel.open_button.isVisibleTo(panel)
