"""What a student gets for a wrong call: what was given, what was wanted, what exists."""

import numpy as np
import pytest

from tests.laws.random_trees import random_tree
from torseur import robots, sim
from torseur.sim.errors import ArgumentError, ModelError, SingularMassMatrixError, UnknownNameError
from torseur.sim.multibody.model.build import build_model
from torseur.sim.multibody.model.model import Body, Frame, Joint, JointKind, Mimic


@pytest.fixture(scope="module")
def arm():
    return robots.load("arm_6r")


def test_wrong_size(arm):
    with pytest.raises(ArgumentError, match=r"q has shape \(5,\); model 'arm_6r' wants \(6,\) numbers \(nq = 6\)"):
        sim.mass_matrix(arm, np.zeros(5))
    with pytest.raises(ArgumentError, match=r"a has shape \(2,\); model 'arm_6r' wants \(6,\) numbers \(nv = 6\)"):
        sim.inverse_dynamics(arm, np.zeros(6), np.zeros(6), np.zeros(2))


def test_not_finite(arm):
    v = np.zeros(6)
    v[2] = np.inf
    with pytest.raises(ArgumentError, match=r"v\[2\] is inf; every number must be finite \(joint 'elbow'\)"):
        sim.kinetic_energy(arm, np.zeros(6), v)
    with pytest.raises(ArgumentError, match=r"q\[0\] is nan"):
        sim.frame_pose(arm, np.full(6, np.nan), "tool")


def test_unknown_frame_lists_those_that_exist(arm):
    with pytest.raises(UnknownNameError, match="no frame named 'tol' in model 'arm_6r'; did you mean 'tool'"):
        sim.jacobian(arm, np.zeros(6), "tol")
    with pytest.raises(UnknownNameError, match="link3"):
        sim.inverse_dynamics(arm, *np.zeros((3, 6)), wrenches={"elbow": np.zeros(6)})


def test_unknown_reference(arm):
    with pytest.raises(UnknownNameError, match="world_aligned, local, world"):
        sim.jacobian(arm, np.zeros(6), "tool", "body")


def test_lists_and_other_number_types_are_taken_as_they_are(arm):
    q = [0, 0.5, -0.25, 1, 0, 0]
    expected = sim.mass_matrix(arm, np.array(q, dtype=float))
    assert np.array_equal(sim.mass_matrix(arm, q), expected)
    assert np.array_equal(sim.mass_matrix(arm, np.array(q, dtype=np.float32)), expected)
    assert np.array_equal(sim.mass_matrix(arm, np.array([q, q]).T[:, 0]), expected)
    with pytest.raises(ArgumentError, match="q must be numbers; given str: 'home'"):
        sim.mass_matrix(arm, "home")


def test_a_quaternion_that_is_not_unit():
    model = robots.load("arm_6r", free_flyer=True)
    q = sim.neutral(model)
    q[6] = 1.1
    with pytest.raises(ArgumentError, match=r"q\[3:7\] has norm 1\.1; it is the quaternion x y z w of joint 'root_joint'"):
        sim.frame_poses(model, q)


def test_a_joint_that_moves_no_inertia():
    model = sim.build_model("empty", [Body("nothing")], [Joint("turns", JointKind.REVOLUTE, None, "nothing")])
    with pytest.raises(SingularMassMatrixError, match="some joint moves no inertia"):
        sim.forward_dynamics(model, [0.0], [0.0], [1.0])


@pytest.mark.parametrize(("bodies", "joints", "frames", "message"), [
    (["a", "a"], [], [], "two things are named 'a'"),
    (["a"], [("j", None, "b")], [], "no body named 'b'"),
    (["a", "b"], [("j", None, "a")], [], "no joint carries 'b'"),
    (["a"], [("j", None, "a"), ("k", None, "a")], [], "'a' is the child of two joints, 'j' and 'k'"),
    (["a", "b"], [("j", "b", "a"), ("k", "a", "b")], [], "joints 'j', 'k' form a cycle"),
    (["a"], [("j", None, "a")], [("a", "a")], "two things are named 'a'"),
    (["a"], [("j", None, "a")], [("f", "z")], "no body named 'z'"),
])  # fmt: skip
def test_trees_that_are_none(bodies, joints, frames, message):
    with pytest.raises(ModelError, match=message):
        sim.build_model(
            "bad",
            [Body(name, 1.0, inertia=np.eye(3)) for name in bodies],
            [Joint(name, JointKind.REVOLUTE, parent, child) for name, parent, child in joints],
            [Frame(name, body) for name, body in frames],
        )


def test_a_mimic_of_a_mimic():
    bodies = [Body(name, 1.0, inertia=np.eye(3)) for name in "abc"]
    joints = [
        Joint("first", JointKind.REVOLUTE, None, "a"),
        Joint("second", JointKind.REVOLUTE, "a", "b", mimic=Mimic("first")),
        Joint("third", JointKind.REVOLUTE, "b", "c", mimic=Mimic("second")),
    ]
    with pytest.raises(ModelError, match="'third' mimics 'second', which is itself a mimic"):
        sim.build_model("bad", bodies, joints)


def test_a_model_is_read_only(arm):
    with pytest.raises(ValueError, match="read-only"):
        arm.lower[0] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        arm.table["mass"][1] = 1.0
    with pytest.raises(AttributeError):
        arm.nq = 7


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
