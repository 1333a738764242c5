"""What functions import is there before they are called."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from torseur.app.background.late_imports import BESIDE, LIBRARIES, PACKAGES, LateImports, modules_of

ROOT = Path(__file__).parents[3]


def test_all_modules_of_the_packages_are_imported(qapp, qtbot):
    late = LateImports(parent=qapp)
    with qtbot.waitSignal(late.finished, timeout=900_000):
        late.begin()
    assert {*modules_of(PACKAGES), *modules_of(BESIDE), *LIBRARIES} <= set(sys.modules)


@pytest.mark.slow
def test_a_thread_imports_nothing_of_qt():
    """Two threads that ask Qt's bindings for types at once end the program."""
    names = [*modules_of(BESIDE), *LIBRARIES]
    program = (
        "import sys, importlib\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        "print([name for name in sys.modules if name.startswith('PySide6') or name == 'pyqtgraph'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.slow
def test_what_pages_import_when_they_are_used_is_among_them():
    there = {*modules_of(PACKAGES), *modules_of(BESIDE)}
    for path in (ROOT / "app" / "laboratory" / "contact").rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef):
                for line in ast.walk(function):
                    if isinstance(line, ast.ImportFrom) and (line.module or "").startswith("torseur.sim.contact.anal"):
                        assert line.module in there, f"{path}: {line.module}"
