"""What the tests of the readers share."""

import pytest

from torseur import robots
from torseur.sim.definition.folders import PACKAGE_VARIABLES
from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.model import Finding, Severity

ARM = """<robot name="arm">
  <link name="base"/>
  <link name="tip">
    <inertial>
      <mass value="2"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>
    </inertial>
    <visual>
      <geometry><box size="1 2 3"/></geometry>
    </visual>
  </link>
  <joint name="turn" type="revolute">
    <parent link="base"/>
    <child link="tip"/>
    <axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" velocity="2" effort="3"/>
  </joint>
</robot>
"""


@pytest.fixture
def arm():
    """Return a URDF of one joint; tests replace parts of it, by line."""
    return ARM


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a text or bytes into a file of the test's own folder."""

    def write_file(content, name="robot.urdf"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write_file


@pytest.fixture
def mesh_cache(tmp_path, monkeypatch):
    """Return an empty folder that the cache of meshes is sent to."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("TORSEUR_CACHE_DIR", str(folder))
    return folder / "meshes"


@pytest.fixture
def alone(monkeypatch):
    """Forget the packages of whoever runs the tests, and of the gallery."""
    for name in PACKAGE_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("torseur.robots.folders.gallery_share", lambda: None)


@pytest.fixture
def check_fault(arm, write):
    """Return a check that one replacement in the arm makes `diagnose` find one thing, and `load` refuse it or say it."""

    def check(rule, old, new, line, element, found, wanted, message):
        assert old in arm
        path = write(arm.replace(old, new, 1))
        expected = Finding(robots.RULES[rule].severity, message, str(path), line, rule, element, found, wanted)
        findings = robots.diagnose(path)
        assert [finding for finding in findings if finding.rule == rule] == [expected]
        if expected.severity is not Severity.ERROR:
            assert sorted(map(str, robots.load(path).findings)) == sorted(map(str, findings))
            return
        assert findings == (expected,)
        with pytest.raises(ModelError) as caught:
            robots.load(path)
        assert str(caught.value) == f"{path}:{line}: {message}"

    return check
