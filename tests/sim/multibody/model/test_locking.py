"""A model with locked joints is the full model at that configuration, less the rows and columns of those joints."""

import numpy as np
import pytest

from tests.cases import loop_over, quick_first
from tests.laws.random_trees import random_state, random_tree
from torseur import robots, sim
from torseur.sim.errors import ArgumentError, UnknownNameError
from torseur.sim.multibody.model.model import Body, Frame, Joint, JointKind, Mimic, Severity

# Poses are products of up to a dozen matrices, taken in another order; torques sum about a hundred products up to 100.
ROUNDING = 1e-12


def kept(model, names):
    """Which numbers of q and of v are left when these joints are locked."""
    in_q, in_v = np.ones(model.nq, dtype=bool), np.ones(model.nv, dtype=bool)
    for name in names:
        place_q, place_v = model.joint_slices()[name]
        in_q[place_q], in_v[place_v] = False, False
    return in_q, in_v


def assert_same_where_kept(model, q, names, v):
    locked = sim.lock_joints(model, {name: q[model.joint_slices()[name][0]] for name in names})
    in_q, in_v = kept(model, names)
    assert (locked.nq, locked.nv) == (in_q.sum(), in_v.sum())
    assert locked.frame_names == model.frame_names
    still = np.where(in_v, v, 0.0)
    less = q[in_q]
    np.testing.assert_allclose(sim.frame_poses(locked, less), sim.frame_poses(model, q), atol=ROUNDING)
    H, gravity, bias = sim.mass_matrix(model, q), sim.gravity_torque(model, q), sim.bias_torque(model, q, still)
    for ours, full in (
        (sim.mass_matrix(locked, less), H[np.ix_(in_v, in_v)]),
        (sim.gravity_torque(locked, less), gravity[in_v]),
        (sim.bias_torque(locked, less, v[in_v]), bias[in_v]),
    ):
        np.testing.assert_allclose(ours, full, atol=ROUNDING * max(1.0, np.abs(full).max(initial=0.0)))
    for frame in model.frame_names[::4]:
        J = sim.jacobian(model, q, frame)
        np.testing.assert_allclose(sim.jacobian(locked, less, frame), J[:, in_v], atol=ROUNDING)
    return locked


@loop_over("mimic", [False, True])
@loop_over("seed", quick_first(5, range(20)))
def test_a_locked_tree_is_the_full_one_less_rows_and_columns(seed, mimic):
    model = random_tree(seed, mimic=mimic)
    q, v, _ = random_state(model, seed)
    rng = np.random.default_rng(seed)
    names = {name for name in model.joint_names if rng.random() < 0.5}
    locked = assert_same_where_kept(model, q, names, v)
    assert set(locked.joint_names) == set(model.joint_names) - names


@pytest.mark.parametrize("kind", [kind for kind in JointKind if kind is not JointKind.FIXED])
def test_every_kind_of_joint_can_be_locked(kind):
    model = random_tree(3, bodies=6, kinds=(kind,))
    q, v, _ = random_state(model, 3)
    assert_same_where_kept(model, q, set(model.joint_names[1:4]), v)
    assert sim.lock_joints(model, {name: q[place] for name, (place, _) in model.joint_slices().items()}).nv == 0


@pytest.mark.skipif("panda" not in robots.names(), reason="the gallery is not installed")
def test_panda_with_locked_fingers_is_the_seven_joint_arm_at_that_grip():
    model = robots.load("panda", meshes=False)
    rng = np.random.default_rng(0)
    q, v = sim.random_configuration(model, rng), rng.normal(size=model.nv)
    leader = "panda_finger_joint1"
    locked = assert_same_where_kept(model, q, {leader}, v)
    assert locked.nv == 7
    assert [finding.severity for finding in locked.findings[len(model.findings) :]] == [Severity.NOTE] * 2
    assert f"'panda_finger_joint2' mimics '{leader}' and is locked at" in locked.findings[-1].message
    assert {name: pose.shape for name, pose in locked.poses.items()} == dict.fromkeys(model.poses, (7,))
    assert_same_where_kept(model, q, {"panda_joint2", "panda_joint5"}, v)


