"""What is not well-formed is mended in one pass: what begins again and again and never ends takes no longer."""

import inspect
import sys
import time
from pathlib import Path

import pytest

from tests.cases import loop_over
from torseur import robots
from torseur.app.documents.document import open_document
from torseur.robots.urdf.well_formed import well_formed
from torseur.sim.errors import ModelError, TorseurError

COUNT = 15_000  # where what begins is followed to the end of the file each time, this takes 4 s and more
ENDLESS = {
    "comments": '<robot name="a">' + "<!--" * COUNT,
    "comments after one": "<!-- a -->" + "<!--" * COUNT,
    "declarations": '<robot name="a">' + "<?xml " * COUNT,
    "spaces in a tag": '<robot name="a"' + " " * 3 * COUNT + "/>",
}


@pytest.mark.parametrize("case", ENDLESS)
def test_what_never_ends_takes_no_longer_than_what_does(case):
    began = time.process_time()
    content, findings = well_formed(Path("a.urdf"), ENDLESS[case].encode())
    assert time.process_time() - began < 1.0
    assert len(content) == len(ENDLESS[case])
    assert findings == []


def test_what_ends_before_what_does_not_is_taken_out():
    text = '<robot name="a"><!-- b -->c<!--'
    assert well_formed(Path("a.urdf"), text.encode())[0].decode() == '<robot name="a">' + " " * 10 + "c<!--"


def test_declarations_are_told_once_however_many():
    text = '<?xml version="1.1"?>\n<robot name="a">\n<?xml a?><?xml b?>\n<?xml c?></robot>'
    content, findings = well_formed(Path("a.urdf"), text.encode())
    assert [(finding.line, finding.message) for finding in findings] == [
        (1, "the XML declaration names version '1.1'; the file is read as of version 1.0"),
        (3, "the XML declaration is not the first in the file; it is left out, 3 times"),
    ]
    assert content.decode().split() == ["<robot", 'name="a">', "</robot>"]


def test_an_entity_that_grows_is_never_expanded(write):
    entities = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 12))
    text = f'<!DOCTYPE robot [<!ENTITY e0 "boom">{entities}]><robot name="&e11;"/>'
    with pytest.raises(ModelError, match="a DOCTYPE is not allowed"):
        robots.load(write(text))


@loop_over("length", range(0, 440, 7))
def test_a_file_cut_short_anywhere_is_refused_with_a_sentence(length, arm, write):
    with pytest.raises(TorseurError):
        robots.load(write(arm[:length]))


MANY = 1000
LINK = """<link name="l{i}">
  <inertial><mass value="1"/><inertia ixx="1e-4" ixy="0" ixz="0" iyy="1e-4" iyz="0" izz="1e-4"/></inertial>
  <visual><geometry><box size="0.02 0.02 0.1"/></geometry></visual>
</link>
"""
JOINT = """<joint name="j{i}" type="revolute"><origin xyz="0 0 0.1"/><parent link="l{parent}"/><child link="l{i}"/>
<axis xyz="0 1 0"/><limit lower="-1" upper="1" velocity="1" effort="1"/></joint>
"""


def urdf(parent_of):
    links = "".join(LINK.format(i=i) for i in range(MANY))
    joints = "".join(JOINT.format(i=i, parent=parent_of(i)) for i in range(1, MANY))
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
    assert (model.nv, len(model.bodies)) == (MANY - 1, MANY)
    assert within(3.0, lambda: robots.diagnose(path)) == ()


@pytest.mark.slow
@pytest.mark.usefixtures("shallow")
def test_a_ring_of_a_thousand_joints_is_found(write):
    ring = urdf(lambda i: i - 1).replace("</robot>", JOINT.format(i=0, parent=MANY - 1) + "</robot>")
    (finding,) = within(3.0, lambda: robots.diagnose(write(ring)))
    assert finding.rule == "cycle"


@pytest.mark.slow
def test_a_table_of_five_hundred_rows_stands_in_its_scene(write):
    rows = "".join(f'[[joints]]\nname = "j{i}"\nkind = "revolute"\na = 0.02\nalpha = 0.1\n\n' for i in range(500))
    path = write(f'name = "long"\nconvention = "standard"\n\n{rows}', "long.toml")
    assert within(10.0, lambda: open_document(path)).scene.model.nv == 500
