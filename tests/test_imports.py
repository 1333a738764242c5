"""The four rules of imports, and the order of the rooms inside sim."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("app", "ui", "robots", "sim")
MAY_IMPORT = {"app": {"app", "ui", "robots", "sim"}, "ui": {"ui", "sim"}, "robots": {"robots", "sim"}, "sim": {"sim"}}

# What ui may take from sim: values, and nothing that computes.
PASSIVE = {
    "sim.errors",
    "sim.contact.contacts",
    "torseur.sim.multibody.model.model.model",
    "torseur.sim.multibody.dynamics.newton_euler_steps",
    "torseur.sim.multibody.model.model.shapes",
    "torseur.sim.multibody.model.model.state",
    "torseur.sim.simulation.recording.recording.events",
    "sim.simulation.settings_values",
    "torseur.sim.simulation.recording.recording.snapshot",
    "torseur.sim.analysis.ellipsoids.values",
    "torseur.sim.analysis.ellipsoids.ellipsoids",
    "torseur.sim.analysis.masses.values",
    "torseur.sim.analysis.ellipsoids.polytopes",
    "torseur.sim.analysis.jacobian.values",
    "sim.analysis.link_velocity",
    "torseur.sim.analysis.inverse_kinematics.inverse_kinematics.values",
    "sim.analysis.report",
    "sim.analysis.routes",
    "sim.analysis.small_displacement",
    "torseur.sim.analysis.symbolic.values",
    "torseur.sim.analysis.svd.values",
    "sim.analysis.velocity_solution",
}

# Inside sim, each room may import those before it.
ORDER = (
    "errors",
    "kernel",
    "lanes",
    "native",
    "multibody",
    "definition",
    "contact",
    "analysis",
    "simulation",
    "scenes",
)


def modules_imported(path: Path) -> list[tuple[int, str]]:
    """(line, room and module) of everything a file imports, whether it runs or only types are checked."""
    return [(line, module.removeprefix("torseur.")) for line, module in _imported(path)]


def _imported(path: Path) -> list[tuple[int, str]]:
    package = path.relative_to(ROOT).parent.parts
    if package[0] in ROOMS:
        package = ("torseur", *package)
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            module = ".".join(base + ([node.module] if node.module else []))
            found.append((node.lineno, module))
            found += [
                (node.lineno, f"{module}.{alias.name}")
                for alias in node.names
                if (ROOT / Path(*module.removeprefix("torseur.").split("."), alias.name).with_suffix(".py")).exists()
                or module == "torseur"
            ]
    return found


def files(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_import_only_what_they_may(room):
    for path in files(room):
        for line, module in modules_imported(path):
            top = module.split(".")[0]
            assert top not in ROOMS or top in MAY_IMPORT[room], f"{path}:{line} imports {module}"


@pytest.mark.parametrize("room", ["sim", "robots"])
def test_sim_and_robots_know_nothing_of_windows(room):
    for path in files(room):
        for line, module in modules_imported(path):
            assert module.split(".")[0] not in ("PySide6", "pyqtgraph", "OpenGL"), f"{path}:{line} imports {module}"


def test_ui_takes_only_values_from_sim():
    for path in files("ui"):
        for line, module in modules_imported(path):
            if module.split(".")[0] == "sim":
                passive = any(module == name or module.startswith(name + ".") for name in PASSIVE)
                assert passive or module in {n.rsplit(".", 1)[0] for n in PASSIVE}, f"{path}:{line} imports {module}"


def test_rooms_of_sim_import_in_one_direction():
    for path in files("sim"):
        parts = path.relative_to(ROOT / "sim").with_suffix("").parts
        if parts[0] not in ORDER:
            continue
        for line, module in modules_imported(path):
            if module.startswith("sim."):
                other = module.split(".")[1]
                assert ORDER.index(other) <= ORDER.index(parts[0]), f"{path}:{line} imports {module}"


def test_nobody_imports_app_but_main_and_the_tests():
    for room in ("ui", "robots", "sim"):
        for path in files(room):
            assert not any(module.split(".")[0] == "app" for _, module in modules_imported(path)), path


def test_every_package_is_listed_for_installation():
    import tomllib

    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    found = {
        ".".join(("torseur", *path.parent.relative_to(ROOT).parts))
        for room in ROOMS
        for path in (ROOT / room).rglob("__init__.py")
    }
    assert found <= set(listed)


@pytest.mark.parametrize("room", [*ROOMS, "tests"])
def test_rooms_are_imported_by_the_name_they_have_when_installed(room):
    for path in files(room):
        for line, module in _imported(path):
            assert module.split(".")[0] not in ROOMS, f"{path}:{line} imports {module}"


def test_a_scene_is_read_without_what_takes_long_to_import():
    """The window shows its first frame before numba is there."""
    code = (
        "import sys; from torseur import sim; sim.load_scene('arm_pushes_table'); "
        "print([m for m in ('numba', 'trimesh') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
