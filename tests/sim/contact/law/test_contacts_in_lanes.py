"""Four contacts at once obey the law, and do what one contact alone does."""

import numpy as np
import pytest

from tests.cases import loop_over
from torseur.sim.contact.law.contact_laws import COULOMB
from torseur.sim.contact.law.contacts_in_lanes import impulses_of_four, natural_map_of_four, project_four
from torseur.sim.contact.law.friction_cone import natural_map, project
from torseur.sim.contact.law.one_contact import solve_one
from torseur.sim.kernel import compile_entry, entry, m_in, m_out
from torseur.sim.simd import gather_into, new_vector, spread


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
        one[k, 0], one[k, 1], one[k, 2] = solve_one(g[0], COULOMB, g[1], g[2], g[3], g[4], g[5], g[6], g[7], g[8], g[9])


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
        one[k, 0], one[k, 1], one[k, 2] = project(g[0], COULOMB, 1.0, g[4], g[5], g[6])
        one[k, 3] = natural_map(g[0], COULOMB, 1.0, 0.0, g[1], g[2], g[3], g[4], g[5], g[6])


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
