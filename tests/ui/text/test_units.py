"""The one rule of units."""

from __future__ import annotations

import pytest

from tests.cases import loop_over
from torseur import robots, sim
from torseur.ui.text.units import JACOBIAN_UNITS, of_both_kinds, per_unit, power_unit, row_unit


@pytest.mark.parametrize(
    ("slides", "unit"), [([False], "rad/s"), ([True, True], "m/s"), ([False, True], "rad/s | m/s"), ([], "rad/s")]
)
def test_a_number_of_several_joints_has_the_units_of_both_kinds(slides, unit):
    assert per_unit(slides, "rad/s", "m/s") == unit


def test_the_largest_is_said_of_each_kind_by_itself():
    assert of_both_kinds([3.0, -7.0, 28.2], [False, False, True], "N·m", "N") == ("7.00 | 28.2", "N·m | N")
    assert of_both_kinds([3.0, -7.0], [True, True], "N·m", "N") == ("7.00", "N")
    assert of_both_kinds([], [], "N·m", "N") == ("0", "N·m")


def test_a_product_has_the_power_of_the_unit_of_its_factors():
    assert [power_unit("m/s", k) for k in range(4)] == ["", "m/s", "(m/s)²", "(m/s)³"]
    assert power_unit("m", 2) == "m²"


@loop_over("name", ["scara", "planar_2r", "cylindrical", "arm_6r"])
@loop_over("rows", ["position", "orientation"])
def test_the_window_and_python_say_the_same_unit_of_singular_values_whatever_the_joints(name, rows):
    model = robots.load(name)
    q = model.poses["home"]
    assert sim.task_jacobian(model, q, "tool", rows=rows).unit == row_unit(rows)
    assert row_unit(rows) == JACOBIAN_UNITS[0 if rows == "position" else 3]
