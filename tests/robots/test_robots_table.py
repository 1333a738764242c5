"""The table of known robots says what is found in them, of the packages that there are."""

from tests.robots_table.table import HEAD, PAGE, row, told, version
from torseur import robots

DOUBTFUL = """<robot name="doubtful"><link name="post"/>
<link name="arm"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="3" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="pivot" type="revolute"><parent link="post"/><child link="arm"/><axis xyz="0 2 0"/>
<limit lower="-1" upper="1" velocity="1" effort="1"/></joint><gazebo/></robot>"""


def test_a_row_has_bodies_mass_and_the_rules_that_are_broken(tmp_path):
    path = tmp_path / "doubtful.urdf"
    path.write_text(DOUBTFUL)
    warnings = told(robots.diagnose(path))
    assert "inertia-triangle 1" in warnings
    assert row("Doubtful", "a package 1.0", path) == f"| Doubtful | a package 1.0 | 2 | 1 | 2 kg | {warnings} |\n"
    path.write_text(DOUBTFUL.replace('link="post"/><child', 'link="pots"/><child'))
    assert row("Wrong", "", path).startswith("| Wrong |  | refused | | | ")
    assert "link-unknown 1" in row("Wrong", "", path)


def test_versions_are_those_of_the_folder(tmp_path):
    (tmp_path / "example_robot_data-9.8.dist-info").mkdir()
    assert version([tmp_path], "example-robot-data") == "9.8"
    assert version([tmp_path], "pybullet") == ""


def test_the_page_has_sixty_robots_and_none_is_refused():
    page = PAGE.read_text(encoding="utf-8")
    table = page[page.index(HEAD) + len(HEAD) :].split("\n\n")[0].splitlines()
    assert len(table) >= 60
    assert not any("refused" in line for line in table)
    assert all(line.count("|") == 7 for line in table)
