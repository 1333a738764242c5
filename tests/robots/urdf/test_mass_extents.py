"""What is found of the masses of all links at once stands among the findings of each link."""

from torseur import robots

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
