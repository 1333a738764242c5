"""A contact problem as text: LaTeX and CSV with every digit, and a script that solves it with NumPy alone as we do."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from torseur import sim
from torseur.sim.errors import ArgumentError

MOST = 30  # contacts of a problem that a test solves
LARGE = ("balls_666", "elastic_666", "kapla_tower")  # more than that, and simulating them takes seconds
AGREES = 1e-9  # of forces and motions of two solvers, over the largest; each has a residual below 1e-12


def solved(scene, duration, i=-1, **settings):
    read = sim.load_scene(scene)
    return sim.solved_problem(sim.simulate(read, duration, settings=replace(read.settings, **settings)), i)


CASES = {
    "one contact slides": ("sphere_slip_to_roll", 0.1, {}),
    "two contacts": ("v_groove", 0.2, {}),
    "none": ("v_groove", 0.05, {}),
    "four corners": ("falling_brick", 0.5, {}),
    "pyramid": ("incline_30", 0.02, {"friction_law": "pyramid", "facets": 6}),
    "convex": ("incline_30", 0.02, {"friction_law": "convex"}),
    "forces": ("falling_brick", 0.5, {"scheme": "hybrid"}),
    "a robot": ("quadruped_stand", 0.05, {}),
}


def run(script, tmp_path):
    """What a script printed, line by its first words; it has no access to this program."""
    path = tmp_path / "problem.py"
    path.write_text(script, encoding="utf-8")
    command = [sys.executable, "-I", "-X", "utf8", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True, cwd=tmp_path)
    assert "torseur" not in script.partition('"""')[2].partition("import numpy")[2].lower().replace("by torseur", "")
    return dict(line.rsplit(" ", 1) for line in done.stdout.splitlines() if not line.endswith(("]", "m/s", "m/s²")))


@pytest.mark.parametrize("case", CASES)
def test_the_script_solves_the_problem_outside_as_we_do(case, tmp_path):
    scene, duration, settings = CASES[case]
    found = solved(scene, duration, **settings)
    problem = found.problem.part(np.flatnonzero(found.taking_part))
    force = found.force[found.taking_part]
    script = sim.problem_as_numpy_script(problem, force, level=found.level, law=found.law, facets=found.facets)
    printed = run(script, tmp_path)
    scale = max(1.0, float(np.abs(problem.w).max(initial=0.0)))
    assert float(printed["residual"]) < 1e-12 * scale
    assert float(printed["largest difference of motion"]) < AGREES * scale
    if np.linalg.matrix_rank(problem.W) == len(problem.w):  # else the forces are one of many
        assert float(printed["largest difference of forces"]) < AGREES * max(1.0, float(np.abs(force).max(initial=0.0)))


def script_of(problem, force, found):
    return sim.problem_as_numpy_script(problem, force, level=found.level, law=found.law, facets=found.facets)


@pytest.mark.parametrize("scene", [name for name in sim.scene_names() if name not in LARGE])
def test_the_script_of_a_shipped_scene_solves_what_we_solved(scene):
    read = sim.load_scene(scene)
    recording = sim.simulate(read, 0.3, settings=replace(read.settings, dt=0.005))
    for i in (8, 40, len(recording) - 1):
        found = sim.solved_problem(recording, i)
        part = np.flatnonzero(found.taking_part)
        if not 0 < len(part) <= MOST:
            continue
        problem, force = found.problem.part(part), (found.force - found.given)[part]
        names = {}
        exec(script_of(problem, force, found), names)  # the text that this program wrote
        scale = max(1.0, float(np.abs(problem.w).max()))
        assert names["solved"], (i, names["residual"])
        assert names["residual"] < AGREES * scale
        if found.residual < AGREES * scale:
            assert np.abs(problem.W @ (names["r"] - force.ravel())).max() < 1e2 * AGREES * scale


@pytest.mark.parametrize("scheme", ["time_stepping", "hybrid"])
def test_the_script_solves_the_accelerations_of_masses_a_thousand_apart(scheme):
    recording = sim.simulate(sim.load_scene("heterogeneous_stack"), 0.05, scheme=scheme, dt=0.005)
    state = sim.State(float(recording.t[6]), recording.q[6], recording.v[6])
    problem = sim.contact_problem(recording.scene, state, closed_gap=1e-4)
    ours = sim.solve_contact_problem(problem)
    names = {}
    exec(sim.problem_as_numpy_script(problem, ours.force), names)  # the text that this program wrote
    scale = float(np.abs(problem.w).max())
    assert names["solved"]
    assert np.abs(names["u"] - ours.velocity.ravel()).max() < 10 * AGREES * scale  # rounding of 2452 N over 1 kg


def test_a_problem_without_solution_is_told_with_status_1(tmp_path):
    problem = replace(  # M = 1/2 and μ M_nt = 1: friction of what slides along -x presses it in, Painlevé's paradox
        sim.frictionless_problem_from([[0.5]], [-1.0]),
        W=np.array([[2.0, 0.0, 1.0], [0.0, 2.0, 0.0], [1.0, 0.0, 0.5]]), w=np.array([0.0, 0.0, -1.0]),
        friction=np.array([1.0]), slide=np.array([[1.0, 0.0]]),
    )  # fmt: skip
    path = tmp_path / "problem.py"
    path.write_text(sim.problem_as_numpy_script(problem), encoding="utf-8")
    done = subprocess.run([sys.executable, "-I", "-X", "utf8", str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "NOT SOLVED" in done.stderr


def test_the_arrays_of_the_script_are_bit_for_bit_ours():
    found = solved("falling_brick", 0.5)
    script = sim.problem_as_numpy_script(found.problem, found.force, level=found.level)
    names = {}
    exec(script, names)  # the text that this program wrote
    assert np.array_equal(names["W"], found.problem.W)
    assert np.array_equal(names["w"], found.problem.w)
    assert np.array_equal(names["mu"], found.problem.friction)
    assert np.array_equal(names["found"], found.force.ravel())
    assert names["r"][2::3].sum() == pytest.approx(found.force[:, 2].sum(), rel=1e-9)


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
    for symbol, rows in re.findall(
        r"^(\S+) = \\begin\{bmatrix\}\n(.*?)\n\\end\{bmatrix\}", text, re.DOTALL | re.MULTILINE
    ):
        cells = [row.removesuffix(" \\\\").split(" & ") for row in rows.split("\n")]
        found[symbol] = np.array([[float(re.sub(r" \\cdot 10\^\{(.*)\}", r"e\1", x)) for x in row] for row in cells])
    return found


def test_numbers_of_latex_fulfil_its_equation_with_friction_too():
    found = solved("sphere_slip_to_roll", 0.1)
    text = sim.problem_as_latex(found.problem, found.force, level=found.level)
    assert "\\dot\\zeta = M \\lambda + M_t \\lambda_t + d" in text
    x = matrices(text)
    np.testing.assert_allclose(
        x["M"] @ x["\\lambda"] + x["M_t"] @ x["\\lambda_t"] + x["d"], x["\\dot\\zeta"], atol=1e-15
    )


def test_what_does_not_fit_is_refused():
    problem = sim.frictionless_problem_from([[2.0]], [-1.0])
    with pytest.raises(ArgumentError, match=r"force has shape \(2,\)"):
        sim.problem_as_csv(problem, np.zeros(2))
    with pytest.raises(ArgumentError, match="2 names"):
        sim.problem_as_latex(problem, names=("a", "b"))
    with pytest.raises(ArgumentError, match="level is one of"):
        sim.problem_as_numpy_script(problem, level="force")
