"""A doubtful URDF has the motion and the masses that Pinocchio reads in it."""

import numpy as np
import pytest

from torseur import robots, sim

pin = pytest.importorskip("pinocchio")
INERTIA = '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>'
AXIS = '<axis xyz="0 0 1"/>'
SHAPE = '<box size="1 2 3"/>'
# rule of the finding, what is replaced in the arm, by what; in each Pinocchio takes what the finding says is taken
DOUBTS = {
    "a text before": ("xml-outside", "<robot", "arm\n<robot"),
    "a version": ("xml-declaration", "<robot", '<?xml version="0.0"?>\n<robot'),
    "a bare declaration": ("xml-declaration", "<robot", "<?xml?>\n<robot"),
    "a declaration with a blank": ("xml-declaration", "<robot", '<? xml version="1.0"?>\n<robot'),
    "a declaration in capitals": ("xml-declaration", "<robot", '<?XML version="1.0"?>\n<robot'),
    "a declaration without quotes": ("xml-declaration", "<robot", "<?xml version=1.0?>\n<robot"),
    "a declaration that may be alone": ("xml-declaration", "<robot", '<?xml version="1.0" standalone="maybe"?>\n<robot'),
    "a comment": ("xml-comment", "<robot", "<!-- a -- b --><robot"),
    "a namespace": ("xml-namespace", "<robot", '<robot xmlns="http://example.org"'),
    "a DOCTYPE": ("doctype-unused", "<robot", "<!DOCTYPE robot><robot"),
    "an encoding": ("xml-encoding", "<robot", '<?xml version="1.0" encoding="klingon"?>\n<robot'),
    "two axes": ("element-repeated", AXIS, '<axis xyz="0 1 0"/><axis xyz="0 0 1"/>'),
    "two origins": ("element-repeated", AXIS, f'<origin xyz="1 2 3"/><origin xyz="0 1 0"/>{AXIS}'),
    "two masses": ("element-repeated", '<mass value="2"/>', '<mass value="3"/><mass value="5"/>'),
    "two inertials": ("element-repeated", "</inertial>", f'</inertial><inertial><mass value="1"/>{INERTIA}</inertial>'),
    "products twice": ("inertia-asymmetric", INERTIA, INERTIA.replace('ixz="0"', 'ixz="0.1" izx="0.2"')),
    "no size": ("geometry-size", SHAPE, '<box size="0 0 0"/>'),
    "no kind": ("geometry-unknown", SHAPE, "<plane/>"),
    "limits crossed": ("limit-left-out", 'lower="-1" upper="1"', 'lower="1" upper="-1"'),
    "nobody to follow": ("mimic-unknown", AXIS, f'{AXIS}<mimic joint="nobody"/>'),
}


@pytest.mark.parametrize("doubt", DOUBTS)
def test_what_is_taken_of_a_doubtful_file_is_what_pinocchio_takes(doubt, arm, write):
    rule, old, new = DOUBTS[doubt]
    arm = arm.replace("<mass", '<origin xyz="0.5 0.2 0.1"/><mass')
    assert old in arm
    path = write(arm.replace(old, new, 1))
    model = robots.load(path)
    assert rule in {finding.rule for finding in model.findings}
    peer = pin.buildModelFromUrdf(str(path))
    data = peer.createData()
    for angle in (0.0, 0.4, -0.9):
        q = np.array([angle])
        mass = pin.crba(peer, data, q)
        np.testing.assert_allclose(sim.mass_matrix(model, q), mass, rtol=1e-12)
        pin.framesForwardKinematics(peer, data, q)
        theirs = data.oMf[peer.getFrameId("tip")].homogeneous
        np.testing.assert_allclose(sim.frame_pose(model, q, "tip"), theirs, atol=1e-12)
        gravity = pin.computeGeneralizedGravity(peer, data, q)
        np.testing.assert_allclose(sim.bias_torque(model, q, np.zeros(1)), gravity, atol=1e-10)


@pytest.mark.parametrize("parting", ["", "\n"], ids=["on_one_line", "a_line_each"])
def test_equal_elements_are_told_and_left_out_each_for_itself(write, parting):
    """Where all stands on one line, two findings of a link are the same, and recorded once: what is unreadable is not read."""
    part = '<{0}><origin xyz="x 0 1"/><geometry><box size="1 1 1"/></geometry></{0}>'
    body = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    links = parting.join(
        f'<link name="{name}">{parting.join([part.format("visual"), part.format("collision"), body])}</link>' for name in "abc"
    )
    joints = "".join(
        f'<joint name="{a}{b}" type="fixed"><parent link="{a}"/><child link="{b}"/></joint>' for a, b in ("ab", "bc")
    )
    model = robots.load(write(f'<robot name="r">{links}{joints}</robot>'))
    assert [len(body.visuals) + len(body.collisions) for body in model.bodies] == [0, 0, 0]
    left_out = [finding for finding in model.findings if finding.rule == "geometry-unreadable"]
    assert len(left_out) == (6 if parting else 3)


LINK = """<link name="{name}"><inertial><origin xyz="{com}"/><mass value="1"/>
<inertia ixx="{moment}" iyy="{moment}" izz="{moment}" ixy="0" ixz="0" iyz="0"/></inertial>
<collision><geometry><box size="{size}"/></geometry></collision></link>"""
JOINT = '<joint name="j{0}" type="fixed"><parent link="a"/><child link="{0}"/></joint>'
FAR, LARGE, COMMAS = {"com": "0 0 9"}, {"moment": "9"}, {"size": "1, 1, 1"}


def test_findings_stand_in_the_order_of_the_links(tmp_path):
    plain = {"com": "0 0 0", "moment": "0.1", "size": "1 1 1"}
    links = {"a": FAR, "b": COMMAS, "c": FAR | LARGE | COMMAS, "d": {}, "e": COMMAS | LARGE}
    text = "".join(LINK.format(name=name, **(plain | of_link)) for name, of_link in links.items())
    path = tmp_path / "robot.urdf"
    path.write_text(f'<robot name="r">{text}{"".join(map(JOINT.format, "bcde"))}</robot>')
    found = [(finding.element, finding.rule) for finding in robots.load(path).findings if finding.rule != "no-visual"]
    assert found == [
        ("link 'a'", "com-outside"),
        ("link 'b'", "comma-separated"),
        ("link 'c'", "comma-separated"),
        ("link 'c'", "com-outside"),
        ("link 'c'", "inertia-extent"),
        ("link 'e'", "comma-separated"),
        ("link 'e'", "inertia-extent"),
    ]
