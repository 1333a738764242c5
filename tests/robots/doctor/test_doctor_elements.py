"""Faults of elements, attributes and numbers: one in each file."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Case = tuple[str, str, str, int, str, str, str, str]

# fmt: off
# rule, what is replaced in the arm, by what; line, element, found, wanted, message
CASES: tuple[Case, ...] = (
    ('undeclared-prefix', '</robot>', '<sensor:camera/></robot>', 18, '', 'sensor', 'xmlns:sensor=',
     "the XML prefix 'sensor' is not declared; it is read as if it were"),
    ('file-kind', '<link name="base"/>',
     '<xacro:property xmlns:xacro="http://www.ros.org/wiki/xacro" name="a" value="1"/><link name="base"/>', 2, '', '.urdf',
     '.xacro', 'the file is named .urdf and holds <xacro:property>; it is read as if it were named .xacro'),
    ('file-kind', 'value="2"', 'value="${1 + 1}"', 5, '', '.urdf', '.xacro',
     "the file is named .urdf and holds '${1 + 1}'; it is read as if it were named .xacro"),
    ('xacro-name', 'joint name="turn"', 'joint name="${side}turn"', 12, "joint '${side}turn'", '${side}turn', 'a name',
     "name='${side}turn' is not expanded, and nothing in the file does; such names are read as written"),
    ('name-given', '<robot name="arm">', '<robot>', 1, '<robot>', '', 'name', "<robot> has no name; it is called 'robot'"),
    ('name-missing', '<link name="base"/>', '<link name=""/>', 2, '<link>', '', 'name',
     "<link> has an empty attribute 'name'"),
    ('name-given', 'joint name="turn"', 'joint', 12, '<joint>', '', 'name',
     "a <joint> has no name; it is called 'base_to_tip'"),
    ('name-given', '</robot>', '<material><color rgba="1 0 0 1"/></material></robot>', 18, '<material>', '', 'name',
     'a <material> of the robot has no name; it is left out'),
    ('name-duplicate', '</robot>', '<link name="tip"/></robot>', 18, "link 'tip'", 'tip', 'another name',
     "a second link is named 'tip'; the first is on line 3"),
    ('name-duplicate', '</robot>', '<link name="end"/>\n  <joint name="turn" type="fixed"><parent link="tip"/><child '
     'link="end"/></joint>\n</robot>', 19, "joint 'turn'", 'turn', 'another name',
     "a second joint is named 'turn'; the first is on line 12"),
    ('element-missing', '      <mass value="2"/>\n', '', 4, "link 'tip'", '', '<mass>',
     "link 'tip': <inertial> has no <mass>"),
    ('element-missing', '    <parent link="base"/>\n', '', 12, "joint 'turn'", '', '<parent>',
     "joint 'turn': <parent> is missing"),
    ('element-repeated', '<axis xyz="0 0 1"/>', '<axis xyz="0 0 1"/><axis xyz="0 0 1"/>', 15, "joint 'turn'",
     '2 <axis>', 'one <axis>', "joint 'turn': a second <axis>; the first is taken"),
    ('element-repeated', '</inertial>', '</inertial><inertial/>', 7, "link 'tip'", '2 <inertial>', 'one <inertial>',
     "link 'tip': a second <inertial>; the first is taken"),
    ('joint-ends', '<parent link="base"/>', '<parent link="base"/><parent link="tip"/>', 13, "joint 'turn'",
     "'base' and 'tip'", 'one <parent>', "joint 'turn': it has two of <parent>, 'base' and 'tip'; a joint has one"),
    ('element-unknown', '<axis xyz="0 0 1"/>', '<axes xyz="0 0 1"/>', 15, "joint 'turn'", '<axes>',
     '<axis>, <child>, <dynamics>, <limit>, <mimic>, <origin>, <parent>',
     "joint 'turn': <axes> does not belong here; it is left out"),
    ('element-unused', '</robot>', '<gazebo/></robot>', 18, '<gazebo>', '<gazebo>', '',
     '<gazebo> is not used; it is left out'),
    ('element-changes-physics', '</robot>', '<loop_joint name="l"/></robot>', 18, '<loop_joint>', '<loop_joint>',
     'what URDF has',
     '<loop_joint> closes a loop of links; it is left out, and the robot moves differently without it'),
    ('element-changes-physics', '</robot>', '<gazebo>\n<joint name="l"><child>tip</child></joint></gazebo></robot>',
     19, "joint 'l'", '<joint>', 'what URDF has',
     'in <gazebo>: <joint> connects links; it is left out, and the robot moves differently without it'),
    ('element-changes-physics', '</robot>', '<gazebo><plugin filename="libmimic_joint.so"/></gazebo></robot>', 18,
     '<plugin>', '<plugin>', 'what URDF has',
     'in <gazebo>: <plugin> makes a joint follow another; it is left out, and the robot moves '
     'differently without it'),
    ('attribute-missing', 'value="2"', '', 5, "link 'tip'", '', 'value',
     "link 'tip': <mass> has no attribute 'value'"),
    ('attribute-empty', '<axis xyz="0 0 1"/>', '<axis xyz=" "/>', 15, "joint 'turn'", ' ', 'a value, or no attribute',
     "joint 'turn': <axis> has an empty attribute 'xyz'; it is read as if not there"),
    ('attribute-unknown', '<axis xyz="0 0 1"/>', '<axis xyz="0 0 1" rpy="0 0 0"/>', 15, "joint 'turn'", 'rpy', 'xyz',
     "joint 'turn': the attribute 'rpy' of <axis> is not URDF's; it is left out"),
    ('attribute-case', 'lower="-1"', 'Lower="-1"', 16, "joint 'turn'", 'Lower', 'lower',
     "joint 'turn': the attribute 'Lower' of <limit> is written 'lower' in URDF; it is left out"),
    ('value-count', '"0 0 1"', '"0 1"', 15, "joint 'turn'", '0 1', '3 numbers',
     "joint 'turn': <axis> xyz='0 1' has 2 values; 3 numbers are wanted"),
    ('decimal-comma', 'value="2"', 'value="0,5"', 5, "link 'tip'", '0,5', '0.5',
     "link 'tip': <mass> value='0,5': a comma is not read; decimals are written with a point, "
     'numbers parted by blanks'),
    ('decimal-comma', '"0 0 1"', '"0,5 0 1"', 15, "joint 'turn'", '0,5 0 1', '0.5 0 1',
     "joint 'turn': <axis> xyz='0,5 0 1': a comma is not read; decimals are written with a point, "
     'numbers parted by blanks'),
    ('comma-separated', '"0 0 1"', '"0, 0, 1"', 15, "joint 'turn'", '0, 0, 1', '0 0 1',
     "joint 'turn': <axis> xyz='0, 0, 1': its commas are read as blanks"),
    ('value-count', 'value="2"', 'value="2 3"', 5, "link 'tip'", '2 3', 'one number',
     "link 'tip': <mass> value='2 3' has 2 values; one number is wanted"),
    ('value-count-read', '<parent', '<origin rpy="0 0 1 2"/><parent', 13, "joint 'turn'", '0 0 1 2', '3 numbers',
     "joint 'turn': <origin> rpy='0 0 1 2' has 4 values; the first 3 are taken"),
    ('value-count-read', '<box size="1 2 3"/>', '<mesh filename="a.stl" scale="0.001"/>', 9, "link 'tip'", '0.001',
     '3 numbers', "link 'tip': <mesh> scale='0.001' is one value; it is taken for x, y and z"),
    ('value-count-read', '</geometry>', '</geometry><material name="red"><color rgba="1 0 0"/></material>', 9,
     "link 'tip'", '1 0 0', '4 numbers', "link 'tip': <color> rgba='1 0 0' has 3 values; it is read as opaque"),
    ('not-a-number', 'value="2"', 'value="two"', 5, "link 'tip'", 'two', 'a finite number',
     "link 'tip': <mass> value='two': 'two' is not a finite number"),
    ('not-finite', 'value="2"', 'value="nan"', 5, "link 'tip'", 'nan', 'a finite number',
     "link 'tip': <mass> value='nan': 'nan' is not a finite number"),
    ('not-finite', 'value="2"', 'value="-Infinity"', 5, "link 'tip'", '-Infinity', 'a finite number',
     "link 'tip': <mass> value='-Infinity': '-Infinity' is not a finite number"),
    ('not-finite', 'value="2"', 'value="1e999"', 5, "link 'tip'", '1e999', 'a finite number',
     "link 'tip': <mass> value='1e999': '1e999' is not a finite number"),
    ('magnitude', 'value="2"', 'value="2e6"', 5, "link 'tip'", '2e6', 'at most 1e+06 kg',
     "link 'tip': <mass> value='2e6': no robot is expected to have more than 1e+06 kg"),
    ('magnitude', '<parent', '<origin xyz="0 2e4 0"/><parent', 13, "joint 'turn'", '0 2e4 0', 'at most 10000 m',
     "joint 'turn': <origin> xyz='0 2e4 0': no robot is expected to have more than 10000 m"),
    ('magnitude', '<parent', '<origin rpy="0 2e3 0"/><parent', 13, "joint 'turn'", '0 2e3 0', 'at most 1000 rad',
     "joint 'turn': <origin> rpy='0 2e3 0': no robot is expected to have more than 1000 rad"),
    ('magnitude', '<limit lower="-1" upper="1" velocity="2" effort="3"/>',
     '<limit lower="-1" upper="4e3" velocity="2" effort="3"/>', 16, "joint 'turn'", '4e3', 'at most 1000 rad',
     "joint 'turn': <limit> upper='4e3': no robot is expected to have more than 1000 rad"),
    ('magnitude-refused', 'value="2"', 'value="1e13"', 5, "link 'tip'", '1e13', 'at most 1e+12 kg',
     "link 'tip': <mass> value='1e13': nothing can be computed with numbers beyond 1e+12 kg"),
)
# fmt: on


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_a_fault_is_found_with_its_rule_line_and_values(case: Case, check_fault: Callable[..., None]) -> None:
    check_fault(*case)
