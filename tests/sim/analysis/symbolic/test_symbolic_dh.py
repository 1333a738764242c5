"""Formulas of tables agree with numbers, and are those of the course."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import sympy

from tests.robots_to_test import SHIPPED
from torseur import robots, sim
from torseur.robots.dh.dh_reader import table_of as read_table
from torseur.robots.dh.editing import definition_in
from torseur.sim.analysis.symbolic import values
from torseur.sim.analysis.symbolic.formula_job import formulas
from torseur.sim.analysis.symbolic.values import answer, request
from torseur.sim.child_process import child_command
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.model import JointKind

ROOT = Path(__file__).parents[4]
KINDS = (JointKind.REVOLUTE, JointKind.PRISMATIC, JointKind.FIXED)


def table_of(name):
    return robots.read_dh_table(robots.describe(name).path)


def numbers(found, q):
    values = sympy.lambdify(found.q, [found.T.subs(found.lengths), found.J.subs(found.lengths)], "numpy")(*q)
    return np.array(values[0], float), np.array(values[1], float)


def differences(table, q, tool):
    """The Jacobian (6, nv) by central differences: rows 4 to 6 are vee of dR Rᵀ."""

    def pose(q):
        last = table.frames(q)[-1]
        return last @ table.tool if tool else np.linalg.inv(table.base) @ last

    columns = []
    for k in range(len(q)):
        step = np.zeros(len(q))
        step[k] = 1e-6
        rate = (pose(q + step) - pose(q - step)) / 2e-6
        turn = rate[:3, :3] @ pose(q)[:3, :3].T
        columns.append([*rate[:3, 3], turn[2, 1], turn[0, 2], turn[1, 0]])
    return np.array(columns).T


@pytest.mark.slow
@pytest.mark.parametrize(("tool", "names"), [(False, True), (True, False)])
@pytest.mark.parametrize("name", SHIPPED)
def test_formulas_of_a_shipped_robot_agree_with_its_numbers(name, names, tool):
    table, model = table_of(name), robots.load(name)
    q = np.random.default_rng(3).uniform(-2.0, 2.0, table.nq)
    T, J = numbers(sim.symbolic_dh(table, tool=tool, names=names), q)
    last, turn = table.frames(q)[-1], np.eye(3) if tool else table.base[:3, :3].T
    np.testing.assert_allclose(T, last @ table.tool if tool else np.linalg.inv(table.base) @ last, atol=1e-12)
    expected = sim.jacobian(model, q, "tool" if tool else model.body_names[-1])
    np.testing.assert_allclose(J, np.vstack([turn @ expected[:3], turn @ expected[3:]]), atol=1e-12)


@dataclass(frozen=True)
class Row:
    name: str
    kind: JointKind
    theta: float
    d: float
    a: float
    alpha: float


@pytest.mark.slow
@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("seed", range(4))
def test_formulas_of_any_table_agree_with_its_numbers(seed, convention):
    rng = np.random.default_rng(seed)
    square = rng.choice([0.0, np.pi / 2, -np.pi / 2, np.pi, 0.3], (6, 2))
    lengths = rng.choice([0.0, 0.25, 0.1 + 1e-7, 1 / 3], (6, 2))
    rows = tuple(
        robots.DHRow(f"j{i}", KINDS[rng.choice(3, p=[0.5, 0.3, 0.2])], *(square[i, 0], *lengths[i], square[i, 1]))
        for i in range(int(rng.integers(1, 7)))
    )
    base, tool = robots.dh_transform(Row("b", JointKind.FIXED, 0.3, 0.2, 0.1, np.pi / 2), 0.0, "standard"), np.eye(4)
    tool[:3, 3] = 0.1, 0.2, 0.3
    table = robots.DHTable("any", convention, rows, base, tool)
    q = rng.uniform(-2.0, 2.0, table.nq)
    for with_tool in (False, True):
        found = sim.symbolic_dh(table, tool=with_tool, names=bool(seed % 2))
        T, J = numbers(found, q)
        last = table.frames(q)[-1]
        np.testing.assert_allclose(T, last @ tool if with_tool else np.linalg.inv(base) @ last, atol=1e-12)
        if table.nq:
            np.testing.assert_allclose(J, differences(table, q, with_tool), atol=2e-9)  # rounding of the differences
        product = np.eye(4)
        for transform in found.transforms:
            product = product @ np.array(sympy.lambdify(found.q, transform.subs(found.lengths), "numpy")(*q), dtype=float)
        np.testing.assert_allclose(product, np.linalg.inv(base) @ last, atol=1e-12)


def short(matrix):
    return [[sim.short_form(matrix[i, k]) for k in range(matrix.cols)] for i in range(matrix.rows)]


def test_a_scara_has_the_matrices_of_the_course():
    found = sim.symbolic_dh(table_of("scara"), names=True)
    assert short(found.T) == [
        ["c₁₂", "s₁₂", "0", "a₁·c₁ + a₂·c₁₂"],
        ["s₁₂", "-c₁₂", "0", "a₁·s₁ + a₂·s₁₂"],
        ["0", "0", "-1", "d₁ - d₃"],
        ["0", "0", "0", "1"],
    ]
    assert short(found.J) == [
        ["-a₁·s₁ - a₂·s₁₂", "-a₂·s₁₂", "0"],
        ["a₁·c₁ + a₂·c₁₂", "a₂·c₁₂", "0"],
        ["0", "0", "-1"],
        ["0", "0", "0"],
        ["0", "0", "0"],
        ["1", "1", "0"],
    ]
    at = {found.q[0]: sympy.pi / 4, found.q[1]: sympy.pi / 4, found.q[2]: sympy.Rational(1, 10)}
    planar = np.array(found.J[:2, :2].subs(found.lengths).subs(at), dtype=float)
    np.testing.assert_allclose(planar, [[-1.353553, -1.0], [0.353553, 0.0]], atol=1e-6)
    lost = sympy.factor(sympy.trigsimp(found.J[:2, :2].det()))
    assert sympy.simplify(lost - sympy.Symbol("a1", real=True) * sympy.Symbol("a2", real=True) * sympy.sin(found.q[1])) == 0


def test_a_spherical_robot_is_singular_where_the_course_says():
    """The determinant of its position block is ± d3² sin θ2."""
    found = sim.symbolic_dh(table_of("spherical_rrp"))
    _, theta2, d3 = found.q
    determinant = sympy.trigsimp(found.J[:3, :].det())
    assert sympy.simplify(determinant**2 - (d3**2 * sympy.sin(theta2)) ** 2) == 0
    assert short(found.J)[0] == ["d₃·s₁·s₂", "-d₃·c₁·c₂", "-c₁·s₂"]


def test_a_cylindrical_robot_has_the_rows_of_the_course():
    assert short(sim.symbolic_dh(table_of("cylindrical")).J) == [
        ["-d₃·s₁", "0", "c₁"],
        ["d₃·c₁", "0", "s₁"],
        ["0", "1", "0"],
        ["0", "0", "0"],
        ["0", "0", "0"],
        ["1", "0", "0"],
    ]


def test_angles_of_parallel_axes_are_added_in_a_six_axis_arm():
    found = sim.symbolic_dh(table_of("arm_6r"), names=True)
    assert short(found.J)[5] == ["1", "0", "0", "-s₂₃", "c₂₃·s₄", "-c₂₃·c₄·s₅ - s₂₃·c₅"]


def test_round_numbers_are_exact_and_short_ones_are_decimals():
    found = sim.symbolic_dh(table_of("planar_2r"))
    assert found.T[0, 3] == sympy.cos(found.q[0]) / 2 + sympy.Rational(2, 5) * sympy.cos(found.q[0] + found.q[1])
    assert short(found.T)[0][3] == "0.5·c₁ + 0.4·c₁₂"
    assert found.lengths == {}
    named = sim.symbolic_dh(table_of("planar_2r"), names=True)
    assert {str(symbol): value for symbol, value in named.lengths.items()} == {"a1": 0.5, "a2": 0.4}


def test_formulas_are_kept():
    assert sim.symbolic_dh(table_of("arm_7r")) is sim.symbolic_dh(table_of("arm_7r"))


def test_text_for_the_eye_latex_and_numpy():
    t1, t2 = sympy.symbols("theta1 theta2", real=True)
    assert sim.short_form(sympy.sin(t1 - t2)) == "s₁₋₂"
    assert sim.short_form(sympy.cos(t1 + 0.25) * sympy.Rational(1, 3)) == "(1/3)·cos(θ₁ + 0.25)"
    assert sim.latex_form(sympy.cos(t1 + t2) ** 2 * sympy.Symbol("a2")) == "a_{2} c_{12}^{2}"
    assert sim.latex_form(sympy.Rational(2, 5) * sympy.sin(t1)) == "0.4 s_{1}"
    table = table_of("arm_6r")
    q = np.random.default_rng(0).uniform(-2.0, 2.0, 6)
    for names in (False, True):
        namespace = {}
        found = sim.symbolic_dh(table, names=names)
        exec(sim.numpy_form(found), namespace)
        T, J = numbers(found, q)
        np.testing.assert_allclose(namespace["T"](*q), T, atol=1e-14)
        np.testing.assert_allclose(namespace["J"](*q), J, atol=1e-14)


@pytest.mark.slow
def test_another_process_gives_the_same_formulas():
    asked = request(table_of("scara"), tool=True, names=True)
    done = subprocess.run(
        child_command("torseur.sim.analysis.symbolic.formula_job"), input=asked, capture_output=True, text=True, check=True
    )
    found = answer(done.stdout)
    assert found == formulas(asked)
    assert found.q == ("θ₁", "θ₂", "d₃")
    assert found.T[0][3] == "a₁·c₁ + a₂·c₁₂"
    assert found.latex.startswith("T = \\left[\\begin{matrix}c_{12}")


def test_an_unknown_convention_is_refused():
    table = robots.DHTable("t", "classic", (), np.eye(4), np.eye(4))
    with pytest.raises(ArgumentError, match="no DH convention 'classic'"):
        sim.symbolic_dh(table)


@pytest.mark.slow
def test_sympy_is_imported_only_when_formulas_are_asked_for():
    code = (
        "import sys; from torseur import robots, sim; sim.symbolic_dh; sim.short_form; robots.load('scara'); "
        "print('sympy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "False"


def test_the_equations_of_the_cylindrical_arm_are_those_of_the_course():
    """(4.16): ẋ = ḋ₃ cos θ₁ − θ̇₁ d₃ sin θ₁ and so on; the tool slides by d₃ and rises by d₂ here."""
    found = formulas(request(table_of("cylindrical"), tool=True, names=True)).equations()
    assert found == (
        "x\u0307 = −d₃·s₁·θ\u0307₁ + c₁·d\u0307₃", "y\u0307 = d₃·c₁·θ\u0307₁ + s₁·d\u0307₃", "z\u0307 = d\u0307₂",
        "ω_x = 0", "ω_y = 0", "ω_z = θ\u0307₁",
    )  # fmt: skip
    x, _, z, *_ = formulas(request(table_of("scara"), tool=True, names=True)).equations()
    assert x == "x\u0307 = (−a₁·s₁ − a₂·s₁₂)·θ\u0307₁ − a₂·s₁₂·θ\u0307₂"
    assert z == "z\u0307 = −d\u0307₃"


def test_the_cylindrical_arm_has_the_models_of_the_course():
    """direct-kinematic-model, (4.16), δ for d/dt; its inverse by hand: x = r cos θ, y = r sin θ."""
    found = sim.displacement_formulas(robots.load("cylindrical"), "tool")
    assert found.direct == ("δx = −d₃·s₁·δθ₁ + c₁·δd₃", "δy = d₃·c₁·δθ₁ + s₁·δd₃", "δz = δd₂", "δu_z = δθ₁")
    assert found.inverse == ("δθ₁ = (−s₁·δx + c₁·δy)/d₃", "δd₂ = δz", "δd₃ = c₁·δx + s₁·δy")
    assert found.inverse_rows == (0, 1, 2)
    assert found.denominators == ("d₃", "1", "1")  # zero: the tool is on the axis, which is singular


@pytest.mark.parametrize("name", ["cylindrical", "planar_rp", "planar_2r", "planar_3r", "scara", "spherical_rrp"])
def test_formulas_give_the_numbers_of_the_jacobian_and_of_its_inverse(name):
    model = robots.load(name)
    q = sim.random_configuration(model, np.random.default_rng(7))
    found = sim.displacement_formulas(model, "tool")
    direct, inverse = found.numbers()
    J = sim.jacobian(model, q, "tool")
    np.testing.assert_allclose(direct(q), J[list(found.rows)], atol=1e-12)  # lengths to 1e-12 of their decimals
    above, below = inverse(q)
    np.testing.assert_allclose((above / below[:, None]) @ J[list(found.inverse_rows)], np.eye(model.nv), atol=1e-10)


def test_the_planar_rp_arm_goes_back_from_the_displacement_of_the_course():
    model = robots.load("planar_rp")
    q, dq = np.array([np.radians(30.0), 4.0]), np.array([np.radians(5.0), 1.0])
    direct, inverse = sim.displacement_formulas(model, "tool").numbers()
    dX = direct(q) @ dq
    np.testing.assert_allclose(dX[:2], [0.691492, 0.802300], atol=1e-6)  # THEORY §8
    above, below = inverse(q)
    np.testing.assert_allclose(above @ dX[:2] / below, dq, atol=1e-14)


@pytest.mark.slow
def test_without_as_many_independent_rows_as_joints_a_sentence_says_why_there_is_no_inverse():
    six = sim.displacement_formulas(robots.load("ur5"), "tool0")
    assert six.inverse == ()
    assert "up to 4" in six.why
    assert six.numbers()[1] is None
    with pytest.raises(ArgumentError, match="move on their own"):
        sim.displacement_formulas(robots.load("panda"), "panda_rightfinger")


def test_formulas_cross_to_another_process_and_back():
    import json
    from dataclasses import asdict

    from torseur.sim.analysis.symbolic.chain import chain_of, chain_to
    from torseur.sim.analysis.symbolic.displacement_formulas import displacements_of_chain

    chain = chain_to(robots.load("planar_rp"), "tool")
    asked = json.loads(values.displacement_request(chain, names=True))
    found = displacements_of_chain(chain_of(asked["chain"]), names=asked["names"])
    assert values.displacement_answer(json.dumps(asdict(found))) == found


def table(name):
    return read_table(definition_in(robots.describe(name).path))


def test_the_scara_has_the_formulas_of_the_course():
    found = sim.symbolic_velocities(table("scara"))
    text = [[[str(x) for x in vector] for vector in vectors] for vectors in (found.omega, found.v)]
    assert text[0] == [["0", "0", "dtheta1"], ["0", "0", "-dtheta1 - dtheta2"], ["0", "0", "-dtheta1 - dtheta2"]]
    first, second, third = text[1]
    assert first == ["0", "a1*dtheta1", "0"]
    assert second == ["a1*dtheta1*sin(theta2)", "-a1*dtheta1*cos(theta2) + a2*(-dtheta1 - dtheta2)", "0"]
    assert third == [*second[:2], "dd3"]


@pytest.mark.parametrize("name", ["scara", "planar_2r", "planar_3r", "planar_rp", "cylindrical", "spherical_rrp", "arm_6r"])
@pytest.mark.slow
def test_formulas_give_the_numbers_of_the_recursion(name):
    found = sim.symbolic_velocities(table(name), names=name != "planar_3r")
    model, rng = robots.load(name), np.random.default_rng(11)
    q, rates = rng.uniform(-1.5, 1.5, (2, model.nv))
    links = [link for link in sim.link_velocities(model, q, rates, "tool") if link.parent is not None]
    values = sympy.lambdify(
        [*found.q, *found.rates, *found.lengths], [sympy.Matrix([*found.v[k], *found.omega[k]]) for k in range(len(found.v))]
    )(*q, *rates, *found.lengths.values())
    assert len(values) == len(links)
    for mine, link in zip(values, links, strict=True):
        np.testing.assert_allclose(np.asarray(mine, dtype=float).ravel(), link.twist, atol=1e-12)
