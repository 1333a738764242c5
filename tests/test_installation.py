"""What an installed program puts on everybody's path, and what type checkers see of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TYPED = """
from torseur import robots, sim
model = robots.load("scara")
reveal_type(model)
reveal_type(sim.jacobian(model, sim.neutral(model), "tool"))
sim.mass_matrix(model)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """An environment with the program installed from a wheel, and from here only what it depends on."""
    folder = tmp_path_factory.mktemp("installed")
    source = folder / "source"  # a build leaves files, and would take those of one before
    shutil.copytree(
        ROOT, source, ignore=shutil.ignore_patterns(".*", "build", "out", "tests", "__pycache__", "*.egg-info")
    )
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, source]
    subprocess.run(build, check=True, capture_output=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], check=True)
    (site,) = (folder / "env" / "lib").glob("python*/site-packages")
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(site)
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))  # whose own .pth files are not followed
    return site


def run(site: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    python = site.parents[2] / "bin" / "python"
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MYPYPATH")}
    return subprocess.run([python, *arguments], cwd=cwd, env=environment, capture_output=True, text=True, check=False)


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
