"""The recursion of velocities as formulas: those of the course for the SCARA, the numbers of every table."""

import numpy as np
import pytest

from torseur import robots, sim
from torseur.robots.dh.dh_reader import table_of
from torseur.robots.dh.editing import definition_in


def table(name):
    return table_of(definition_in(robots.describe(name).path))


def test_the_scara_has_the_formulas_of_the_course():
    found = sim.symbolic_velocities(table("scara"))
    text = [[[str(x) for x in vector] for vector in vectors] for vectors in (found.omega, found.v)]
    assert text[0] == [["0", "0", "dtheta1"], ["0", "0", "-dtheta1 - dtheta2"], ["0", "0", "-dtheta1 - dtheta2"]]
    first, second, third = text[1]
    assert first == ["0", "a1*dtheta1", "0"]
    assert second == ["a1*dtheta1*sin(theta2)", "-a1*dtheta1*cos(theta2) + a2*(-dtheta1 - dtheta2)", "0"]
    assert third == [*second[:2], "dd3"]


@pytest.mark.parametrize("name", ["scara", "planar_2r", "planar_3r", "planar_rp", "cylindrical", "spherical_rrp", "arm_6r"])
@pytest.mark.parametrize("names", [True, False])
def test_formulas_give_the_numbers_of_the_recursion(name, names):
    import sympy

    found = sim.symbolic_velocities(table(name), names=names)
    model, rng = robots.load(name), np.random.default_rng(11)
    q, rates = rng.uniform(-1.5, 1.5, (2, model.nv))
    links = [link for link in sim.link_velocities(model, q, rates, "tool") if link.parent is not None]
    values = sympy.lambdify(
        [*found.q, *found.rates, *found.lengths], [sympy.Matrix([*found.v[k], *found.omega[k]]) for k in range(len(found.v))]
    )(*q, *rates, *found.lengths.values())
    assert len(values) == len(links)
    for mine, link in zip(values, links, strict=True):
        np.testing.assert_allclose(np.asarray(mine, dtype=float).ravel(), link.twist, atol=1e-12)
