"""Faults of masses, shapes and colours: one in each file."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Case = tuple[str, str, str, int, str, str, str, str]

# fmt: off
# rule, what is replaced in the arm, by what; line, element, found, wanted, message
CASES: tuple[Case, ...] = (
    ('mass-zero', 'value="2"', 'value="0"', 6, "link 'tip'", '0 kg', 'above 0',
     "link 'tip': it has no mass, and principal moments of inertia of 1, 1, 1 kg m²"),
    ('massless', '    <inertial>\n      <mass value="2"/>\n      <inertia ixx="1" ixy="0" ixz="0" iyy="1" '
     'iyz="0" izz="1"/>\n    </inertial>\n', '', 3, "link 'tip'", 'no <inertial>', 'a mass above 0',
     "link 'tip' has no <inertial>: joint 'turn' moves no mass, its acceleration is undetermined"),
    ('inertia-asymmetric', 'izz="1"', 'izz="1" iyx="0.5"', 6, "link 'tip'", '0.5', '0',
     "link 'tip': <inertia> iyx='0.5' is not its ixy='0'"),
    ('inertia-negative', '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>',
     '<inertia ixx="-1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>', 6, "link 'tip'", '-1, 1, 1 kg m²', 'above 0',
     "link 'tip': principal moments of inertia of -1, 1, 1 kg m²; none can be negative"),
    ('inertia-negative-fixed', '<link name="base"/>',
     '<link name="base"><inertial><mass value="1"/><inertia ixx="-1" ixy="0" ixz="0" iyy="1" '
     'iyz="0" izz="1"/></inertial></link>', 2, "link 'base'", '-1, 1, 1 kg m²', 'above 0',
     "link 'base': principal moments of inertia of -1, 1, 1 kg m²; none can be negative"),
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
    ('com-outside', '<mass value="2"/>', '<origin xyz="0 0 9"/><mass value="2"/>', 4, "link 'tip'", '7.5 m',
     'at most 3.74 m', "link 'tip': its centre of mass is 7.5 m away from its shapes, which are 3.74 m long"),
    ('geometry-empty', '<box size="1 2 3"/>', '', 9, "link 'tip'", '0 shapes',
     'one of <box>, <sphere>, <cylinder>, <capsule>, <mesh>',
     "link 'tip': <geometry> holds 0 shapes; one is wanted, of <box>, <sphere>, <cylinder>, " '<capsule>, <mesh>'),
    ('geometry-unknown', '<box size="1 2 3"/>', '<cone/>', 9, "link 'tip'", '<cone>',
     '<box>, <sphere>, <cylinder>, <capsule>, <mesh>',
     "link 'tip': no shape <cone>; there are <box>, <sphere>, <cylinder>, <capsule>, <mesh>"),
    ('geometry-size', '<box size="1 2 3"/>', '<box size="1 0 3"/>', 9, "link 'tip'", '1 0 3', 'above 0',
     "link 'tip': <box> size='1 0 3': lengths must be above 0"),
    ('geometry-size', '<box size="1 2 3"/>', '<sphere radius="-1"/>', 9, "link 'tip'", '-1', 'above 0',
     "link 'tip': <sphere> radius='-1': lengths must be above 0"),
    ('scale-zero', '<box size="1 2 3"/>', '<mesh filename="a.stl" scale="1 0 1"/>', 9, "link 'tip'", '1 0 1', 'not 0',
     "link 'tip': <mesh> scale='1 0 1': a scale must not be 0"),
    ('mesh-scheme', '<box size="1 2 3"/>', '<mesh filename="https://example.org/a.stl"/>', 9, "link 'tip'",
     'https://example.org/a.stl', 'package://, file:// or a path',
     "link 'tip': its visual is left out: mesh 'https://example.org/a.stl' is not looked for: "
     'https:// is not read, only package://, file:// and paths'),
    ('no-visual', '    <visual>\n      <geometry><box size="1 2 3"/></geometry>\n    </visual>\n', '', 1, '<robot>',
     '', '', 'no link has a <visual>: there is nothing to see but collisions'),
    ('material-unknown', '</geometry>', '</geometry><material name="red"/>', 9, "link 'tip'", 'red', 'none',
     "link 'tip': no material is named 'red' (there are: none); it is drawn in the default colour"),
    ('colour-range', '</geometry>', '</geometry><material name="red"><color rgba="255 0 0 1"/></material>', 9,
     "link 'tip'", '255 0 0 1', '0 to 1', "link 'tip': rgba='255 0 0 1' is not within 0 to 1; it is cut to it"),
    ('texture-unused', '</geometry>', '</geometry><material name="red"><texture filename="a.png"/></material>', 9,
     "link 'tip'", 'a.png', '', "link 'tip': texture 'a.png' is left out; it is drawn in the default colour"),
)
# fmt: on


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_a_fault_is_found_with_its_rule_line_and_values(case: Case, check_fault: Callable[..., None]) -> None:
    check_fault(*case)
