"""A joint whose child is carried already carries its parent, where that makes a tree: the same motion from the other side."""

import numpy as np
import pytest

from torseur import robots
from torseur.sim.errors import ModelError
from torseur.sim.multibody.kinematics.plain_kinematics import plain_frame_poses

INERTIA = "<inertial><mass>1</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>"


def model(tmp_path, *joints):
    """Links a, b, c and d in a row along x, a metre apart."""
    links = "".join(
        f'<link name="{name}"><pose>{k} 0 0 0 0 0</pose>{INERTIA}</link>'
        for k, name in enumerate("abcd")
        if any(name in joint[1:3] for joint in joints)
    )
    rows = "".join(
        f'<joint name="{name}" type="{kind}"><parent>{parent}</parent><child>{child}</child><axis><xyz>0 0 1</xyz></axis>'
        f"{'<axis2><xyz>0 1 0</xyz></axis2>' if kind == 'universal' else ''}</joint>"
        for name, parent, child, kind in joints
    )
    path = tmp_path / "row.sdf"
    path.write_text(f'<?xml version="1.0"?>\n<sdf version="1.7"><model name="row">\n{links}\n{rows}\n</model></sdf>\n')
    return robots.load(path)


def pose_of(made, link, **angles):
    """(4, 4) in the frame of the root, at these values of joints."""
    q = np.zeros(made.nq)
    q[6] = 1.0
    for name, value in angles.items():
        q[made.joint_slices()[name][0]] = value
    poses = plain_frame_poses(made, q)
    root, own = (made.body_names.index(name) for name in ("a", link))
    return np.linalg.inv(poses[root]) @ poses[own]


def test_it_moves_its_parent_by_minus_its_angle(tmp_path):
    made = model(tmp_path, ("j1", "a", "b", "revolute"), ("j2", "c", "b", "revolute"))
    assert made.nv == 8
    assert [finding.rule for finding in made.findings] == ["joint-reversed"]
    (joint,) = (joint for joint in made.joints if joint.name == "j2")
    assert (joint.parent, joint.child) == ("b", "c")
    angle = 0.3
    pose = pose_of(made, "c", j2=angle)  # the hinge is where b is, its child in the file: c, a metre beyond, turns about it
    np.testing.assert_allclose(pose[:3, 3], [1.0 + np.cos(angle), -np.sin(angle), 0.0], atol=1e-12)
    np.testing.assert_allclose(pose[:2, 0], [np.cos(angle), -np.sin(angle)], atol=1e-12)


def test_all_joints_up_to_the_root_of_the_part_it_carries_are_turned(tmp_path):
    made = model(tmp_path, ("j1", "a", "b", "revolute"), ("j3", "d", "c", "prismatic"), ("j2", "c", "b", "revolute"))
    assert made.nv == 9
    ends = {joint.name: (joint.parent, joint.child) for joint in made.joints}
    assert (ends["j2"], ends["j3"]) == (("b", "c"), ("c", "d"))
    np.testing.assert_allclose(pose_of(made, "d", j3=0.2)[:3, 3], [3.0, 0.0, -0.2], atol=1e-12)


@pytest.mark.parametrize("kind", ["ball", "universal"])
def test_one_of_several_axes_moves_its_parent_by_the_inverse(tmp_path, kind):
    rng = np.random.default_rng(0)
    straight = model(tmp_path, ("j2", "a", "b", kind))
    turned = model(tmp_path, ("j1", "d", "b", "revolute"), ("j2", "a", "b", kind))
    assert turned.nv == straight.nv + 1
    values = {}
    for joint in straight.joints[1:]:
        values[joint.name] = rng.uniform(
            -1.0, 1.0, straight.joint_slices()[joint.name][0].stop - straight.joint_slices()[joint.name][0].start
        )
    if kind == "ball":
        values["j2"] = values["j2"] / np.linalg.norm(values["j2"])
    forward = pose_of(straight, "b", **values)
    if kind == "ball":
        values["j2"] = values["j2"] * [-1.0, -1.0, -1.0, 1.0]
    np.testing.assert_allclose(pose_of(turned, "b", **values), forward, atol=1e-12)


def test_a_part_that_stands_in_the_world_is_not_carried(tmp_path):
    with pytest.raises(ModelError, match="link 'b' is the child of two joints"):
        model(tmp_path, ("j1", "a", "b", "revolute"), ("fix", "world", "c", "fixed"), ("j2", "c", "b", "revolute"))
