"""Names mean one thing in the whole program."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROOMS = ("app", "ui", "robots", "sim")
CLASS = re.compile(r"^class ([^\W_]\w*)", re.MULTILINE)  # public, and not inside anything

INNER_CLASS = re.compile(r"^[ \t]+class \w+\(", re.MULTILINE)


def public_classes() -> dict[str, list[str]]:
    """The files in which each public class is."""
    found: dict[str, list[str]] = defaultdict(list)
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            for name in CLASS.findall(path.read_text(encoding="utf-8")):
                found[name].append(str(path.relative_to(ROOT)))
    return found


def test_no_two_public_classes_have_one_name():
    assert {name: files for name, files in public_classes().items() if len(files) > 1} == {}


def test_the_conventions_of_tables_have_one_name_in_one_place():
    told = [path for path in (ROOT / "robots").rglob("*.py") if 'Literal["standard", "modified"]' in path.read_text("utf-8")]
    assert [path.name for path in told] == ["definition.py"]


def test_what_is_put_off_goes_with_the_object_that_it_is_of():
    """`QTimer.singleShot(0, self, ...)`: without the object it comes when that is gone, and then no try can catch it."""
    calls = (
        (path, node)
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if "singleShot(" in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "QTimer.singleShot"
    )
    assert [f"{path.relative_to(ROOT)}:{call.lineno}" for path, call in calls if len(call.args) < 3] == []


def test_no_class_of_qt_is_made_within_a_function():
    """It would be collected with what the function made, while Qt's bindings still go through it: a crash, much later."""
    folders = ("app", "ui", "tests")
    texts = (
        (path, path.read_text(encoding="utf-8"))
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        if "bench" not in path.parts  # programs of their own, each with one window
    )
    functions = (
        (path, node)
        for path, text in texts
        if INNER_CLASS.search(text)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
    )
    assert [
        f"{path.relative_to(ROOT)}:{inner.lineno}"
        for path, function in functions
        for inner in ast.walk(function)
        if isinstance(inner, ast.ClassDef) and any(ast.unparse(base).split(".")[-1].startswith("Q") for base in inner.bases)
    ] == []
