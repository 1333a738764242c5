"""The friction cone: projection, one contact solved exactly."""

import numpy as np
import pytest

from tests.cases import loop_over, quick_first
from tests.sim.from_python import called_from_python
from torseur.sim.contact.law import friction_cone, one_contact
from torseur.sim.contact.law.contact_laws import CONVEX, COULOMB
from torseur.sim.contact.law.contacts_in_lanes import impulses_of_four, natural_map_of_four, project_four
from torseur.sim.contact.law.friction_cone import natural_map as natural_map_of_one
from torseur.sim.contact.law.friction_cone import project as project_one
from torseur.sim.contact.law.one_contact import solve_one as impulse_of_one
from torseur.sim.kernel import compile_entry, entry, m_in, m_out
from torseur.sim.simd import gather_into, new_vector, spread

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


@entry(m_in, m_out, m_out, allocates=True)
def impulses(given, four, one):
    """Of each row (n, 10), μ, the block and b: the impulse in lanes, and alone."""
    x, out = new_vector(10), new_vector(3)
    for k in range(0, given.shape[0], 4):
        gather_into(given, k, x)
        out[0], out[1], out[2] = impulses_of_four(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9])
        spread(out, four, k)
    for k in range(given.shape[0]):
        g = given[k]
        one[k, 0], one[k, 1], one[k, 2] = impulse_of_one(g[0], COULOMB, g[1], g[2], g[3], g[4], g[5], g[6], g[7], g[8], g[9])


@entry(m_in, m_out, m_out, allocates=True)
def maps(given, four, one):
    """Of each row (n, 7), μ, velocity and impulse: the projection of that and the natural map in lanes, and alone."""
    x, out = new_vector(7), new_vector(4)
    for k in range(0, given.shape[0], 4):
        gather_into(given, k, x)
        out[0], out[1], out[2] = project_four(x[0], x[4], x[5], x[6])
        out[3] = natural_map_of_four(x[0], x[1], x[2], x[3], x[4], x[5], x[6])
        spread(out, four, k)
    for k in range(given.shape[0]):
        g = given[k]
        one[k, 0], one[k, 1], one[k, 2] = project_one(g[0], COULOMB, 1.0, g[4], g[5], g[6])
        one[k, 3] = natural_map_of_one(g[0], COULOMB, 1.0, 0.0, g[1], g[2], g[3], g[4], g[5], g[6])


def problems(seed, coupling):
    """Contacts that open, stick and slide, some smooth: μ, a positive definite block whose largest number is 1, and b."""
    rng = np.random.default_rng(seed)
    rows = []
    for k in range(400):
        A = np.eye(3) + coupling * rng.normal(size=(3, 3))
        G = A @ A.T
        G /= G.diagonal().max()
        mu = 0.0 if k % 7 == 0 else rng.uniform(0.05, 1.5)
        rows.append([mu, G[0, 0], G[0, 1], G[0, 2], G[1, 1], G[1, 2], G[2, 2], *rng.normal(size=3)])
    return np.array(rows)


def both(function, given, columns):
    compile_entry(function)
    four, one = np.full((len(given), columns), np.nan), np.full((len(given), columns), np.nan)
    function(given, four, one)
    return four, one


@loop_over("coupling", [0.0, 0.1, 0.4])
@loop_over("seed", range(5))
def test_impulses_of_four_obey_the_law_and_are_those_of_one(seed, coupling):
    given = problems(seed, coupling)
    four, one = both(impulses, given, 3)
    mu, b = given[:, 0], given[:, 7:]
    blocks = given[:, [1, 2, 3, 2, 4, 5, 3, 5, 6]].reshape(-1, 3, 3)
    u = np.einsum("kij,kj->ki", blocks, four) + b
    residual = both(maps, np.column_stack([mu, u, four]), 4)[1][:, 3]
    # Rounding of what the impulse makes; and a friction force is found to a few units of the last place.
    assert np.all(residual <= 1e-13 * (1.0 + np.linalg.norm(four, axis=1)))
    np.testing.assert_allclose(four, one, rtol=1e-10, atol=1e-12)
    assert {0, 1} <= set((one[:, 2] > 0.0).astype(int))


@pytest.mark.parametrize("seed", range(5))
def test_projections_and_natural_maps_of_four_are_those_of_one(seed):
    rng = np.random.default_rng(seed)
    given = rng.normal(size=(400, 7))
    given[:, 0] = np.abs(given[:, 0])
    given[::5, 0] = 0.0
    given[1::6, 4:6] = 0.0  # along the axis of the cone
    given[2::6, 4:] = 0.0
    four, one = both(maps, given, 4)
    np.testing.assert_allclose(four, one, rtol=1e-13, atol=1e-14)
