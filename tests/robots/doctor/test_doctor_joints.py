"""Faults of the tree and of joints: one in each file."""

import pytest

# fmt: off
# rule, what is replaced in the arm, by what; line, element, found, wanted, message
CASES = (
    ('link-unknown', 'parent link="base"', 'parent link="bass"', 13, "joint 'turn'", 'bass', 'the name of a link',
     "no link named 'bass' in <parent> of joint 'turn'; did you mean 'base'? It has: base, tip"),
    ('orientation', '<axis', '<origin quat_xyzw="0 0 1 1"/><axis', 15, "joint 'turn'", '0 0 1 1',
     'rpy, or a quaternion of URDF 1.1', "joint 'turn': <origin> quat_xyzw='0 0 1 1' is left out: <robot> has no version, or "
     '1.0, and it is read from version="1.1" on'),
    ('world-added', 'parent link="base"', 'parent link="world"/><child link="base"/></joint>\n<joint name="more" '
     'type="fixed"><parent link="base"', 13, "joint 'turn'", 'world', 'a link', "joint 'turn': <parent> names a link "
     "'world' that is not there; it is added, without mass, and stands still"),
    ('self-joint', 'parent link="base"', 'parent link="tip"', 12, "joint 'turn'", 'tip', 'two links',
     "joint 'turn': its parent and its child are both link 'tip'"),
    ('two-parents', '</robot>',
     '<joint name="more" type="fixed"><parent link="base"/><child link="tip"/></joint></robot>', 18, "joint 'more'",
     "'turn' and 'more'", 'one joint', "link 'tip' is the child of two joints, 'turn' and 'more'; a tree needs one"),
    ('several-roots', '</robot>', '<link name="loose"/></robot>', 18, "link 'loose'", "'base', 'loose'", 'one root',
     "2 links have no parent: 'base', 'loose'; a tree has one root"),
    ('cycle', '</robot>', '<joint name="back" type="fixed"><parent link="tip"/><child link="base"/></joint></robot>',
     12, "joint 'turn'", "'turn', 'back'", 'a tree', "the joints 'turn', 'back' form a cycle; a tree has none"),
    ('joint-type', 'revolute', 'hinge', 12, "joint 'turn'", 'hinge',
     "'revolute', 'continuous', 'prismatic', 'fixed', 'planar', 'floating'",
     "joint 'turn': no joint type 'hinge'; there are 'revolute', 'continuous', 'prismatic', "
     "'fixed', 'planar', 'floating'"),
    ('joint-type-read', 'revolute', 'Revolute', 12, "joint 'turn'", 'Revolute',
     "'revolute', 'continuous', 'prismatic', 'fixed', 'planar', 'floating'",
     "joint 'turn': the type 'Revolute' is written in small letters; it is read as revolute"),
    ('joint-type-read', 'revolute', 'spherical', 12, "joint 'turn'", 'spherical',
     "'revolute', 'continuous', 'prismatic', 'fixed', 'planar', 'floating'",
     "joint 'turn': the type 'spherical' is not one of URDF's; it is read as spherical"),
    ('axis-zero', '"0 0 1"', '"0 0 0"', 15, "joint 'turn'", '0 0 0', 'a vector of length 1',
     "joint 'turn': axis '0 0 0' has no direction"),
    ('axis-not-unit', '"0 0 1"', '"0 3 4"', 15, "joint 'turn'", '0 3 4', 'a vector of length 1',
     "joint 'turn': axis '0 3 4' has length 5; it is scaled to 1"),
    ('limit-missing', '<limit lower="-1" upper="1" velocity="2" effort="3"/>', '', 12, "joint 'turn'", '', '<limit>',
     "joint 'turn': a revolute joint has no <limit>; it is read as one without limits"),
    ('limit-missing', ' effort="3"', '', 16, "joint 'turn'", '', 'effort',
     "joint 'turn': <limit> has no effort; none is taken"),
    ('limit-left-out', 'upper="1"', 'upper="inf"', 16, "joint 'turn'", 'inf', 'a finite number',
     "joint 'turn': <limit> upper='inf' limits nothing; none is taken"),
    ('limit-left-out', '<limit lower="-1" upper="1" velocity="2" effort="3"/>',
     '<limit lower="2" upper="1" velocity="2" effort="3"/>', 16, "joint 'turn'", '2 to 1', 'lower below upper',
     "joint 'turn': its lower limit 2 is above its upper limit 1; neither is taken"),
    ('limits-equal', '<limit lower="-1" upper="1" velocity="2" effort="3"/>',
     '<limit lower="1" upper="1" velocity="2" effort="3"/>', 16, "joint 'turn'", '1 to 1', 'lower below upper',
     "joint 'turn': its limits are both 1: it cannot move"),
    ('limits-zero', 'effort="3"', 'effort="0"', 16, "joint 'turn'", '0', 'above 0',
     "joint 'turn': <limit> effort='0': nothing can drive it, and torques of a controller are cut to 0; where no limit is meant, "
     'leave it out'),
    ('limits-zero', 'velocity="2"', 'velocity="0.0"', 16, "joint 'turn'", '0.0', 'above 0',
     "joint 'turn': <limit> velocity='0.0': it may not move; where no limit is meant, leave it out"),
    ('joint-passive', '</robot>', '<link name="l"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" '
     'izz="1"/></inertial></link>\n<joint name="m" type="revolute"><parent link="tip"/><child link="l"/><axis xyz="1 0 0"/>\n'
     '<limit lower="-1" upper="1" velocity="2" effort="0"/></joint></robot>', 20, "joint 'm'", '0', 'above 0 where there is one',
     "joint 'm': <limit> effort='0': it has no motor, and torques of a controller are cut to 0"),
    ('angle-degrees', 'lower="-1"', 'lower="-170"', 16, "joint 'turn'", '-170', '-2.96706',
     "joint 'turn': <limit> lower='-170': -170 rad is 27.1 turns; of degrees it would be -2.96706"),
    ('angle-degrees', '<axis', '<origin rpy="0 90 0"/><axis', 15, "joint 'turn'", '0 90 0', '0 1.5708 0',
     "joint 'turn': <origin> rpy='0 90 0': 90 rad is 14.3 turns; of degrees it would be 0 1.5708 0"),
    ('negative', 'value="2"', 'value="-2"', 5, "link 'tip'", '-2', 'above 0',
     "link 'tip': a mass of -2 kg; it must not be negative"),
    ('limit-left-out', 'upper="1"', 'upper="pi"', 16, "joint 'turn'", 'pi', 'a finite number',
     "joint 'turn': its upper limit is left out: <limit> upper='pi': 'pi' is not a finite number"),
    ('limit-left-out', 'effort="3"', 'effort="-3"', 16, "joint 'turn'", '-3', '0 or more',
     "joint 'turn': <limit> effort='-3' is negative, which limits nothing; none is taken"),
    ('limit-left-out', 'velocity="2"', 'velocity="-2"', 16, "joint 'turn'", '-2', '0 or more',
     "joint 'turn': <limit> velocity='-2' is negative, which limits nothing; none is taken"),
    ('negative', '<axis', '<dynamics damping="-1"/><axis', 15, "joint 'turn'", '-1', '0 or more',
     "joint 'turn': <dynamics> damping='-1' must not be negative"),
    ('mimic-unknown', '<axis xyz="0 0 1"/>', '<axis xyz="0 0 1"/><mimic joint="trun"/>', 15, "joint 'turn'", 'trun',
     'the name of a joint', "joint 'turn': <mimic> names joint 'trun', which does not exist; it is left out, and the "
     'joint moves by itself'),
    ('mimic-unknown', '<axis xyz="0 0 1"/>', '<axis xyz="0 0 1"/><mimic multiplier="2"/>', 15, "joint 'turn'", '',
     'the name of a joint', "joint 'turn': <mimic> names no joint; it is left out, and the joint moves by itself"),
    ('mimic-circle', '<axis xyz="0 0 1"/>', '<axis xyz="0 0 1"/><mimic joint="turn"/>', 15, "joint 'turn'", 'turn',
     'another joint', "joint 'turn': its <mimic> leads back to joint 'turn'"),
    ('mimic-leader', '</robot>', '<link name="end"/>\n  <joint name="more" type="fixed"><parent link="tip"/><child '
     'link="end"/></joint>\n<link name="l"><inertial><mass value="1"/><inertia ixx="1" ixy="0" '
     'ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>\n<joint name="m" '
     'type="continuous"><parent link="tip"/><child link="l"/><mimic joint="more"/></joint></robot>', 21, "joint 'm'",
     'fixed', 'one degree of freedom', "joint 'm': <mimic> names joint 'more', which is fixed and cannot be followed; "
     'it is left out, and the joint moves by itself'),
    ('mimic-unused', '</robot>', '<link name="end"/>\n  <joint name="more" type="fixed"><parent link="tip"/><child '
     'link="end"/><mimic joint="turn"/></joint>\n</robot>', 19, "joint 'more'", 'fixed', 'one degree of freedom',
     "joint 'more': <mimic> is left out: a fixed joint cannot follow another"),
)
# fmt: on


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_a_fault_is_found_with_its_rule_line_and_values(case, check_fault):
    check_fault(*case)
