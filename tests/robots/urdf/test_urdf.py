"""What a URDF says is what the model holds; what is left out or doubtful is said."""

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from torseur import robots
from torseur.sim.multibody.kinematics.kinematics import frame_pose
from torseur.sim.multibody.model.model import JointKind
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, Sphere


def said(model):
    """Return the findings as "line severity: message"."""
    return [f"{finding.line} {finding.severity.value}: {finding.message}" for finding in model.findings]


def test_an_arm_is_read_as_written(arm, write):
    path = write(arm)
    model = robots.load(path)
    assert (model.name, model.source, model.findings) == ("arm", str(path), ())
    assert [joint.name for joint in model.joints] == ["root_joint", "turn"]
    root, turn = model.joints
    assert (root.kind, root.parent, root.child) == (JointKind.FIXED, None, "base")
    assert (turn.kind, turn.parent, turn.child) == (JointKind.REVOLUTE, "base", "tip")
    assert (turn.lower, turn.upper, turn.velocity_limit, turn.effort_limit) == (-1, 1, 2, 3)
    assert model.bodies[1].mass == 2
    assert model.bodies[1].visuals[0].shape == Box((1.0, 2.0, 3.0))


def test_a_floating_base_has_seven_numbers_and_starts_at_the_origin(arm, write):
    model = robots.load(write(arm), free_flyer=True)
    assert (model.nq, model.nv, model.joint_names) == (8, 7, ("root_joint", "turn"))
    np.testing.assert_array_equal(model.poses["home"], [0, 0, 0, 0, 0, 0, 1, 0])


@pytest.mark.parametrize("taken", ['<link name="base"/>', 'joint name="turn"'])
def test_the_base_joint_gives_way_to_a_link_or_joint_of_its_name(taken, arm, write):
    text = arm.replace('link name="base"', 'link name="root_joint"').replace('link="base"', 'link="root_joint"')
    model = robots.load(write(text if "link" in taken else arm.replace(taken, 'joint name="root_joint"')))
    assert model.joints[0].name == "root_joint_2"


def test_home_is_zero_brought_within_the_limits(arm, write):
    model = robots.load(write(arm.replace('lower="-1"', 'lower="0.5"')))
    np.testing.assert_array_equal(model.poses["home"], [0.5])


def test_rpy_turns_about_fixed_axes_x_then_y_then_z(arm, write):
    text = arm.replace("<parent", '<origin xyz="1 2 3" rpy="0.3 -0.5 0.7"/><parent')
    pose = frame_pose(robots.load(write(text)), np.zeros(1), "tip")

    def about(axis, angle):
        c, s = np.cos(angle), np.sin(angle)
        i, j = (axis + 1) % 3, (axis + 2) % 3
        turned = np.eye(3)
        turned[[i, i, j, j], [i, j, i, j]] = [c, -s, s, c]
        return turned

    np.testing.assert_allclose(pose[:3, :3], about(2, 0.7) @ about(1, -0.5) @ about(0, 0.3), atol=1e-15)
    np.testing.assert_array_equal(pose[:3, 3], [1, 2, 3])


def test_the_inertia_is_turned_into_the_axes_of_the_link(arm, write):
    text = arm.replace("<mass", '<origin xyz="0.1 0 0" rpy="0 0 1.5707963267948966"/><mass').replace('ixx="1"', 'ixx="1.5"')
    tip = robots.load(write(text)).bodies[1]
    np.testing.assert_allclose(tip.com, [0.1, 0, 0])
    np.testing.assert_allclose(tip.inertia, np.diag([1, 1.5, 1]), atol=1e-15)


@pytest.mark.parametrize(("geometry", "shape"), [
    ('<box size="1 2 3"/>', Box((1.0, 2.0, 3.0))),
    ('<sphere radius="0.5"/>', Sphere(0.5)),
    ('<cylinder radius="0.5" length="2"/>', Cylinder(0.5, 2.0)),
    ('<capsule radius="0.5" length="2"/>', Capsule(0.5, 2.0)),
])  # fmt: skip
def test_shapes(geometry, shape, arm, write):
    model = robots.load(write(arm.replace('<box size="1 2 3"/>', geometry)))
    assert model.bodies[1].visuals[0].shape == shape


