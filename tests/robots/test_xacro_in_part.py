"""URDF files that xacro expanded in part: what was left of it and is not defined is left out, and said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from torseur import robots
from torseur.sim.errors import ModelError

Write = Callable[..., Path]
TOP = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
LEFT = '<xacro:sensors side="left"/>\n'


@pytest.mark.slow
def test_a_call_of_a_macro_that_is_not_there_is_left_out_of_a_urdf(write: Write) -> None:
    path = write(f'{TOP}<link name="a"/>\n{LEFT}{LEFT}</robot>', "robot.urdf")
    model = robots.load(path)
    assert model.body_names == ("a",)
    found = [(finding.line, finding.message) for finding in model.findings if finding.rule == "xacro-macro"]
    told = "no macro 'xacro:sensors' is defined; the call is left out, with all that it may have stood for"
    assert found == [(3, told), (4, told)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("robot.xacro", LEFT),
        ("robot.urdf", f'<link name="b">{LEFT}</link>'),
        ("robot.urdf", f'<xacro:macro name="m">{LEFT}</xacro:macro><xacro:m/>'),
    ],
)
def test_it_is_refused_in_a_xacro_file_and_where_it_may_be_part_of_a_link(name: str, inside: str, write: Write) -> None:
    path = write(f'{TOP}<link name="a"/>{inside}</robot>', name)
    with pytest.raises(ModelError, match="unknown macro name: xacro:sensors"):
        robots.load(path)
