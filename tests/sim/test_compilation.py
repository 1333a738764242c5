"""Compiled code: where it is kept, and that all of it is compiled ahead of use."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import loop_over
from torseur.sim.compilation import ENTRIES, entry_named
from torseur.sim.compiling.groups import Group

ROOT = Path(__file__).parent.parent.parent


def test_every_entry_is_listed():
    found = set()
    for path in (ROOT / "sim").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "@entry" in text or "@native" in text else ():
            if isinstance(node, ast.FunctionDef):
                for decorator in node.decorator_list:
                    called = decorator.func if isinstance(decorator, ast.Call) else decorator
                    if getattr(called, "id", "") in ("entry", "native"):
                        found.add((".".join(path.relative_to(ROOT / "sim").with_suffix("").parts), node.name))
    assert found == set(ENTRIES)


def test_an_entry_is_the_one_that_the_room_itself_calls():
    from torseur.sim.multibody.dynamics.mass_matrix import _mass_matrix

    assert entry_named("multibody.dynamics.mass_matrix", "_mass_matrix") is _mass_matrix.entry


def run(code, **environment):
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, env={**os.environ, **environment}, check=True
    ).stdout.strip()


MASS = (
    "from torseur import robots, sim; "
    "m = robots.load('planar_2r'); print(round(float(sim.mass_matrix(m, [0.1, 0.2])[0, 0]), 6))"
)


@pytest.mark.slow
def test_compiled_code_is_read_from_the_cache_the_second_time(tmp_path):
    state = "from torseur.sim.compilation import entry_named; from torseur.sim.kernel import is_cached; "
    state += "print(is_cached(entry_named('multibody.dynamics.mass_matrix', '_mass_matrix')))"
    assert run(state, TORSEUR_CACHE_DIR=str(tmp_path)) == "False"
    first = run(MASS, TORSEUR_CACHE_DIR=str(tmp_path))
    assert run(state, TORSEUR_CACHE_DIR=str(tmp_path)) == "True"
    assert run(MASS, TORSEUR_CACHE_DIR=str(tmp_path)) == first


@pytest.mark.slow
def test_a_cache_that_cannot_be_written_does_not_stop_anything(tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert float(run(MASS, TORSEUR_CACHE_DIR=str(tmp_path / "file" / "cache"))) > 0


@loop_over(("module", "name"), ENTRIES)
def test_an_entry_takes_exactly_one_signature(module, name):
    from torseur.sim.kernel import compile_entry

    function = entry_named(module, name)
    compile_entry(function)
    assert len(function.overloads) == 1
    with pytest.raises(TypeError):
        function("nonsense")


@pytest.mark.slow
def test_two_threads_may_ask_for_the_same_entry_at_once(tmp_path):
    """In a process of its own, with an empty cache, so that it has to be compiled."""
    code = """
import threading
from torseur.sim.kernel import compile_entry
from torseur.sim.multibody.kinematics.jacobian import _jacobian
failures = []
def ask():
    try:
        compile_entry(_jacobian.entry)
    except Exception as error:
        failures.append(error)
threads = [threading.Thread(target=ask) for _ in range(3)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert not failures, failures
assert _jacobian.entry.overloads
"""
    environment = dict(os.environ, TORSEUR_CACHE_DIR=str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr


def test_no_entry_that_allocates_takes_a_group_whose_arrays_would_be_counted_and_never_let_go():
    found = (entry_named(module, name) for module, name in ENTRIES)
    allocating = [entry for entry in found if getattr(entry, "targetoptions", {}).get("_nrt")]
    assert allocating
    assert not [entry for entry in allocating if any(isinstance(kind, Group) for kind in entry.torseur_signature)]