def test_several_visuals_and_collisions_are_kept_apart(arm, write):
    extra = """<visual name="second"><origin xyz="0 0 1"/><geometry><sphere radius="1"/></geometry></visual>
    <collision name="hull"><geometry><box size="1 1 1"/></geometry></collision>
    <collision><geometry><sphere radius="2"/></geometry></collision></link>
  <joint"""
    tip = robots.load(write(arm.replace("</link>\n  <joint", extra))).bodies[1]
    assert [visual.name for visual in tip.visuals] == ["", "second"]
    assert [collision.name for collision in tip.collisions] == ["hull", ""]
    assert [collision.shape for collision in tip.collisions] == [Box((1.0, 1.0, 1.0)), Sphere(2.0)]
    np.testing.assert_array_equal(tip.visuals[1].placement[:3, 3], [0, 0, 1])


def colored(arm, first, top=""):
    """Return the arm with this material in its visual, and these elements at the top."""
    return arm.replace("</geometry>", f"</geometry>{first}").replace('<robot name="arm">', f'<robot name="arm">{top}')


@pytest.mark.parametrize(("material", "top", "color"), [
    ('<material name=""><color rgba="1 0 0 1"/></material>', "", (1, 0, 0, 1)),
    ('<material name="red"/>', '<material name="red"><color rgba="1 0 0 0.5"/></material>', (1, 0, 0, 0.5)),
    ('<material name="red"><color rgba="0 1 0 1"/></material>',
     '<material name="red"><color rgba="1 0 0 1"/></material>', (0, 1, 0, 1)),
])  # fmt: skip
def test_colours(material, top, color, arm, write):
    model = robots.load(write(colored(arm, material, top)))
    assert model.bodies[1].visuals[0].color == color
    assert said(model) == []


def test_a_colour_given_in_one_visual_serves_another_that_names_it(arm, write):
    other = '<visual><geometry><sphere radius="1"/></geometry><material name="red"/></visual></link>\n  <joint'
    text = colored(arm, '<material name="red"><color rgba="1 0 0 1"/></material>').replace("</link>\n  <joint", other)
    assert robots.load(write(text)).bodies[1].visuals[1].color == (1, 0, 0, 1)


@pytest.mark.parametrize(("kind", "limit", "joint_kind"), [
    ("continuous", "", JointKind.CONTINUOUS),
    ("prismatic", '<limit lower="0" upper="1" velocity="1" effort="1"/>', JointKind.PRISMATIC),
    ("fixed", "", JointKind.FIXED),
    ("floating", "", JointKind.FREE_FLYER),
])  # fmt: skip
def test_kinds_of_joint(kind, limit, joint_kind, arm, write):
    text = arm.replace("revolute", kind).replace('<limit lower="-1" upper="1" velocity="2" effort="3"/>', limit)
    assert robots.load(write(text)).joint("turn").kind is joint_kind


def test_a_continuous_joint_has_no_position_limits_but_those_of_velocity_and_effort(arm, write):
    turn = robots.load(write(arm.replace("revolute", "continuous"))).joint("turn")
    assert (turn.lower, turn.upper, turn.velocity_limit, turn.effort_limit) == (-np.inf, np.inf, 2, 3)


def test_without_an_axis_a_joint_turns_about_x(arm, write):
    turn = robots.load(write(arm.replace('<axis xyz="0 0 1"/>', ""))).joint("turn")
    np.testing.assert_array_equal(turn.axis, [1, 0, 0])


def test_damping_and_friction_are_read(arm, write):
    turn = robots.load(write(arm.replace("<axis", '<dynamics damping="0.5" friction="0.25"/><axis'))).joint("turn")
    assert (turn.damping, turn.friction) == (0.5, 0.25)


def test_an_axis_that_is_no_unit_vector_is_scaled_and_said(arm, write):
    model = robots.load(write(arm.replace("0 0 1", "0 0 2")))
    np.testing.assert_array_equal(model.joint("turn").axis, [0, 0, 1])
    assert said(model) == ["15 warning: joint 'turn': axis '0 0 2' has length 2; it is scaled to 1"]
    assert said(robots.load(write(arm.replace("0 0 1", "0 0 1.0000001")))) == []


FOLLOWER = """<link name="end"><inertial><mass value="1"/>
  <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <joint name="follow" type="revolute"><parent link="tip"/><child link="end"/><axis xyz="0 0 1"/>
  <limit lower="-9" upper="9" velocity="1" effort="1"/><mimic joint="turn" multiplier="-2" offset="0.5"/></joint>
"""


