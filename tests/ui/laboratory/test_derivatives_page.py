"""The page Derivatives where joints turn and slide, and where a base floats: what is left of each unit by itself."""

from __future__ import annotations

import numpy as np
import pytest

from torseur import robots, sim
from torseur.ui.laboratory.dynamics.derivatives.page import WHICH, DerivativesPage, derivative_kind, derivative_unit
from torseur.ui.laboratory.dynamics.equation.dynamics_matrices import DynamicsMatrices
from torseur.ui.laboratory.dynamics.equation.page import EquationPage
from torseur.ui.laboratory.dynamics.values import Coordinate

TURNS, SLIDES = Coordinate("q_1", "turn", "turn", True), Coordinate("q_2", "slide", "slide", False)


@pytest.mark.parametrize(
    ("key", "units"),
    [
        ("tau/q", ("N·m/rad", "N·m/m", "N/rad", "N/m")),
        ("tau/v", ("N·m·s/rad", "N·m·s/m", "N·s/rad", "N·s/m")),
        ("a/tau", ("1/(kg·m²)", "1/(kg·m)", "1/(kg·m)", "1/kg")),
        ("a/q", ("1/s²", "rad/m·1/s²", "m/rad·1/s²", "1/s²")),
        ("a/v", ("1/s", "rad/m·1/s", "m/rad·1/s", "1/s")),
    ],
)
def test_an_entry_has_the_unit_of_its_row_by_that_of_its_column(key, units):
    of, by = key.split("/")
    pairs = [(row, column) for row in (TURNS, SLIDES) for column in (TURNS, SLIDES)]
    assert tuple(derivative_unit(row, column, of, by) for row, column in pairs) == units


@pytest.mark.parametrize("name", ["scara", "quadruped"])
def test_what_is_left_is_told_of_each_unit_by_itself(qtbot, name):
    model = robots.load(name)
    rng = np.random.default_rng(5)
    q, v, a = sim.random_configuration(model, rng), *rng.uniform(-1, 1, (2, model.nv))
    slides = {"scara": [2], "quadruped": [0, 1, 2]}[name]
    turns = [k not in slides for k in range(model.nv)]
    of = [Coordinate(f"q_{k}", f"{k}", f"{k}", turn) for k, turn in enumerate(turns)]
    found, page = sim.derivative_check(model, q, v, a), DerivativesPage()
    qtbot.addWidget(page)
    page.show_derivatives(found, of)
    for key in WHICH:
        page.which.show_choice(key)
        page.which.chosen.emit(key)
        check, letters = found.checks[tuple(key.split("/"))], key.split("/")
        units = np.array([[derivative_unit(row, column, *letters) for column in of] for row in of])
        kinds = np.array([[derivative_kind(row, column, *letters) for column in of] for row in of])
        title, *lines = page.facts.texts
        assert title == "Largest difference"
        assert len(lines) == len(set(kinds.ravel())) == 4
        for text in lines:
            left, whole = (float(word.strip(")")) for word in text.split(" ")[-5:-1:3])
            here = kinds == " ".join(text.strip().split(" ")[:-5])
            assert {text.split(" ")[-1]} == set(units[here])
            assert left == pytest.approx(np.abs(check.apart)[here].max(), rel=0.5)  # one digit is shown
            assert whole == pytest.approx(np.abs(check.exact)[here].max(), rel=0.2, abs=1e-13 * check.largest)
            # Eighth order and rounding, beside the largest of any unit: the differences know no other.
            assert left < 1e-7 * max(1.0, check.largest)


def test_what_is_left_of_a_skew_matrix_has_units_too(qtbot):
    model = robots.load("scara")
    rng = np.random.default_rng(6)
    q, v, a = sim.random_configuration(model, rng), *rng.uniform(-1, 1, (2, model.nv))
    matrices = DynamicsMatrices()
    qtbot.addWidget(matrices)
    matrices.show_equation(
        sim.equation_of_motion(model, q, v, a), [Coordinate(f"q_{k}", "", "", k != 2) for k in range(model.nv)], 0
    )
    title, *told = matrices.facts.texts[:4]
    assert title.endswith("|S + Sᵀ|")
    assert [text.strip().split(" ")[:-5] for text in told] == [
        ["two", "turns"],
        ["a", "slide", "and", "a", "turn"],
        ["two", "slides"],
    ]
    assert [text.split(" ")[-1] for text in told] == ["kg·m²/s", "kg·m/s", "kg/s"]


def test_every_number_of_the_mass_matrix_has_three_digits_to_reckon_with(qtbot):
    model = robots.load("arm_6r")
    q, v = sim.random_configuration(model, np.random.default_rng(2)), np.ones(model.nv)
    of = [Coordinate(f"q_{k}", "", "", True) for k in range(1, model.nv + 1)]
    page = EquationPage()
    qtbot.addWidget(page)
    page.resize(400, 900)
    page.show_absent("")
    page.show_equation(sim.equation_of_motion(model, q, v, v), of, "deg", "ABA")
    page.show()
    table = page.matrices.table
    for i, row in enumerate(table.values.tolist()):
        for j, value in enumerate(row):
            if value:
                shown = float(table.cell_text(i, j).replace("−", "-"))
                assert shown == pytest.approx(value, rel=5.1e-3)  # half a unit of the third digit
