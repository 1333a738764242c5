"""Robots of a thousand links: read and checked in seconds, and nothing recurses along them."""

import inspect
import sys
import time

import pytest

from torseur import robots
from torseur.app.documents.document import open_document

COUNT = 1000
LINK = """<link name="l{i}">
  <inertial><mass value="1"/><inertia ixx="1e-4" ixy="0" ixz="0" iyy="1e-4" iyz="0" izz="1e-4"/></inertial>
  <visual><geometry><box size="0.02 0.02 0.1"/></geometry></visual>
</link>
"""
JOINT = """<joint name="j{i}" type="revolute"><origin xyz="0 0 0.1"/><parent link="l{parent}"/><child link="l{i}"/>
<axis xyz="0 1 0"/><limit lower="-1" upper="1" velocity="1" effort="1"/></joint>
"""


def urdf(parent_of):
    links = "".join(LINK.format(i=i) for i in range(COUNT))
    joints = "".join(JOINT.format(i=i, parent=parent_of(i)) for i in range(1, COUNT))
    return f'<robot name="many">\n{links}{joints}</robot>'


@pytest.fixture
def shallow():
    """Let calls nest 100 deeper than here, and no more."""
    before = sys.getrecursionlimit()
    robots.load("arm_6r")  # imports nest deeper
    sys.setrecursionlimit(len(inspect.stack()) + 100)
    yield
    sys.setrecursionlimit(before)


def within(seconds, made):
    begun = time.process_time()
    result = made()
    assert time.process_time() - begun < seconds
    return result


@pytest.mark.slow
@pytest.mark.usefixtures("shallow")
@pytest.mark.parametrize("parent_of", [lambda i: i - 1, lambda i: 0, lambda i: i // 2], ids=["chain", "wide", "tree"])
def test_a_thousand_links_are_read_and_checked_without_recursion(parent_of, write):
    path = write(urdf(parent_of))
    robots.diagnose(write('<robot name="r"><link name="l"/></robot>', "small.urdf"))
    model = within(3.0, lambda: robots.load(path))
    assert (model.nv, len(model.bodies)) == (COUNT - 1, COUNT)
    assert within(3.0, lambda: robots.diagnose(path)) == ()


@pytest.mark.slow
@pytest.mark.usefixtures("shallow")
def test_a_ring_of_a_thousand_joints_is_found(write):
    ring = urdf(lambda i: i - 1).replace("</robot>", JOINT.format(i=0, parent=COUNT - 1) + "</robot>")
    (finding,) = within(3.0, lambda: robots.diagnose(write(ring)))
    assert finding.rule == "cycle"


@pytest.mark.slow
def test_a_table_of_five_hundred_rows_stands_in_its_scene(write):
    rows = "".join(f'[[joints]]\nname = "j{i}"\nkind = "revolute"\na = 0.02\nalpha = 0.1\n\n' for i in range(500))
    path = write(f'name = "long"\nconvention = "standard"\n\n{rows}', "long.toml")
    assert within(10.0, lambda: open_document(path)).scene.model.nv == 500
