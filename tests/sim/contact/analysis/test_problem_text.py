"""A contact problem as text with every digit: LaTeX, CSV and NumPy."""

import csv
import io
import re
from dataclasses import replace

import numpy as np
import pytest

from torseur import sim
from torseur.sim.errors import ArgumentError


def solved(scene, duration, i=-1, **settings):
    read = sim.load_scene(scene)
    return sim.solved_problem(sim.simulate(read, duration, settings=replace(read.settings, **settings)), i)


def test_arrays_are_bit_for_bit_ours():
    found = solved("falling_brick", 0.5)
    names = {}
    exec(sim.problem_as_numpy(found.problem, found.force, level=found.level), names)  # the text that this program wrote
    assert np.array_equal(names["W"], found.problem.W)
    assert np.array_equal(names["w"], found.problem.w)
    assert np.array_equal(names["mu"], found.problem.friction)
    assert np.array_equal(names["r"], found.force.ravel())


def test_csv_has_contacts_and_both_matrices_with_every_digit():
    found = solved("falling_brick", 0.5)
    rows = list(csv.reader(io.StringIO(sim.problem_as_csv(found.problem, found.force, level=found.level))))
    table = {row[0]: row for row in rows if row}
    assert [float(x) for x in rows[1][-6:-3]] == found.force[0].tolist()
    assert rows[0][-1] == "u n [m/s]"
    first = [row for row in rows if row and row[0] == "M [1/kg]"][0]
    at = rows.index(first)
    np.testing.assert_array_equal([[float(x) for x in row[1:-1]] for row in rows[at + 1 : at + 5]], found.problem.M)
    assert float(table["c_4 n"][-1]) == found.problem.w[-1]


def test_latex_has_m_d_and_the_forces():
    problem = sim.frictionless_problem_from([[2.0, 0.5], [0.5, 1.0]], [-1.0, 1e-20])
    text = sim.problem_as_latex(problem, np.array([[0.0, 0.0, 0.5], [0.0, 0.0, 0.0]]))
    assert "M = \\begin{bmatrix}\n2.0 & 0.5 \\\\\n0.5 & 1.0\n\\end{bmatrix}" in text
    assert "1 \\cdot 10^{-20}" in text
    assert "W =" not in text
    assert "\\dot\\zeta = M \\lambda + d" in text


def matrices(text):
    """Numbers of a LaTeX text by their symbol."""
    found = {}
    for symbol, rows in re.findall(r"^(\S+) = \\begin\{bmatrix\}\n(.*?)\n\\end\{bmatrix\}", text, re.DOTALL | re.MULTILINE):
        cells = [row.removesuffix(" \\\\").split(" & ") for row in rows.split("\n")]
        found[symbol] = np.array([[float(re.sub(r" \\cdot 10\^\{(.*)\}", r"e\1", x)) for x in row] for row in cells])
    return found


def test_numbers_of_latex_fulfil_its_equation_with_friction_too():
    found = solved("sphere_slip_to_roll", 0.1)
    text = sim.problem_as_latex(found.problem, found.force, level=found.level)
    assert "\\dot\\zeta = M \\lambda + M_t \\lambda_t + d" in text
    x = matrices(text)
    np.testing.assert_allclose(x["M"] @ x["\\lambda"] + x["M_t"] @ x["\\lambda_t"] + x["d"], x["\\dot\\zeta"], atol=1e-15)


def test_what_does_not_fit_is_refused():
    problem = sim.frictionless_problem_from([[2.0]], [-1.0])
    with pytest.raises(ArgumentError, match=r"force has shape \(2,\)"):
        sim.problem_as_csv(problem, np.zeros(2))
    with pytest.raises(ArgumentError, match="2 names"):
        sim.problem_as_latex(problem, names=("a", "b"))
    with pytest.raises(ArgumentError, match="level is one of"):
        sim.problem_as_numpy(problem, level="force")
