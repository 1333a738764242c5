"""`diagnose` lists all the faults of a file in one pass, and nothing that only follows from another."""

from itertools import islice
from pathlib import Path

import pytest
from lxml import etree

from tests.fuzz.cases import Cases
from tests.fuzz.doubt_classes import DOUBTS, WITHOUT_SEED
from tests.fuzz.ground import prepare
from tests.fuzz.worker import tried
from torseur import robots
from torseur.robots.gallery import gallery_share
from torseur.sim.errors import ModelError, UnknownNameError
from torseur.sim.multibody.model.model import Severity

MANY = """<robot>
  <link name="base"><inertial><mass value="-1"/><inertia ixx="a" ixy="0" ixz="0" iyy="nan" iyz="0"/></inertial></link>
  <link name="tip">
    <visual><origin xyz="1 2"/><geometry><box size="1 0 3"/></geometry></visual>
    <visual><geometry><cylinder radius="0" length="0,5"/></geometry></visual>
    <collision><geometry/></collision>
  </link>
  <link name="tip"/>
  <link/>
  <joint name="turn" type="hinge">
    <origin rpy="0 0 x"/><parent link="base"/><child link="tip"/>
  </joint>
  <joint name="slide" type="prismatic">
    <parent link="base"/><child link="tip"/>
    <axis xyz="0 0 0"/>
    <limit lower="2" upper="1" velocity="-1"/>
    <dynamics damping="-1" friction="1e999"/>
    <mimic joint="slide" multiplier="m"/>
  </joint>
  <joint name="turn" type="fixed">
    <parent link="end"/>
  </joint>
  <joint name="self" type="fixed"><parent link="tip"/><child link="tip"/></joint>
  <joint name="ghost" type="fixed"><parent link="tip"/><child link="nobody"/></joint>
</robot>
"""
MANY_RULES = [
    (1, "name-given"), (2, "attribute-missing"), (2, "negative"), (2, "not-a-number"), (2, "not-finite"),
    (4, "geometry-size"), (4, "geometry-unreadable"), (5, "geometry-size"), (6, "geometry-empty"),
    (8, "name-duplicate"), (9, "name-missing"), (10, "joint-type"), (11, "not-a-number"), (13, "two-parents"),
    (15, "axis-zero"), (16, "limit-left-out"), (16, "limit-left-out"), (16, "limit-missing"), (17, "negative"),
    (17, "not-finite"), (18, "not-a-number"), (20, "element-missing"), (20, "name-duplicate"),
    (21, "link-unknown"), (23, "self-joint"), (24, "link-unknown"),
]  # fmt: skip


def rules(path):
    """Return the line and the rule of each finding, within a line in the order of the alphabet."""
    return sorted((finding.line, finding.rule) for finding in robots.diagnose(path))


def test_all_faults_are_found_in_one_pass(write):
    path = write(MANY)
    assert rules(path) == MANY_RULES
    found = robots.diagnose(path)
    assert [finding.line for finding in found] == sorted(line for line, _ in MANY_RULES)
    for finding in found:
        assert (finding.path, finding.severity) == (str(path), robots.RULES[finding.rule].severity)
        assert finding.element
        assert finding.wanted
    with pytest.raises(ModelError) as caught:
        robots.load(path)
    errors = sum(robots.RULES[rule].severity is Severity.ERROR for _, rule in MANY_RULES)
    assert errors == 18
    message = "link 'base': a mass of -1 kg; it must not be negative"
    assert str(caught.value) == f"{path}:2: {message} (and {errors - 1} more; `torseur check` lists all)"


JOINT = '<joint name="{0}" type="continuous"><parent link="{1}"/><child link="{2}"/>{3}</joint>'


@pytest.mark.parametrize(
    ("joints", "expected"),
    [
        # an unknown child leaves its link without a parent, which is no fault of its own
        ([("j", "a", "x"), ("k", "a", "c")], ["link-unknown"]),
        # a joint that is of no known type still connects its links, and can still be followed
        ([("j", "a", "b"), ("k", "b", "c", '<mimic joint="j"/><axis xyz="0 0 0"/>')], ["axis-zero"]),
        # two rings of joints are two faults
        ([("j", "a", "b"), ("k", "b", "a"), ("l", "c", "d"), ("m", "d", "c")], ["cycle", "cycle"]),
        # a link below a ring is not in it
        ([("j", "a", "b"), ("k", "b", "a"), ("l", "b", "c")], ["cycle"]),
        # two joints that follow each other, and one that follows them
        (
            [
                ("j", "a", "b", '<mimic joint="k"/>'),
                ("k", "b", "c", '<mimic joint="j"/>'),
                ("l", "c", "d", '<mimic joint="j"/>'),
            ],
            ["mimic-circle", "mimic-circle"],
        ),
        # a joint that follows one that follows nobody that exists: it follows one that moves by itself
        ([("j", "a", "b", '<mimic joint="x"/>'), ("k", "b", "c", '<mimic joint="j"/>')], []),
        # a tree with two parents of one link, and another tree
        ([("j", "a", "c"), ("k", "b", "c"), ("l", "d", "e")], ["several-roots", "two-parents"]),
    ],
)
def test_what_only_follows_from_a_fault_is_not_said(joints, expected, write):
    links = dict.fromkeys(end for joint in joints for end in joint[1:3] if end != "x")
    if any("x" in joint[1:3] for joint in joints):
        links["b"] = None
    body = "".join(f'<link name="{link}"/>' for link in links)
    body += "".join(JOINT.format(*joint, *[""] * (4 - len(joint))) for joint in joints)
    found = [
        finding.rule
        for finding in robots.diagnose(write(f'<robot name="r">{body}</robot>'))
        if finding.severity is Severity.ERROR
    ]
    assert sorted(found) == expected


