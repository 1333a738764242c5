"""Names mean one thing in the whole program."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROOMS = ("app", "ui", "robots", "sim")


def public_classes() -> dict[str, list[str]]:
    """The files in which each public class is."""
    found: dict[str, list[str]] = defaultdict(list)
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].append(str(path.relative_to(ROOT)))
    return found


def test_no_two_public_classes_have_one_name():
    assert {name: files for name, files in public_classes().items() if len(files) > 1} == {}