def test_a_mimic_joint_follows(arm, write):
    model = robots.load(write(arm.replace("</robot>", FOLLOWER + "</robot>")))
    assert model.joint_names == ("turn",)
    pose = frame_pose(model, np.array([0.2]), "end")
    angle = 0.2 + (-2 * 0.2 + 0.5)
    np.testing.assert_allclose(pose[:2, 0], [np.cos(angle), np.sin(angle)], atol=1e-15)


def test_a_mimic_of_a_mimic_follows_the_first(arm, write):
    second = FOLLOWER.replace('"end"', '"last"').replace('"tip"', '"end"').replace('"follow"', '"second"')
    second = second.replace('joint="turn" multiplier="-2" offset="0.5"', 'joint="follow" multiplier="3" offset="0.1"')
    mimic = robots.load(write(arm.replace("</robot>", second + FOLLOWER + "</robot>"))).joint("second").mimic
    assert (mimic.joint, mimic.ratio) == ("turn", -6)
    assert mimic.offset == pytest.approx(1.6)


def test_what_is_not_read_is_named_once_for_each_kind(arm, write):
    extra = "<gazebo/>\n<transmission><joint name='turn'/></transmission>\n<gazebo reference='tip'/></robot>"
    text = arm.replace("</robot>", extra).replace("<axis", '<safety_controller k_velocity="1"/><axis')
    text = text.replace("<child", "<orign/><child")
    assert said(robots.load(write(text))) == [
        "14 warning: joint 'turn': <orign> does not belong here; it is left out",
        "15 note: <safety_controller> is not used; it is left out",
        "18 note: <gazebo> is not used; it is left out, 2 times",
        "19 note: <transmission> is not used; it is left out",
    ]


def test_a_link_without_mass_that_follows_another_joint_needs_no_words():
    sleeve = files("torseur.sim.scenes") / "models" / "hopper.urdf"
    assert not [line for line in said(robots.load(Path(str(sleeve)))) if "undetermined" in line]


def test_a_massless_link_fixed_to_one_with_mass_needs_no_words(arm, write):
    fixed = '<link name="tool"/><joint name="f" type="fixed"><parent link="tip"/><child link="tool"/></joint></robot>'
    assert said(robots.load(write(arm.replace("</robot>", fixed)))) == []


def test_a_joint_whose_limits_are_missing_cannot_move_and_that_is_said(arm, write):
    assert said(robots.load(write(arm.replace('lower="-1" upper="1" ', "")))) == [
        "16 warning: joint 'turn': neither a lower nor an upper limit is given, which in URDF makes both 0: it cannot move"
    ]


@pytest.mark.parametrize("version", ["1.1", "1.2"])
def test_from_version_1_1_on_a_quaternion_turns_too(version, arm, write):
    newer = arm.replace("<robot ", f'<robot version="{version}" ')
    by_angle, by_quaternion = (
        robots.load(write(newer.replace("<axis", f"<origin {turned}/><axis")))
        for turned in (f'rpy="{np.pi / 2} 0 {np.pi}"', 'xyz="0 0 0" quat_xyzw="0 3 3 0"')
    )
    placements = [model.joint("turn").placement for model in (by_angle, by_quaternion)]
    np.testing.assert_allclose(*placements, atol=1e-15)
    assert not by_quaternion.findings


@pytest.mark.parametrize(
    ("more", "why"),
    [('rpy="1 0 0" quat_xyzw="0 0 1 1"', "rpy says how it is turned"), ('quat_xyzw="0 0 0 0"', "it has no direction")],
)
def test_a_quaternion_that_says_nothing_more_is_left_out(more, why, arm, write):
    newer = arm.replace("<robot ", '<robot version="1.1" ').replace("<axis", f"<origin {more}/><axis")
    model = robots.load(write(newer))
    (finding,) = model.findings
    assert finding.rule == "orientation"
    assert finding.message.endswith(why)
    as_written = frame_pose(robots.load(write(newer.replace("quat_xyzw", "other"))), [0.3], "tip")
    np.testing.assert_array_equal(frame_pose(model, [0.3], "tip"), as_written)


def test_limits_of_later_versions_are_known_and_not_used(arm, write):
    (note,) = robots.load(write(arm.replace("<limit ", '<limit jerk="5" '))).findings
    assert note.message == "joint 'turn': the attribute 'jerk' of <limit> is not used; it is left out"
