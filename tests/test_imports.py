"""Imports go one way: between rooms, between the folders of a room, and between files."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.cases import loop_over

ROOT = Path(__file__).parent.parent
ROOMS = ("app", "ui", "robots", "sim")
MAY_IMPORT = {"app": {"app", "ui", "robots", "sim"}, "ui": {"ui", "sim"}, "robots": {"robots", "sim"}, "sim": {"sim"}}

# What ui may take from sim beside the modules called `values`: what is passive, and nothing that computes.
PASSIVE = {
    "sim.errors",
    "sim.interruption",
    "sim.superscripts",
    "sim.contact.law.contact_laws",
    "sim.texts",
    "sim.multibody.model.model",
    "sim.multibody.model.shapes",
}

# Inside a folder, each may import those before it.
ORDER = {
    "sim": "texts errors size_limits memory large_pages interruption safe_write copied_beside mesh_cache arrays copies "
    "superscripts child_process compiling kernel simd native multibody definition contact analysis simulation trajectory "
    "scenes compilation sweeping",
    "sim.multibody": "model algebra kinematics dynamics newton_euler",
    "sim.contact": "contacts status linear_solvers envelope segments collision law dense island problem analysis",
    "sim.contact.collision": "shape_table shape_pairs contact_buffer penetration solids terrain narrow_phase sweep broad_phase",
    "sim.trajectory": "values task system hopper robot optimiser transcription lecture solving feasibility explore replay scenes "
    "files planning",
    "sim.analysis": "rows joint_span masses symbolic jacobian velocities ellipsoids inverse_kinematics statics svd singularities "
    "dynamics",
    "sim.simulation": "step_arrays running recording stop_reasons simulation simulate rollout motion_playback inspection",
    "sim.simulation.running": "record_entry constraints control integration impacts scene run_size recorded_energies "
    "time_stepping hybrid contact_problem",
    "sim.simulation.inspection": "recorded_dynamics contact_equation inspected_problem solved_problem other_problems "
    "step_velocity jumps equilibrium accuracy friction checking resolving comparing what_if",
    "app": "preferences failures background documents sweeping session files drawing scene_editing sheet panels compare "
    "laboratory trajectory course recovery window command_line __main__",
    "ui": "accessibility look text controls viewport displays sheet time_bar window panels laboratory trajectory course",
    "ui.controls": "keys menus buttons fields",
}
MOST_FILES = 17  # of code in a folder


@cache
def imported(path: Path) -> tuple[tuple[int, str], ...]:
    """(line, absolute module) of everything a file imports, whether it runs or only types are checked."""
    package = path.relative_to(ROOT).parent.parts
    if package[:1] and package[0] in ROOMS:
        package = ("torseur", *package)
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *([node.module] if node.module else [])))
            below = [alias.name for alias in node.names if is_module(f"{module}.{alias.name}")]
            found += [(node.lineno, f"{module}.{name}") for name in below]
            if len(below) < len(node.names):
                found.append((node.lineno, module))
    return tuple(found)


def is_module(name: str) -> bool:
    """Whether one of ours."""
    path = ROOT.joinpath(*name.removeprefix("torseur.").split("."))
    return name.startswith("torseur.") and (path.with_suffix(".py").exists() or (path / "__init__.py").exists())


def modules_imported(path: Path) -> list[tuple[int, str]]:
    """(line, room and module)."""
    return [(line, module.removeprefix("torseur.")) for line, module in imported(path)]


def files(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.slow
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
            passive = module in PASSIVE or module.endswith(".values")
            assert passive or not module.startswith("sim"), f"{path}:{line} imports {module}"


@loop_over("folder", ORDER)
def test_folders_import_in_one_direction(folder):
    order = ORDER[folder].split()
    inside = {path.stem for path in (ROOT / folder.replace(".", "/")).iterdir() if path.suffix == ".py"}
    inside |= {path.parent.name for path in (ROOT / folder.replace(".", "/")).glob("*/__init__.py")}
    assert inside - {"__init__"} == set(order), "each has its place in the order"
    for path in files(folder.replace(".", "/")):
        own = name_of(path).removeprefix(f"{folder}.").split(".")[0]
        for line, module in modules_imported(path):
            other = module.removeprefix(f"{folder}.").split(".")[0]
            if own in order and module.startswith(f"{folder}.") and other in order:
                assert order.index(other) <= order.index(own), f"{path}:{line} imports {module}"


def test_no_files_import_each_other_in_a_circle():
    graph = {name_of(path): {m for _, m in modules_imported(path)} for room in ROOMS for path in files(room)}
    assert circle(graph) == []


def test_no_folders_import_each_other_in_a_circle():
    for folder in {path.parent for room in ROOMS for path in files(room)}:
        inside = name_of(folder / "__init__.py") + "."
        graph: dict[str, set[str]] = {}
        for path in sorted(folder.rglob("*.py")):
            own = name_of(path).removeprefix(inside).split(".")[0]
            others = {m.removeprefix(inside).split(".")[0] for _, m in modules_imported(path) if m.startswith(inside)}
            graph.setdefault(own, set()).update(others - {own})
        assert circle(graph) == [], folder


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The first circle that is found, none: empty."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_folder_holds_more_files_than_one_can_look_over():
    for folder in {path.parent for room in (*ROOMS, "tests") for path in files(room)}:
        assert len([path for path in folder.glob("*.py") if path.stem != "__init__"]) <= MOST_FILES, folder


@pytest.mark.parametrize("room", ROOMS)
def test_no_two_files_of_a_room_have_one_name(room):
    """But for those that stand for their folder: its package, its values, its page."""
    names = [path.stem for path in files(room) if path.stem not in ("__init__", "__main__", "values", "page")]
    assert sorted(names) == sorted(set(names))


def test_nobody_imports_app_but_main_and_the_tests():
    for room in ("ui", "robots", "sim"):
        for path in files(room):
            assert not any(module.split(".")[0] == "app" for _, module in modules_imported(path)), path


@pytest.mark.parametrize("room", [*ROOMS, "tests"])
@pytest.mark.slow
def test_rooms_are_imported_by_the_name_they_have_when_installed(room):
    for path in files(room):
        for line, module in imported(path):
            assert module.split(".")[0] not in ROOMS, f"{path}:{line} imports {module}"


def test_every_package_is_listed_for_installation():
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    found = {
        ".".join(("torseur", *path.parent.relative_to(ROOT).parts))
        for room in ROOMS
        for path in (ROOT / room).rglob("__init__.py")
    }
    assert found | {"torseur.docs", "torseur.robots.library"} == set(listed)  # which have no code


@pytest.mark.slow
def test_a_scene_is_read_without_what_takes_long_to_import():
    """The window shows its first frame before numba is there."""
    code = (
        "import sys; from torseur import sim; sim.load_scene('arm_pushes_table'); "
        "print([m for m in ('numba', 'trimesh') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
