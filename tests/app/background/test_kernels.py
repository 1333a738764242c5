"""What the window waits for before it uses a kernel is there to be waited for."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.cases import loop_over
from torseur.sim import compilation

APP = Path(__file__).parents[3] / "app"


def groups_waited_for() -> set[str]:
    """Names of groups that files of `app` import."""
    found = set()
    for path in APP.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "sim.compilation" in text else ():
            if isinstance(node, ast.ImportFrom) and node.module == "torseur.sim.compilation":
                found |= {alias.name for alias in node.names if isinstance(getattr(compilation, alias.name), str)}
    return found


@loop_over("name", sorted(groups_waited_for()))
def test_a_group_of_kernels_that_the_window_waits_for_has_entries(name):
    assert compilation.GROUPS[getattr(compilation, name)]