def arm():
    placed = np.eye(4)
    placed[:3, 3] = 0.3, 0.0, 0.1
    bodies = [Body(name, 1.0, np.array([0.1, 0.0, 0.0]), np.diag([0.01] * 3)) for name in "abcd"]
    joints = [
        Joint("base", JointKind.FREE_FLYER, None, "a"),
        Joint("slide", JointKind.PRISMATIC, "a", "b", placed, np.array([1.0, 0.0, 0.0]), lower=0.0, upper=0.2),
        Joint("turn", JointKind.REVOLUTE, "b", "c", placed, mimic=Mimic("slide", 2.0, 0.5)),
        Joint("weld", JointKind.FIXED, "c", "d", placed),
    ]
    poses = {"home": [0.0, 0, 0, 0, 0, 0, 1, 0.1]}
    return sim.build_model("arm", bodies, joints, [Frame("tip", "d", placed)], poses=poses)


def test_a_follower_is_held_where_its_leader_puts_it_and_findings_say_where():
    locked = sim.lock_joints(arm(), {"slide": 0.75})  # beyond its limit, which is not looked at
    assert [str(finding) for finding in locked.findings] == [
        "note: joint 'slide' is locked at 0.75 m",
        "note: joint 'turn' mimics 'slide' and is locked at 2 rad",
    ]
    assert (locked.name, locked.joint_names, locked.nq) == ("arm", ("base",), 7)
    np.testing.assert_array_equal(locked.poses["home"], [0, 0, 0, 0, 0, 0, 1])
    pose = sim.frame_pose(locked, locked.poses["home"], "c")
    expected = [[np.cos(2.0), -np.sin(2.0), 0], [np.sin(2.0), np.cos(2.0), 0], [0, 0, 1]]
    np.testing.assert_allclose(pose[:3, :3], expected, atol=1e-15)
    np.testing.assert_allclose(pose[:3, 3], [0.3 + 0.75 + 0.3, 0.0, 0.2], atol=1e-15)


def test_a_locked_free_flyer_puts_the_model_on_a_fixed_base():
    locked = sim.lock_joints(arm(), {"base": [1.0, 2.0, 3.0, 0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5)]})
    assert locked.joint_names == ("slide",)
    np.testing.assert_allclose(sim.frame_pose(locked, np.array([0.0]), "b")[:3, 3], [1.0, 2.3, 3.1], atol=1e-15)
    assert "locked at 1 2 3 0 0 0.707106781 0.707106781" in locked.findings[0].message


def test_no_joint_to_lock_leaves_the_model_as_it_was():
    same = sim.lock_joints(arm(), {})
    assert (same.joint_names, same.findings, same.nv) == (arm().joint_names, (), arm().nv)


@loop_over(("positions", "sentence"), [
    ({"slide": np.nan}, r"positions\['slide'\] must be finite; given nan"),
    ({"slide": [0.1, 0.2]}, r"positions\['slide'\] has shape \(2,\); joint 'slide' takes 1 number in q"),
    ({"base": 0.0}, r"positions\['base'\] has shape \(\); joint 'base' takes 7 numbers in q"),
    ({"base": np.ones(7)}, r"q\[3:7\] has norm 2; it is the quaternion x y z w of joint 'base' and must have norm 1"),
    ({"slide": "far"}, r"positions\['slide'\] must be numbers; given str: 'far'"),
    ({"turn": 0.1}, r"'turn' of model 'arm' mimics 'slide' .* lock 'slide', and 'turn' is held at 2 · q \+ 0.5"),
    ({"weld": 0.0}, r"joint 'weld' of model 'arm' is fixed and cannot be locked; those that can be: base, slide"),
    ([("slide", 0.1)], r"positions must map joint names to their numbers in q; given list"),
])  # fmt: skip
def test_what_cannot_be_locked_is_refused_with_a_reason(positions, sentence):
    with pytest.raises(ArgumentError, match=sentence):
        sim.lock_joints(arm(), positions)


def test_an_unknown_joint_is_refused_with_those_that_exist():
    with pytest.raises(UnknownNameError, match="no joint named 'slid' in model 'arm'; did you mean 'slide'"):
        sim.lock_joints(arm(), {"slid": 0.1})
