"""The page Motion says how many of the joints are plotted, where they are more than there are styles of lines."""

from __future__ import annotations

import numpy as np
import pytest

from torseur.ui.laboratory.dynamics.motion_task.page import MotionTaskPage
from torseur.ui.laboratory.dynamics.motion_task.values import MotionPlan, TaskResult
from torseur.ui.laboratory.dynamics.values import Coordinate


@pytest.mark.parametrize(("joints", "note"), [(21, ""), (24, "21 of 24 are plotted")])
def test_more_joints_than_lines_are_counted(qapp, joints, note):
    page = MotionTaskPage()
    coordinates = tuple(Coordinate(f"q_{k}", f"joint{k}", f"joint{k}", True) for k in range(joints))
    zeros = np.zeros(joints)
    result = TaskResult(
        coordinates,
        np.linspace(0.0, 1.0, 5),
        np.zeros((5, joints)),
        np.full(joints, np.inf),
        zeros,
        zeros,
        zeros,
        (),
        0.0,
        0.0,
    )
    plan = MotionPlan("quintic", 1.0, 1.0, (0.0,) * joints, "body", 0.0, (0.0, 0.0, 0.0), True)
    page.show_plan(plan, "")
    page.show_result(result)
    assert page.head.note == note
    page.deleteLater()


def test_numbers_of_the_plan_before_go_where_those_of_now_are_late(qtbot):
    page = MotionTaskPage()
    qtbot.addWidget(page)
    zeros = np.zeros(1)
    limits = np.full(1, np.inf)
    coordinates = (Coordinate("q_1", "hinge", "hinge", True),)
    result = TaskResult(
        coordinates, np.linspace(0.0, 1.0, 5), np.ones((5, 1)), limits, np.ones(1), zeros, zeros, (), 0.0, 0.0
    )
    plan = MotionPlan("quintic", 1.0, 1.0, (0.0,), "body", 0.0, (0.0, 0.0, 0.0), True)
    page.show_plan(plan, "")
    page.show_result(result)
    assert len(page.table.rows) == 1
    page.show_plan(plan, "")
    qtbot.waitUntil(lambda: page.head.note == "planning…")
    assert page.table.rows == ()
    assert not page.play_button.isEnabled()
    page.show_result(result)
    assert len(page.table.rows) == 1
    assert page.play_button.isEnabled()
    assert page.head.note == ""


def test_what_a_floating_base_takes_is_a_wrench(qtbot):
    page = MotionTaskPage()
    qtbot.addWidget(page)
    coordinates = (
        Coordinate("v_x", "base vx", "base v_x", False),
        Coordinate("ω_z", "base ωz", "base ω_z", True),
        Coordinate("q_1", "hinge", "hinge", True),
    )
    numbers = np.zeros(3)
    page.show_result(
        TaskResult(
            coordinates, np.linspace(0.0, 1.0, 5), np.ones((5, 3)), np.full(3, np.inf), np.ones(3), numbers, numbers,
            (), 0.0, 0.0,
        )
    )  # fmt: skip
    assert [style.name for style, _ in page.panes["tau"].lines] == ["f_x", "n_z", "τ_{m,1}"]


def test_a_robot_without_limits_is_not_plotted_by_them_and_units_are_of_the_joints_there_are(qtbot):
    page = MotionTaskPage()
    qtbot.addWidget(page)
    zeros = np.zeros(2)
    for turns, limits, unit in ((True, np.array([np.inf, 20.0]), "N·m"), (False, np.full(2, np.inf), "N")):
        coordinates = tuple(Coordinate(f"q_{k}", f"joint{k}", f"joint{k}", turns) for k in (1, 2))
        page.show_result(
            TaskResult(
                coordinates, np.linspace(0.0, 1.0, 5), np.ones((5, 2)), limits, zeros, zeros, zeros, (), 0.0, 0.0
            )
        )
        assert page.panes["tau"].unit == unit
        assert page.what.isHidden() == (not turns)
        if turns:
            page.what.button("share").click()
            assert len(page.panes["share"].lines) == 3, "one joint, and both sides of the limit"
    assert page.what.choice == "tau"
    assert len(page.panes["tau"].lines) == 2


def test_the_joint_that_strays_most_is_named_in_the_unit_chosen(qtbot):
    page = MotionTaskPage()
    qtbot.addWidget(page)
    coordinates = (Coordinate("q_1", "hinge", "hinge", True), Coordinate("q_2", "lift", "lift", False))
    zeros = np.zeros(2)
    page.show_result(
        TaskResult(
            coordinates, np.linspace(0.0, 1.0, 5), np.ones((5, 2)), np.full(2, np.inf), zeros, zeros, zeros, (), 0.0, 0.0
        )
    )  # fmt: skip
    page.show_strays(np.array([np.pi / 2, 0.25]), "deg")
    assert page.facts.texts[-2:] == (
        "Played back, hinge strays most, by 90.0 °",
        "Played back, lift strays most, by 0.250 m",
    )
