"""The inertia of rotors, which Drake's files say, is seen at the joints by the square of the gear's ratio."""

import pytest

from torseur import robots, sim

MOMENTS = '<inertia ixx="0.08" iyy="0.08" izz="0.001" ixy="0" ixz="0" iyz="0"/>'
ROD = f'<inertial><origin xyz="0 0 -0.5"/><mass value="1"/>{MOMENTS}</inertial>'
URDF = """<robot name="r" {declared}><link name="base"><visual><geometry><sphere radius="1"/></geometry></visual></link>
<link name="rod">{rod}</link><joint name="j" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint>
<transmission name="t"><actuator name="m">{rotor}</actuator><joint name="j"/></transmission></robot>"""
DECLARED = 'xmlns:drake="http://drake.mit.edu"'
ROTOR = '<drake:rotor_inertia value="0.0001"/><drake:gear_ratio value="100"/>'
LINK = "<link name='{}'><inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link>"
SDF = f"""<sdf version="1.7" {{}}><model name="m">{LINK.format("a")}{LINK.format("b")}
<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis>
<drake:gear_ratio>160.0</drake:gear_ratio><drake:rotor_inertia>0.00007</drake:rotor_inertia></joint></model></sdf>"""


def inertia_at_j(model):
    _, in_v = model.joint_slices()["j"]
    return sim.mass_matrix(model, sim.neutral(model))[in_v, in_v][0, 0]


@pytest.mark.parametrize("declared", [DECLARED, ""])
def test_the_rotor_of_a_transmission_is_seen_at_its_joint(declared, write):
    model = robots.load(write(URDF.format(declared=declared, rod=ROD, rotor=ROTOR), "robot.urdf"))
    assert model.joint("j").armature == pytest.approx(1.0, rel=1e-15)
    assert inertia_at_j(model) == pytest.approx(0.08 + 0.25 + 1.0, rel=1e-14)
    assert {finding.rule for finding in model.findings} == (set() if declared else {"undeclared-prefix"})


def test_a_transmission_without_a_rotor_is_not_used(write):
    model = robots.load(write(URDF.format(declared=DECLARED, rod=ROD, rotor=""), "robot.urdf"))
    assert model.joint("j").armature == 0.0
    assert [finding.rule for finding in model.findings] == ["element-unused"]


@pytest.mark.parametrize("declared", [DECLARED, ""])
def test_the_rotor_of_an_sdf_joint_is_seen_at_it(declared, write):
    model = robots.load(write(SDF.format(declared), "robot.sdf"))
    assert inertia_at_j(model) == pytest.approx(1.0 + 160.0**2 * 0.00007, rel=1e-14)  # 2.792
    assert {finding.rule for finding in model.findings} == (set() if declared else {"undeclared-prefix"})


@pytest.mark.parametrize(("rotor", "rule"), [("-0.0001", "negative"), ("much", "not-a-number")])
def test_a_rotor_that_cannot_be_is_refused_at_its_line(rotor, rule, write):
    text = URDF.format(declared=DECLARED, rod=ROD, rotor=ROTOR.replace("0.0001", rotor))
    (finding,) = robots.diagnose(write(text, "robot.urdf"))
    assert (finding.rule, finding.line) == (rule, 3)
