"""Names of the package robot_descriptions: their files are found in its cache, and nothing is fetched."""

import sys

import pytest

from torseur import robots, sim
from torseur.app.command_line.command_line import run
from torseur.app.documents.document import open_document
from torseur.robots import descriptions
from torseur.sim.errors import ModelError

COMMIT, OTHER = "a" * 40, "b" * 40
REPOSITORIES = f"""
raise AssertionError("this is read, and never run")
REPOSITORIES = {{"arms": Repository(url="https://example.org/arms.git", commit="{COMMIT}", cache_path="arms")}}
"""
MODULE = """
from os import path as _path
from ._cache import clone_to_cache as _clone_to_cache
REPOSITORY_PATH: str = _clone_to_cache("arms", commit=_getenv("ROBOT_DESCRIPTION_COMMIT", None))
PACKAGE_PATH: str = _path.join(REPOSITORY_PATH, "arm_description")
XACRO_PATH: str = _path.join(PACKAGE_PATH, "xacro", "arm.xacro")
XACRO_ARGS = {"side": "left"}
"""
XACRO = """<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:arg name="side" default="none"/>
<xacro:include filename="$(find arm_description)/inner.xacro"/><link name="$(arg side)"><visual><geometry>
<mesh filename="package://arm_description/part.obj"/></geometry></visual></link></robot>"""


@pytest.fixture
def installed(write, tmp_path, monkeypatch):
    """The package, with one module, and its empty cache."""
    write("", "site/robot_descriptions/__init__.py")
    write(REPOSITORIES, "site/robot_descriptions/_repositories.py")
    write(MODULE, "site/robot_descriptions/arm_description.py")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site"), *sys.path])
    monkeypatch.setenv("ROBOT_DESCRIPTIONS_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("ROBOT_DESCRIPTION_COMMIT", raising=False)
    descriptions._folder.cache_clear()
    yield
    descriptions._folder.cache_clear()


@pytest.fixture
def fetched(installed, write):
    """The same once the package has cloned."""
    write(f"{COMMIT}\n", "cache/arms/.git/HEAD")
    write("<package><name>arm_description</name></package>", "cache/arms/arm_description/package.xml")
    write('<robot xmlns:xacro="http://www.ros.org/wiki/xacro"/>', "cache/arms/arm_description/inner.xacro")
    write("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "cache/arms/arm_description/part.obj")
    return write(XACRO, "cache/arms/arm_description/xacro/arm.xacro")


@pytest.mark.slow
def test_a_name_opens_the_file_that_was_fetched_with_its_arguments(fetched):
    document = open_document("arm_description")
    assert (document.reference, document.scene.model.body_names[-1]) == ("arm_description", "arm/left")
    model = robots.load("arm_description", xacro_args={"side": "right"})
    assert (model.body_names, model.source, model.findings) == (("right",), str(fetched), ())
    assert len(model.bodies[0].visuals) == 1


@pytest.mark.slow
def test_a_scene_of_such_a_robot_names_it_and_opens(fetched, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["scene", "arm_description", "--out", "standing.toml"]) == 0
    assert 'model = "arm_description"' in (tmp_path / "standing.toml").read_text()
    assert sim.load_scene("standing.toml").parts[-1].model.source == str(fetched)


def test_what_was_not_fetched_is_said_with_the_command_that_fetches_it(installed):
    with pytest.raises(ModelError, match="python -m robot_descriptions pull arm_description") as caught:
        robots.load("arm_description")
    assert "a clone of https://example.org/arms.git" in str(caught.value)
    with pytest.raises(ModelError, match="has no 'leg_description'; `python -m robot_descriptions list`"):
        open_document("leg_description")


def test_another_commit_is_not_taken_for_the_one_that_is_wanted(fetched, write):
    write(OTHER, "cache/arms/.git/HEAD")
    (finding,) = robots.diagnose("arm_description")
    assert "is at bbbbbbbb, and aaaaaaaa is wanted" in finding.message


def test_without_the_package_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setattr(descriptions, "_folder", lambda: None)
    with pytest.raises(ModelError, match="is not installed; pip install robot_descriptions"):
        robots.load("panda_description")