def test_a_link_without_a_name_may_be_the_one_that_is_missing(write, arm):
    path = write(arm.replace('<link name="base"/>', "<link/>"))
    assert [finding.rule for finding in robots.diagnose(path)] == ["name-missing"]


def test_a_ratio_that_grows_through_the_joints_it_follows_is_refused(write):
    count, links, joints = 40, "", ""
    for i in range(count):
        links += f'<link name="l{i}"/>'
        mimic = f'<mimic joint="j{i - 1}" multiplier="1e4"/>' if i > 1 else ""
        joints += JOINT.format(f"j{i}", f"l{i - 1}", f"l{i}", mimic) if i else ""
    found = {finding.rule for finding in robots.diagnose(write(f'<robot name="r">{links}{joints}</robot>'))}
    assert "magnitude-refused" in found


@pytest.mark.slow
def test_a_long_chain_is_read_without_recursion(write):
    count = 3000
    links = "".join(f'<link name="l{i}"/>' for i in range(count))
    joints = "".join(
        f'<joint name="j{i}" type="fixed"><parent link="l{i}"/><child link="l{i + 1}"/></joint>'
        for i in reversed(range(count - 1))
    )
    path = write(f'<robot name="r">{links}{joints}</robot>')
    assert [finding.rule for finding in robots.diagnose(path)] == ["no-visual"]
    assert len(robots.load(path).bodies) == count


def test_a_name_is_checked_as_a_file_is():
    assert robots.diagnose("arm_6r") == robots.load("arm_6r").findings
    with pytest.raises(UnknownNameError):
        robots.diagnose("no_such_robot")


@pytest.mark.slow
@pytest.mark.skipif(gallery_share() is None, reason="example-robot-data is not installed")
def test_no_robot_of_the_gallery_has_an_error():
    for name in robots.names():
        for finding in robots.diagnose(name, meshes=False):
            assert finding.rule, finding
            assert finding.severity is not Severity.ERROR, finding


@pytest.mark.skipif(gallery_share() is None, reason="example-robot-data is not installed")
def test_known_faults_of_the_gallery_are_found():
    found = {
        name: {finding.rule for finding in robots.diagnose(name, meshes=False)}
        for name in ("tiago", "pr2", "hyq", "iris", "ur5")
    }
    assert "inertia-negative-fixed" in found["tiago"]
    assert "inertia-triangle" in found["pr2"]
    assert "inertia-singular" in found["hyq"]
    assert "magnitude" in found["iris"]
    assert found["ur5"] == {"element-unused", "poses-read"} or found["ur5"] == {"element-unused"}


def test_every_rule_is_in_the_table_of_the_page():
    page = (Path(__file__).parents[3] / "docs" / "robots.md").read_text(encoding="utf-8")
    for name, rule in robots.RULES.items():
        severity = "unreadable" if rule.unreadable else rule.severity.value
        assert f"| `{name}` | {severity} | {rule.says} |\n" in page


SEED = 1
COUNTS = {"elements": 120, "bytes": 25, "tables": 20, "poses": 8, "meshes": 30, "sdf": 12, "doubtful": len(DOUBTS) + 5}


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.usefixtures("mesh_cache")
def test_damaged_files_end_in_a_model_or_a_sentence(tmp_path):
    files, cases = prepare(tmp_path), Cases(SEED, tmp_path / "outside")
    refused = read = 0
    for kind, count in COUNTS.items():
        for number in cases.numbers(kind)[:count]:
            verdict = tried(cases.case(kind, number), files)
            assert not verdict.wrong, f"{kind} {number}: {verdict.wrong}"
            refused, read = refused + verdict.refused, read + (not verdict.refused)
    assert min(refused, read) > 50


def test_each_rule_that_a_file_opens_with_has_its_class_of_doubtful_files():
    opens = {name for name, rule in robots.RULES.items() if rule.severity is not Severity.ERROR}
    assert opens - {doubt.rule for doubt in DOUBTS} == set(WITHOUT_SEED)


@pytest.mark.usefixtures("mesh_cache")
def test_sdf_that_includes_or_is_made_of_other_models_is_among_them(tmp_path):
    files, cases = prepare(tmp_path), Cases(SEED, tmp_path / "outside")
    for tag in ("include", "model"):
        sdf = (cases.case("sdf", number) for number in cases.numbers("sdf"))
        for case in islice((one for one in sdf if _nested(one.content, tag)), 5):
            verdict = tried(case, files)
            assert (verdict.wrong, "sdf" in verdict.rules) == ("", False), tag


def _nested(content, tag):
    """Whether the one model of a file has such an element."""
    try:
        return etree.fromstring(content).find(f"world/model/{tag}") is not None
    except etree.XMLSyntaxError:
        return False
