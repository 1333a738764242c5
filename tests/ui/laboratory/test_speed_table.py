"""The table of joint speeds says how much faster all may go, and what each of its rows is."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from torseur import robots, sim
from torseur.ui.laboratory.inverse_kinematics.speed_table import SpeedTable
from torseur.ui.look.style import apply_style
from torseur.ui.look.theme import LIGHT

METHODS = ("pseudo_inverse", "truncated", "damped", "transpose")


@pytest.fixture
def table(qtbot):
    apply_style(QApplication.instance(), LIGHT)
    table = SpeedTable()
    qtbot.addWidget(table)
    return table


def shown(table, name, q, twist, unit="deg"):
    model = robots.load(name)
    found = [
        sim.inverse_velocity(model, np.array(q), "tool", twist, rows="position", method=method) for method in METHODS
    ]
    turning = [model.joint(joint).kind is not sim.JointKind.PRISMATIC for joint in found[0].joints]
    table.show_solutions(found, METHODS, range(1, len(turning) + 1), turning, unit)
    rows = {row[0]: row for row in table.rows}
    return found, rows, dict(zip(rows, table.tips, strict=True))


def test_the_last_row_says_how_many_times_the_wanted_speed_is_as_fast_as_a_limit(table):
    found, rows, tips = shown(table, "scara", [np.pi / 4, np.pi / 4, 0.1], [0.0, 1.0, 0.0])
    assert rows["to limit"][2][0] == "×0.821"  # the elbow turns with 3.828 rad/s and may with pi
    assert rows["to limit"][3][0]
    slow, rows, _ = shown(table, "scara", [np.pi / 4, np.pi / 4, 0.1], [0.0, 0.1, 0.0])
    assert rows["to limit"][2][0] == "×8.21"
    assert not rows["to limit"][3][0]
    assert "×∞" in tips["to limit"]
    assert found[0].feasible == pytest.approx(0.1 * slow[0].feasible)


def test_at_rest_no_joint_comes_to_a_limit(table):
    _, rows, _ = shown(table, "scara", [0.3, 0.4, 0.1], [0.0, 0.0, 0.0])
    assert rows["to limit"][2] == ["×∞"] * 4
    assert not any(rows["to limit"][3])


def test_each_row_is_explained_and_a_joint_with_its_limit(table):
    _, _, tips = shown(table, "scara", [0.3, 0.4, 0.1], [0.0, 1.0, 0.0])
    assert any("at most 180.0 °/s" in tip for tip in tips.values())
    assert all(tips.values())
    _, _, tips = shown(table, "scara", [0.3, 0.4, 0.1], [0.0, 1.0, 0.0], unit="rad")
    assert any("at most 3.142 rad/s" in tip for tip in tips.values())
