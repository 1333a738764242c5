"""The places in the sources that start a process, or run a text as Python: each is known, and none lets anybody in."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("app", "ui", "robots", "sim")
STARTING_MODULES = {"subprocess", "multiprocessing", "runpy", "pty", "asyncio"}
STARTING_NAMES = {"QProcess", "ProcessPoolExecutor"}
STARTING_CALLS = ("exec", "spawn", "posix_spawn", "fork", "system", "popen", "startfile")  # of `os`
STARTERS = {
    "robots/isolation.py",
    "app/background/helper_process.py",
    "app/background/symbolic_task.py",
    "sim/compilation.py",
    "sim/trajectory/planning/planning_process.py",
}
RUN_AS_PYTHON = {
    "sim/analysis/symbolic/values.py": {"exec"},  # what our own isolated child wrote, made of numbers; never from the disk
    "sim/analysis/jacobian/jacobian_routes.py": {"sympy.lambdify"},  # of expressions that this process made of numbers
    "robots/xacro/expressions.py": {"eval", "compile"},  # in its own process; names and attributes are looked at before
    "sim/sweeping/measures.py": {"exec", "compile"},  # a file that the user names as a sweep's measure
    "app/laboratory/exercises/guide.py": {"exec"},  # a text in that file, when the pages of the guide are written
    # From a folder of the user's alone, the checksum of a file compared before; and what such a file held.
    "sim/compiling/kernel_files.py": {"pickle.loads"},
    "app/sweeping/sweep_job.py": {"pickle.loads"},  # from a folder that the window has just made for it
    "sim/trajectory/planning/planning_messages.py": {"pickle.loads"},  # between this program and its own isolated child
    "sim/trajectory/files/plan_archive.py": {"np.load"},  # pickles refused
    "robots/mjcf/compiled.py": {"np.load"},  # what our own isolated child wrote, pickles refused
}
RUNNING = {"exec", "eval", "compile", "__import__"}
RUNNING_OF = {
    "np": {"load"},
    "sympy": {"lambdify", "sympify", "parse_expr", "S"},
    **dict.fromkeys(("pickle", "marshal", "shelve", "joblib", "dill"), {"load", "loads", "open", "Unpickler"}),
}


# A file without any of these words has none of what is looked for, and most have none: their trees need not be made.
LOOKED_FOR = re.compile(
    "|".join((r"\bos\b", "executable", "np.load", *STARTING_MODULES, *STARTING_NAMES, *RUNNING, *(RUNNING_OF.keys() - {"np"})))
)


@cache
def sources() -> tuple[tuple[str, ast.Module], ...]:
    """(name from the root, tree) of each file of the program that may have what is looked for, read once for all tests."""
    paths = [ROOT / "main.py", *(path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")))]
    texts = ((path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in paths)
    return tuple((name, ast.parse(text)) for name, text in texts if LOOKED_FOR.search(text))


def starts_a_process(node: ast.AST) -> bool:
    if isinstance(node, ast.Import):
        return any(alias.name.split(".")[0] in STARTING_MODULES for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        names = {alias.name for alias in node.names}
        of_os = node.module == "os" and any(name.startswith(STARTING_CALLS) for name in names)
        return of_os or bool(names & STARTING_NAMES) or (not node.level and str(node.module).split(".")[0] in STARTING_MODULES)
    of_os = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os"
    return of_os and node.attr.startswith(STARTING_CALLS)


def called(node: ast.AST) -> str:
    """The name of what is called, with that of its module."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
        return f"{node.func.value.id}.{node.func.attr}"
    return ""


@pytest.mark.slow
def test_five_places_start_processes_and_all_by_the_helper() -> None:
    found = {name: tree for name, tree in sources() if any(map(starts_a_process, ast.walk(tree)))}
    assert set(found) == STARTERS
    for name, tree in found.items():
        assert "child_command" in map(called, ast.walk(tree)), name


@pytest.mark.slow
def test_nobody_but_the_helper_knows_the_interpreter() -> None:
    found = [name for name, tree in sources() if "executable" in (getattr(n, "attr", "") for n in ast.walk(tree))]
    assert found == ["sim/child_process.py"]


def test_scripts_start_python_isolated() -> None:
    start = re.compile(r"(?:\.venv/bin/python|\"\$(?:python|candidate)\") (?!-I )(-\w+ \S+|\w+\.py)")
    for path in [*filter(Path.is_file, (ROOT / "scripts").iterdir()), ROOT / ".ci" / "run"]:
        assert start.findall(path.read_text(encoding="utf-8")) == [], path.name
        assert "-I " in path.read_text(encoding="utf-8") or "python" not in path.read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_text_is_run_as_python_and_an_object_unpickled_only_where_it_is_our_own() -> None:
    wanted = RUNNING | {f"{module}.{name}" for module, names in RUNNING_OF.items() for name in names}
    found = {name: set(map(called, ast.walk(tree))) & wanted for name, tree in sources()}
    assert {name: calls for name, calls in found.items() if calls} == RUN_AS_PYTHON


@pytest.mark.slow
def test_arrays_are_loaded_without_pickles() -> None:
    for name, tree in sources():
        for node in ast.walk(tree):
            if called(node) == "np.load":
                refused = [key for key in node.keywords if key.arg == "allow_pickle" and not ast.literal_eval(key.value)]
                assert refused, name
