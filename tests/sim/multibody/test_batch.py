"""Many states in one call: the same numbers, bit for bit, as one at a time, in any number of threads."""

import numpy as np
import pytest

from tests.laws.random_trees import random_tree
from torseur import sim
from torseur.sim.errors import ArgumentError, SingularMassMatrixError, UnknownNameError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Joint, JointKind

COUNT = 7


@pytest.fixture(scope="module", params=[(3, False), (4, True), (12, False)])
def states(request):
    model = random_tree(request.param[0], 8, mimic=request.param[1])
    rng = np.random.default_rng(1)
    Q = np.array([sim.random_configuration(model, rng) for _ in range(COUNT)])
    return model, Q, rng.normal(size=(COUNT, model.nv)), rng.normal(size=(COUNT, model.nv))


@pytest.mark.parametrize("threads", [0, 1, 2, 5, 50])
def test_a_batch_is_what_single_calls_give(states, threads):
    model, Q, V, A = states
    g = (0.1, 0.2, -9.0)
    frame = model.frame_names[-1]
    for batch, single in (
        (sim.inverse_dynamics_batch(model, Q, V, A, g, threads), lambda q, v, a: sim.inverse_dynamics(model, q, v, a, None, g)),
        (sim.forward_dynamics_batch(model, Q, V, A, g, threads), lambda q, v, a: sim.forward_dynamics(model, q, v, a, None, g)),
        (sim.mass_matrix_batch(model, Q, threads), lambda q, v, a: sim.mass_matrix(model, q)),
        (sim.jacobian_batch(model, Q, frame, "local", threads), lambda q, v, a: sim.jacobian(model, q, frame, "local")),
    ):
        np.testing.assert_array_equal(batch, [single(*state) for state in zip(Q, V, A, strict=True)])


def test_lists_views_and_no_states_at_all_are_taken(states):
    model, Q, V, A = states
    expected = sim.inverse_dynamics_batch(model, Q, V, A)
    np.testing.assert_array_equal(sim.inverse_dynamics_batch(model, Q.tolist(), V[::1], np.asfortranarray(A)), expected)
    assert sim.inverse_dynamics_batch(model, Q[:0], V[:0], A[:0], threads=0).shape == (0, model.nv)


def test_wrong_states_are_told_by_number(states):
    model, Q, V, A = states
    bad = V.copy()
    bad[3, 0] = np.nan
    with pytest.raises(ArgumentError, match=r"state 3 of V: v\[0\] is nan"):
        sim.inverse_dynamics_batch(model, Q, bad, A)
    with pytest.raises(ArgumentError, match=r"V has shape \(6, "):
        sim.inverse_dynamics_batch(model, Q, V[1:], A)
    with pytest.raises(ArgumentError, match=r"Q has shape"):
        sim.mass_matrix_batch(model, Q[0])
    with pytest.raises(ArgumentError, match="threads"):
        sim.mass_matrix_batch(model, Q, threads=-1)
    with pytest.raises(UnknownNameError, match="nowhere"):
        sim.jacobian_batch(model, Q, "nowhere")
    with pytest.raises(UnknownNameError, match="reference"):
        sim.jacobian_batch(model, Q, model.frame_names[0], "somewhere")


def test_a_quaternion_that_is_none_is_told():
    model = build_model("one", [Body("b", 1.0, np.zeros(3), np.eye(3))], [Joint("j", JointKind.SPHERICAL, None, "b")])
    Q = np.array([[0, 0, 0, 1.0], [0, 0, 0.1, 1.0]])
    with pytest.raises(ArgumentError, match="state 1 of Q: .* norm"):
        sim.mass_matrix_batch(model, Q)


def test_a_joint_that_moves_nothing_is_told():
    model = build_model("none", [Body("b")], [Joint("j", JointKind.REVOLUTE, None, "b")])
    with pytest.raises(SingularMassMatrixError):
        sim.forward_dynamics_batch(model, np.zeros((2, 1)), np.zeros((2, 1)), np.zeros((2, 1)))
