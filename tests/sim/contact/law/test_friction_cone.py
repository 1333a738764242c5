"""The friction cone: projection, one contact solved exactly."""

import numpy as np
import pytest

from tests.cases import loop_over, quick_first
from tests.sim.from_python import called_from_python
from torseur.sim.contact.law import friction_cone, one_contact
from torseur.sim.contact.law.contact_laws import CONVEX, COULOMB

LAWS = [COULOMB, CONVEX, 4, 6, 16]


@called_from_python
def project(mu, cone, weight, x, y, z):
    return friction_cone.project(mu, cone, weight, x, y, z)


@called_from_python
def derivative(mu, cone, weight, x, y, z):
    return friction_cone.projection_derivative(mu, cone, weight, x, y, z)


@called_from_python
def natural_map(mu, cone, rho, target, u, r):
    return friction_cone.natural_map(mu, cone, rho, target, u[0], u[1], u[2], r[0], r[1], r[2])


@called_from_python
def solve_one(mu, cone, G, b):
    return one_contact.solve_one(mu, cone, G[0, 0], G[0, 1], G[0, 2], G[1, 1], G[1, 2], G[2, 2], b[0], b[1], b[2])


def reach(cone, x, y):
    """The gauge of the cone's section: how many times the unit section must grow to hold (x, y)."""
    if cone <= 0:
        return np.hypot(x, y)
    middles = (np.arange(cone) + 0.5) * 2.0 * np.pi / cone
    return np.max(np.cos(middles) * x + np.sin(middles) * y) / np.cos(np.pi / cone)


def support(cone, x, y):
    """The largest product of (x, y) with a point of the unit section."""
    if cone <= 0:
        return np.hypot(x, y)
    corners = np.arange(cone) * 2.0 * np.pi / cone
    return np.max(np.cos(corners) * x + np.sin(corners) * y)


@loop_over("cone", LAWS)
@loop_over("mu", [0.0, 0.3, 1.0, 2.5])
def test_a_projection_is_the_nearest_point_of_the_cone(mu, cone):
    rng = np.random.default_rng(int(10 * mu))
    for _ in range(100):
        x = rng.normal(size=3)
        p = np.array(project(mu, cone, 1.0, *x))
        assert reach(cone, p[0], p[1]) <= mu * p[2] + 1e-14
        if mu > 0:
            # Moreau: x - p is in the polar cone and orthogonal to p.
            rest = x - p
            assert abs(rest @ p) < 1e-14
            assert mu * support(cone, rest[0], rest[1]) <= -rest[2] + 1e-14
        else:
            assert np.array_equal(p, [0.0, 0.0, max(x[2], 0.0)])


@pytest.mark.parametrize("cone", [COULOMB, 4, 6])
def test_a_weighted_projection_is_the_nearest_point_in_lengths_that_count_more_along_the_normal(cone):
    rng = np.random.default_rng(5)
    for _ in range(100):
        mu, weight, x = rng.uniform(0.1, 2.0), rng.uniform(1.0, 50.0), rng.normal(size=3)
        p = np.array(project(mu, cone, weight, *x))
        rest = x - p * [1.0, 1.0, weight]  # minus the gradient of half the squared distance
        assert reach(cone, p[0], p[1]) <= mu * p[2] + 1e-14
        assert abs(rest @ p) < 1e-13
        assert mu * support(cone, rest[0], rest[1]) <= -rest[2] + 1e-13


@pytest.mark.parametrize("weight", [1.0, 7.0])
@pytest.mark.parametrize("cone", [COULOMB, 4, 6])
def test_the_derivative_of_the_projection_is_its_derivative(cone, weight):
    rng = np.random.default_rng(0)
    h = 1e-6
    compared = 0
    for _ in range(100):
        mu, x = rng.uniform(0.1, 2.0), rng.normal(size=3)
        if project(mu, cone, weight, *x)[2] == 0.0:
            continue
        xx, xy, xz, yy, yz, zz = derivative(mu, cone, weight, *x)
        D = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        sides = [[(np.array(project(mu, cone, weight, *(x + s * h * e)))) for e in np.eye(3)] for s in (-1.0, 0.0, 1.0)]
        left, right = (np.array(sides[k + 1]) - np.array(sides[k]) for k in (0, 1))
        if np.abs(left - right).max() > 1e-3 * h:
            continue  # at a kink of the cone there are two derivatives
        numeric = (left + right) / (2 * h)
        np.testing.assert_allclose(D, numeric.T, atol=1e-8)  # h² times third derivatives, rounding 1e-16 / h
        compared += 1
    assert compared > 20


@loop_over("cone", LAWS)
@loop_over("seed", quick_first(20, range(80)))
def test_one_contact_is_solved_to_rounding(seed, cone):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(3, 3))
    G = A @ A.T + 0.1 * np.eye(3)
    b = rng.normal(size=3) * 10.0 ** rng.integers(-3, 3)
    mu = [0.0, 0.2, 0.8, 1.5][seed % 4]
    r = np.array(solve_one(mu, cone, G, b))
    u = G @ r + b
    assert natural_map(mu, cone, 1.0 / G.max(), 0.0, u, r) < 1e-12 * max(1.0, np.abs(b).max())
    if cone != COULOMB:
        return
    slip = np.hypot(u[0], u[1])
    if mu > 0 and r[2] > 1e-9 and slip > 1e-9 * np.abs(b).max():  # slides: against the slip, at the cone's edge
        np.testing.assert_allclose(r[:2], -mu * r[2] * u[:2] / slip, atol=1e-8 * r[2])
