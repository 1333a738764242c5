"""The friction cone: projection, one contact solved exactly."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from sim.contact import friction_cone


@numba.njit
def project(mu, x, y, z):
    return friction_cone.project(mu, x, y, z)


@numba.njit
def derivative(mu, x, y, z):
    return friction_cone.projection_derivative(mu, x, y, z)


@numba.njit
def natural_map(mu, rho, target, u, r):
    return friction_cone.natural_map(mu, rho, target, u[0], u[1], u[2], r[0], r[1], r[2])


@numba.njit
def solve_one(mu, G, b):
    return friction_cone.solve_one(mu, G[0, 0], G[0, 1], G[0, 2], G[1, 1], G[1, 2], G[2, 2], b[0], b[1], b[2])


@pytest.mark.parametrize("mu", [0.0, 0.3, 1.0, 2.5])
def test_a_projection_is_the_nearest_point_of_the_cone(mu):
    rng = np.random.default_rng(int(10 * mu))
    for _ in range(100):
        x = rng.normal(size=3)
        p = np.array(project(mu, *x))
        assert np.hypot(p[0], p[1]) <= mu * p[2] + 1e-15
        if mu > 0:
            # Moreau: x - p is in the polar cone and orthogonal to p.
            rest = x - p
            assert abs(rest @ p) < 1e-14
            assert mu * np.hypot(rest[0], rest[1]) <= -rest[2] + 1e-14
        else:
            assert np.array_equal(p, [0.0, 0.0, max(x[2], 0.0)])


def test_the_derivative_of_the_projection_is_its_derivative():
    rng = np.random.default_rng(0)
    h = 1e-6
    for _ in range(100):
        mu, x = rng.uniform(0.1, 2.0), rng.normal(size=3)
        if project(mu, *x)[2] == 0.0:
            continue
        xx, xy, xz, yy, yz, zz = derivative(mu, *x)
        D = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        numeric = np.array(
            [(np.array(project(mu, *(x + h * e))) - project(mu, *(x - h * e))) / (2 * h) for e in np.eye(3)]
        )
        if np.linalg.norm(x[:2]) - mu * x[2] > -1e-3 and abs(np.linalg.norm(x[:2]) - mu * x[2]) < 1e-3:
            continue  # at the edge of the cone there are two derivatives
        np.testing.assert_allclose(D, numeric.T, atol=1e-8)  # h² times third derivatives, rounding 1e-16 / h


@pytest.mark.parametrize("seed", range(200))
def test_one_contact_is_solved_to_rounding(seed):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(3, 3))
    G = A @ A.T + 0.1 * np.eye(3)
    b = rng.normal(size=3) * 10.0 ** rng.integers(-3, 3)
    mu = [0.0, 0.2, 0.8, 1.5][seed % 4]
    r = np.array(solve_one(mu, G, b))
    u = G @ r + b
    assert natural_map(mu, 1.0 / G.max(), 0.0, u, r) < 1e-12 * max(1.0, np.abs(b).max())
    slip = np.hypot(u[0], u[1])
    if mu > 0 and r[2] > 1e-9 and slip > 1e-9 * np.abs(b).max():  # slides: against the slip, at the cone's edge
        np.testing.assert_allclose(r[:2], -mu * r[2] * u[:2] / slip, atol=1e-8 * r[2])
