"""The table of joint speeds says how much faster all may go, and what each of its rows is."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from torseur import robots, sim
from torseur.ui.laboratory.inverse_kinematics.speed_table import SpeedTable
from torseur.ui.laboratory.inverse_kinematics.speeds_section import TITLES
from torseur.ui.look.style import apply_style
from torseur.ui.look.theme import LIGHT


@pytest.fixture
def table(qtbot):
    apply_style(QApplication.instance(), LIGHT)
    table = SpeedTable()
    qtbot.addWidget(table)
    return table


def shown(table, name, q, twist, unit="deg"):
    model = robots.load(name)
    found = [
        sim.inverse_velocity(model, np.array(q), "tool", twist, rows="position", method=method) for method in TITLES
    ]
    turning = [model.joint(joint).kind is not sim.JointKind.PRISMATIC for joint in found[0].joints]
    table.show_solutions(found, list(TITLES.values()), range(1, len(turning) + 1), turning, unit)
    return found, *read(table)


def read(table):
    """By the label of each row: its texts and whether each is too much; and its tooltip."""
    model = table.row_model
    rows, tips = {}, {}
    for row in range(model.rowCount()):
        label, *texts = (model.index(row, at).data() for at in range(model.columnCount()))
        rows[label] = (texts, [bool(model.cell(row, at).fill) for at in range(1, model.columnCount())])
        tips[label] = model.index(row, 1).data(Qt.ItemDataRole.ToolTipRole)
    return rows, tips


def test_the_last_row_says_how_many_times_the_wanted_speed_is_as_fast_as_a_limit(table):
    found, rows, tips = shown(table, "scara", [np.pi / 4, np.pi / 4, 0.1], [0.0, 1.0, 0.0])
    assert rows["to limit"][0][0] == "×0.821"  # the elbow turns with 3.828 rad/s and may with pi
    assert rows["to limit"][1][0]
    slow, rows, _ = shown(table, "scara", [np.pi / 4, np.pi / 4, 0.1], [0.0, 0.1, 0.0])
    assert rows["to limit"][0][0] == "×8.21"
    assert not rows["to limit"][1][0]
    assert "×∞" in tips["to limit"]
    assert found[0].feasible == pytest.approx(0.1 * slow[0].feasible)


def test_at_rest_no_joint_comes_to_a_limit(table):
    _, rows, _ = shown(table, "scara", [0.3, 0.4, 0.1], [0.0, 0.0, 0.0])
    assert rows["to limit"][0] == ["×∞"] * 4
    assert not any(rows["to limit"][1])


def test_each_row_is_explained_and_a_joint_with_its_limit(table):
    _, _, tips = shown(table, "scara", [0.3, 0.4, 0.1], [0.0, 1.0, 0.0])
    assert any("at most 180.0 °/s" in tip for tip in tips.values())
    assert all(tips.values())
    _, _, tips = shown(table, "scara", [0.3, 0.4, 0.1], [0.0, 1.0, 0.0], unit="rad")
    assert any("at most 3.142 rad/s" in tip for tip in tips.values())


def test_the_heads_name_the_methods_and_a_row_its_joint_and_unit(table):
    shown(table, "scara", [0.3, 0.4, 0.1], [0.0, 1.0, 0.0])
    model = table.row_model
    heads = [model.headerData(at, Qt.Orientation.Horizontal) for at in range(model.columnCount())]
    assert heads[1:] == list(TITLES.values())
    assert model.index(0, 0).data().endswith("1 °/s")
    assert table.to_copy().values.shape == (3, len(TITLES))


def test_the_operational_velocity_stands_below_the_joint_speeds_wanted_or_not(table):
    """kinematic-model, exercise 2: the SCARA at 45°, 45° goes 1 m/s along y, and its tool turns at −1 rad/s."""
    _, rows, _ = shown(table, "scara", [np.pi / 4, np.pi / 4, 0.1], [0.0, 1.0, 0.0], unit="rad")
    assert rows["vy m/s"][0][0] == "1.000"
    assert rows["ωz rad/s"][0][0] == "−1.000"
    assert rows["ωx rad/s"][0][0] == "0"
