"""The mass matrix of hundreds of degrees of freedom is that of few, bit for bit, and other threads go on while it is found."""

import threading

import numpy as np
import pytest

from tests.laws.random_trees import random_state, tree_of_degrees
from torseur import sim
from torseur.sim.errors import ArgumentError, SingularMassMatrixError
from torseur.sim.multibody.dynamics import inverse_mass_matrix, mass_matrix


@pytest.fixture(scope="module")
def large():
    """Trees of 260 degrees of freedom, a configuration, and seven generalised forces."""
    model = tree_of_degrees(3, 260)
    assert model.nv > mass_matrix.LARGE
    q, *_ = random_state(model, 4)
    return model, q, np.random.default_rng(5).normal(size=(model.nv, 7))


@pytest.fixture
def as_small(monkeypatch):
    def take():
        for module in (mass_matrix, inverse_mass_matrix):
            monkeypatch.setattr(module, "LARGE", 10_000)

    return take


def test_it_has_the_bits_of_what_a_small_model_is_given(large, as_small):
    model, q, b = large
    found = sim.mass_matrix(model, q), sim.solve_mass_matrix(model, q, b), sim.solve_mass_matrix(model, q, b[:, 0])
    as_small()
    same = sim.mass_matrix(model, q), sim.solve_mass_matrix(model, q, b), sim.solve_mass_matrix(model, q, b[:, 0])
    for one, other in zip(found, same, strict=True):
        assert one.shape == other.shape
        assert np.array_equal(one, other)


def test_the_inverse_undoes_the_matrix(large):
    model, q, b = large
    x = sim.mass_matrix(model, q) @ sim.solve_mass_matrix(model, q, b)
    scale = np.abs(b).max() * np.linalg.cond(sim.mass_matrix(model, q))
    assert x == pytest.approx(b, abs=1e-13 * scale)


def test_forces_are_taken_as_lists_and_views_and_stay_as_they_are(large):
    model, q, b = large
    before = b.copy()
    found = sim.solve_mass_matrix(model, q, b)
    assert np.array_equal(sim.solve_mass_matrix(model, list(q), np.asfortranarray(b)), found)
    assert np.array_equal(sim.solve_mass_matrix(model, q, b.tolist()), found)
    assert np.array_equal(sim.mass_matrix(model, list(q)), sim.mass_matrix(model, q))
    assert np.array_equal(b, before)


def test_what_cannot_be_used_is_refused_in_the_same_words(large):
    model, q, b = large
    with pytest.raises(ArgumentError, match=rf"q has shape \({model.nq - 1},\)"):
        sim.mass_matrix(model, q[:-1])
    with pytest.raises(ArgumentError, match="every number must be finite"):
        sim.solve_mass_matrix(model, np.full(model.nq, np.nan), b)
    with pytest.raises(ArgumentError, match=r"b has shape \(3,\)"):
        sim.solve_mass_matrix(model, q, np.ones(3))
    with pytest.raises(ArgumentError, match="finite numbers"):
        sim.solve_mass_matrix(model, q, np.where(np.arange(model.nv) == 5, np.inf, 1.0))
    bodies = [sim.Body(f"body {k}") for k in range(201)]
    joints = [sim.Joint(f"joint {k}", sim.JointKind.REVOLUTE, None, f"body {k}") for k in range(201)]
    weightless = sim.build_model("weightless", bodies, joints)
    with pytest.raises(SingularMassMatrixError, match="moves no inertia"):
        sim.inverse_mass_matrix(weightless, np.zeros(201))


def looks_during(work):
    """How often this thread comes to its turn while another works."""
    ended, count = threading.Event(), 0
    thread = threading.Thread(target=lambda: (work(), ended.set()))
    thread.start()
    while not ended.wait(1e-3):
        count += 1
    thread.join()
    return count


def test_other_threads_go_on_meanwhile(large):
    model, q, _ = large
    many = np.ones((model.nv, 4000))
    assert any(looks_during(lambda: sim.solve_mass_matrix(model, q, many)) > 5 for _ in range(20))
