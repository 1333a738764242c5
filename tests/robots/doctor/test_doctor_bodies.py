"""Faults of masses, shapes and colours: one in each file."""

import pytest

# fmt: off
# rule, what is replaced in the arm, by what; line, element, found, wanted, message
CASES = (
    ('mass-zero', 'value="2"', 'value="0"', 6, "link 'tip'", '0 kg', 'above 0',
     "link 'tip': it has no mass, and principal moments of inertia of 1, 1, 1 kg m²"),
    ('massless', '    <inertial>\n      <mass value="2"/>\n      <inertia ixx="1" ixy="0" ixz="0" iyy="1" '
     'iyz="0" izz="1"/>\n    </inertial>\n', '', 3, "link 'tip'", 'no <inertial>', 'a mass above 0',
     "link 'tip' has no <inertial>: joint 'turn' moves no mass, its acceleration is undetermined"),
    ('inertia-asymmetric', 'izz="1"', 'izz="1" iyx="0.5"', 6, "link 'tip'", '0.5', '0',
     "link 'tip': <inertia> iyx='0.5' is not its ixy='0', which is taken"),
    ('inertia-products', 'ixz="0" ', '', 6, "link 'tip'", '', 'ixz', "link 'tip': <inertia> has no ixz; it is read as 0"),
    ('inertia-products', 'ixz="0"', 'izx="0.5"', 6, "link 'tip'", '', 'ixz',
     "link 'tip': <inertia> has no ixz; izx='0.5' is taken"),
    ('inertial-empty', '      <mass value="2"/>\n      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>\n', '',
     4, "link 'tip'", 'neither <mass> nor <inertia>', '<mass> and <inertia>',
     "link 'tip': <inertial> has neither <mass> nor <inertia>; the link is read without mass"),
    ('inertial-empty', '<mass value="2"/>\n      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>\n',
     '<mass value="0.0"/>', 4, "link 'tip'", 'no <inertia>', '<mass> and <inertia>',
     "link 'tip': <inertial> has no <inertia>; the link is read without mass"),
    ('inertial-empty', '<mass value="2"/>\n      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>\n',
     '<inertia ixx="0" ixy="-0.0" ixz="0" iyy="0" iyz="0" izz="0.00"/>', 4, "link 'tip'", 'no <mass>', '<mass> and <inertia>',
     "link 'tip': <inertial> has no <mass>; the link is read without mass"),
    ('inertia-negative', '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>',
     '<inertia ixx="-1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>', 6, "link 'tip'", '−1, 1, 1 kg m²', 'above 0',
     "link 'tip': principal moments of inertia of −1, 1, 1 kg m²; none can be negative"),
    ('inertia-negative-fixed', '<link name="base"/>',
     '<link name="base"><inertial><mass value="1"/><inertia ixx="-1" ixy="0" ixz="0" iyy="1" '
     'iyz="0" izz="1"/></inertial></link>', 2, "link 'base'", '−1, 1, 1 kg m²', 'above 0',
     "link 'base': principal moments of inertia of −1, 1, 1 kg m²; none can be negative"),
    ('inertia-zero', '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>',
     '<inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/>', 6, "link 'tip'", '0, 0, 0 kg m²', 'above 0',
     "link 'tip': it has a mass of 2 kg and no inertia: it is a point"),
    ('inertia-singular', '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>',
     '<inertia ixx="0" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>', 6, "link 'tip'", '0, 1, 1 kg m²', 'above 0',
     "link 'tip': principal moments of inertia of 0, 1, 1 kg m²; each should be above 0"),
    ('inertia-near-triangle', '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>',
     '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="2.01"/>', 6, "link 'tip'", '2.01', 'at most 2',
     "link 'tip': principal moments of inertia of 1, 1, 2.01 kg m²; the largest exceeds the sum "
     "of the others, which no body's does"),
    ('inertia-triangle', '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>',
     '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="3"/>', 6, "link 'tip'", '3', 'at most 2',
     "link 'tip': principal moments of inertia of 1, 1, 3 kg m²; the largest exceeds the sum of "
     "the others, which no body's does"),
    ('inertia-extent', '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>',
     '<inertia ixx="100" ixy="0" ixz="0" iyy="100" iyz="0" izz="100"/>', 4, "link 'tip'", '5 m', 'at most 0.5 m',
     "link 'tip': by its inertia the mass is 5 m from its centre along one axis (root mean square), and the shapes reach "
     "0.5 m along it: no mass within them has it"),
    ('com-outside', '<mass value="2"/>', '<origin xyz="0 0 9"/><mass value="2"/>', 4, "link 'tip'", '7.5 m',
     'at most 3.74 m', "link 'tip': its centre of mass is 7.5 m away from its shapes, which are 3.74 m long"),
    ('geometry-empty', '<box size="1 2 3"/>', '', 9, "link 'tip'", '0 shapes',
     'one of <box>, <sphere>, <cylinder>, <capsule>, <mesh>',
     "link 'tip': its visual is left out: its <geometry> is empty"),
    ('geometry-empty', '<box size="1 2 3"/>', '<box size="1 2 3"/><sphere radius="1"/>', 9, "link 'tip'", '2 shapes', 'one',
     "link 'tip': <geometry> holds 2 shapes; the first is taken, <box>"),
    ('geometry-empty', '<geometry><box size="1 2 3"/></geometry>', '', 8, "link 'tip'", '', '<geometry>',
     "link 'tip': its visual is left out: it has no <geometry>"),
    ('geometry-unreadable', '<box size="1 2 3"/>', '<box size="1 2"/>', 9, "link 'tip'", '1 2', '3 numbers',
     "link 'tip': its visual is left out: <box> size='1 2' has 2 values; 3 numbers are wanted"),
    ('geometry-unreadable', '<geometry>', '<origin xyz="0 0 nan"/><geometry>', 9, "link 'tip'", 'nan', 'a finite number',
     "link 'tip': its visual is left out: <origin> xyz='0 0 nan': 'nan' is not a finite number"),
    ('geometry-unreadable', '<box size="1 2 3"/>', '<mesh/>', 9, "link 'tip'", '', 'filename',
     "link 'tip': its visual is left out: <mesh> has no attribute 'filename'"),
    ('geometry-unknown', '<box size="1 2 3"/>', '<cone/>', 9, "link 'tip'", '<cone>',
     '<box>, <sphere>, <cylinder>, <capsule>, <mesh>',
     "link 'tip': its visual is left out: there is no shape <cone>; there are <box>, <sphere>, <cylinder>, <capsule>, "
     '<mesh>'),
    ('geometry-size', '<box size="1 2 3"/>', '<box size="1 0 3"/>', 9, "link 'tip'", '1 0 3', 'above 0',
     "link 'tip': its visual is left out: <box> size='1 0 3': lengths are above 0"),
    ('geometry-size', '<box size="1 2 3"/>', '<sphere radius="-1"/>', 9, "link 'tip'", '-1', 'above 0',
     "link 'tip': its visual is left out: <sphere> radius='-1': lengths are above 0"),
    ('scale-zero', '<box size="1 2 3"/>', '<mesh filename="a.stl" scale="1 0 1"/>', 9, "link 'tip'", '1 0 1', 'not 0',
     "link 'tip': its visual is left out: <mesh> scale='1 0 1': a scale is not 0"),
    ('mesh-scheme', '<box size="1 2 3"/>', '<mesh filename="https://example.org/a.stl"/>', 9, "link 'tip'",
     'https://example.org/a.stl', 'package://, model://, file:// or a path',
     "link 'tip': its visual is left out: mesh 'https://example.org/a.stl' is not looked for: "
     'https:// is not read, only package://, model://, file:// and paths'),
    ('no-visual', '    <visual>\n      <geometry><box size="1 2 3"/></geometry>\n    </visual>\n', '', 1, '<robot>',
     '', '', 'no link has a <visual>: there is nothing to see but collisions'),
    ('material-unknown', '</geometry>', '</geometry><material name="red"/>', 9, "link 'tip'", 'red', 'none',
     "link 'tip': no material is named 'red' (there are: none); it is drawn in the default colour"),
    ('colour-range', '</geometry>', '</geometry><material name="red"><color rgba="255 0 0 1"/></material>', 9,
     "link 'tip'", '255 0 0 1', '0 to 1', "link 'tip': rgba='255 0 0 1' is not within 0 to 1; it is cut to it"),
    ('colour-unreadable', '</geometry>', '</geometry><material name="red"><color rgba="red"/></material>', 9,
     "link 'tip'", 'red', '4 numbers',
     "link 'tip': its colour is left out: <color> rgba='red' has 1 values; 4 numbers are wanted"),
    ('material-duplicate', '</robot>', '<material name="m"><color rgba="1 0 0 1"/></material>\n'
     '<material name="m"><color rgba="0 0 0 1"/></material></robot>', 19, '<material>', 'm', 'another name',
     "a second material is named 'm', with another colour; the first is taken"),
    ('texture-unused', '</geometry>', '</geometry><material name="red"><texture filename="https://a.org/b.png"/></material>',
     9, "link 'tip'", 'https://a.org/b.png', '',
     "link 'tip': texture 'https://a.org/b.png' is left out, for it is not looked for: https:// is not read, only "
     'package://, model://, file:// and paths; it is drawn in the default colour'),
)
# fmt: on


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_a_fault_is_found_with_its_rule_line_and_values(case, check_fault):
    check_fault(*case)
