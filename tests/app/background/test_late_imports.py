"""What functions import is there before they are called."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

from torseur.app.background.late_imports import LIBRARIES, PACKAGES, LateImports, modules_of

ROOT = Path(__file__).parents[3]


def test_all_modules_of_the_packages_are_imported_by_a_thread(qapp, qtbot):
    late = LateImports(parent=qapp)
    with qtbot.waitSignal(late.finished, timeout=60_000):
        late.begin()
    assert {*modules_of(PACKAGES), *LIBRARIES} <= set(sys.modules)


def test_what_pages_import_when_they_are_used_is_among_them():
    there = set(modules_of(PACKAGES))
    for path in (ROOT / "app" / "laboratory" / "contact").rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef):
                for line in ast.walk(function):
                    if isinstance(line, ast.ImportFrom) and (line.module or "").startswith("torseur.sim.contact.anal"):
                        assert line.module in there, f"{path}: {line.module}"
