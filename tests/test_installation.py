"""What an installed program puts on everybody's path, and what type checkers see of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TYPED = """
from torseur import robots, sim
model = robots.load("scara")
reveal_type(model)
reveal_type(sim.jacobian(model, sim.neutral(model), "tool"))
sim.mass_matrix(model)
"""


pytestmark = pytest.mark.sampled(whole=True)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """An environment with the program installed from a wheel, and from here only what it depends on."""
    folder = tmp_path_factory.mktemp("installed")
    source = folder / "source"  # a build leaves files, and would take those of one before
    shutil.copytree(
        ROOT, source, ignore=shutil.ignore_patterns(".*", "build", "dist", "out", "tests", "__pycache__", "*.egg-info")
    )
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, source]
    if int(version("setuptools").partition(".")[0]) >= 77:  # as asked for in pyproject.toml; an older one has pip fetch one
        build.append("--no-build-isolation")
    subprocess.run(build, check=True, capture_output=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], check=True)
    (site,) = (folder / "env" / "lib").glob("python*/site-packages")
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(site)
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))  # whose own .pth files are not followed
    return site


def run(site: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    python = site.parents[2] / "bin" / "python"
    return subprocess.run([python, *arguments], cwd=cwd, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_one_name_is_put_on_the_path(installed):
    assert {path.name for path in installed.iterdir() if path.suffix not in (".pth", ".dist-info")} == {"torseur"}


@pytest.mark.slow
def test_the_program_runs_without_its_sources(installed, tmp_path):
    done = run(installed, "-m", "torseur.app", "scenes", cwd=tmp_path)
    assert "falling_brick" in done.stdout, done.stderr
    code = "from torseur import robots, sim; print(robots.load('scara').nv, sim.__file__)"
    done = run(installed, "-c", code, cwd=tmp_path)
    assert done.stdout.split() == ["3", str(installed / "torseur" / "sim" / "__init__.py")], done.stderr


@pytest.mark.slow
def test_type_checkers_see_the_types_from_another_folder(installed, tmp_path):
    (tmp_path / "mine.py").write_text(TYPED)
    done = run(installed, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), "mine.py", cwd=tmp_path)
    lines = done.stdout.splitlines()
    assert "torseur.sim.multibody.model.model.Model" in lines[0], done.stdout + done.stderr
    assert "numpy.ndarray" in lines[1]
    assert "mine.py:6: error: Missing positional argument" in lines[2]
    assert len(lines) == 4  # and the count


CHILD = """
import subprocess, sys
from torseur import sim
from torseur.sim.child_process import child_command
command = child_command("whose")
assert "-I" in command
command[command.index("-c") + 1] = command[command.index("-c") + 1].split("from whose")[0] + (
    "from torseur import robots, sim; print(sim.__file__); print(robots.load('scara').nv); print(*sys.path, sep='|')"
)
done = subprocess.run(command, capture_output=True, text=True, cwd="/")
sys.exit(done.stderr) if done.returncode else print(sim.__file__, done.stdout, sep="\\n", end="")
"""


def dependencies_of(site: Path) -> Path:
    return Path((site / "dependencies.pth").read_text())


def child_of(program: Path, cwd: Path, **environment: str) -> tuple[str, list[str]]:
    """Where a process and its child have the program from, which is one place; and where the child looks for modules."""
    (cwd / "json.py").write_text("raise SystemExit('a file of the current folder was run')")
    command, environment = [str(program), "-P", "-c", CHILD], {**os.environ, **environment}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    own, childs, joints, path = done.stdout.splitlines()
    assert (own, joints) == (childs, "3")
    assert str(cwd) not in path.split("|")
    return own, path.split("|")


@pytest.fixture
def elsewhere(tmp_path):
    """A folder with packages, of which none is the program nor what it needs."""
    (tmp_path / "else" / "tools").mkdir(parents=True)
    (tmp_path / "else" / "tools" / "__init__.py").write_text("")
    return tmp_path / "else"


def test_a_child_process_has_the_installed_program(installed, tmp_path, elsewhere):
    own, path = child_of(installed.parents[2] / "bin" / "python", tmp_path, PYTHONPATH=f"{elsewhere}:{tmp_path}:")
    assert own == str(installed / "torseur" / "sim" / "__init__.py")
    assert str(elsewhere) not in path


def test_a_child_process_has_the_program_from_its_sources(tmp_path, elsewhere):
    own, path = child_of(Path(sys.executable), tmp_path, PYTHONPATH=f"{elsewhere}:{tmp_path}:")
    assert own == str(ROOT / "sim" / "__init__.py")
    assert str(elsewhere) not in path


def test_a_child_process_follows_pythonpath_to_the_program_and_what_it_needs_but_no_further(installed, tmp_path, elsewhere):
    """As on clusters, where each package is in a folder of its own."""
    (tmp_path / "here").mkdir()
    needed = f"{installed}:{dependencies_of(installed)}"
    python = Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info[1]}"
    own, path = child_of(python, tmp_path / "here", PYTHONPATH=f"{elsewhere}:{needed}")
    assert own == str(installed / "torseur" / "sim" / "__init__.py")
    assert str(elsewhere) not in path


def test_a_child_process_follows_the_users_own_packages_to_the_program(installed, tmp_path):
    """As `pip install --user` leaves it."""
    site = tmp_path / "base" / "lib" / f"python3.{sys.version_info[1]}" / "site-packages"
    (tmp_path / "here").mkdir()
    shutil.copytree(installed, site)
    python = Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info[1]}"
    own, _ = child_of(python, tmp_path / "here", PYTHONUSERBASE=str(tmp_path / "base"))
    assert own == str(site / "torseur" / "sim" / "__init__.py")
