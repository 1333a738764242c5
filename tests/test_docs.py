"""The examples of the pages in docs/ are run as a reader would run them, one after the other, and print what is shown.

A block of TOML or XML says in its first line which file it is: `# scene: NAME.toml`, `# robot: NAME.toml`, `# task: NAME.toml`,
`<!-- robot: NAME.urdf -->`; it is loaded as that, and stays there for the examples after it. A block of Python that is followed
by a block of text prints that text.
"""

from __future__ import annotations

import contextlib
import io
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cases import loop_over
from torseur import robots, sim
from torseur.app.laboratory.exercises.files.exercise_files import read_exercise, read_series

DOCS = Path(__file__).parent.parent / "docs"
PAGES = (
    "installation",
    "development",
    "compare",
    "theory",
    "scenes",
    "robots",
    "recordings",
    "sweeps",
    "sweep_examples",
    "validation",
    "exercises",
    "exercices",
    "exercise_files",
    "python",
    "laboratory",
    "lab_contact",
    "lab_dynamics",
    "lab_ellipsoids",
    "lab_inverse_kinematics",
    "lab_jacobian",
    "lab_singularities",
    "lab_statics",
    "lab_svd",
    "notation",
    "notations",
    "trajectories",
)
READERS = {
    "scene": sim.load_scene,
    "robot": robots.load,
    "task": sim.load_task,
    "exercise": lambda name: read_exercise(Path(name)),
    "series": lambda name: read_series(Path(name)),
}

_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FIRST_LINE = re.compile(r"(?:#|<!--) (scene|robot|task|exercise|series): ([\w.]+)")
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


@dataclass(frozen=True)
class Block:
    language: str
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    return [Block(found[1], found[2], text.count("\n", 0, found.start()) + 1) for found in _FENCE.finditer(text)]


@pytest.mark.sampled
@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_run_and_print_what_it_shows(page, tmp_path, monkeypatch):
    if page == "robots" and "ur5" not in robots.names():
        pytest.skip("the gallery is not installed")
    if page in ("trajectories", "sweep_examples"):
        pytest.importorskip("casadi")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    printed = None
    for block in blocks(page):
        where = f"docs/{page}.md:{block.line}"
        if block.language in ("toml", "xml"):
            read_definition(block, where)
        elif block.language == "python":
            # As many lines before it as in the page, so that a traceback names its lines.
            printed = run(compile("\n" * block.line + block.text, where, "exec"), names)
            continue
        elif block.language == "text" and printed is not None:
            assert printed.rstrip() == block.text.rstrip(), where
        printed = None


@loop_over("page", PAGES)
def test_what_a_page_links_to_is_there(page):
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    for target in _LINK.findall(text):
        assert "://" in target or (DOCS / target).exists(), target


def read_definition(block: Block, where: str) -> None:
    found = _FIRST_LINE.match(block.text)
    assert found is not None, f"{where}: its first line does not say what file it is"
    Path(found[2]).write_text(block.text, encoding="utf-8")
    READERS[found[1]](found[2])


def run(code: object, names: dict[str, object]) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, names)
    return out.getvalue()


def test_files_that_pages_name_exist():
    root = DOCS.parent
    for page in (root / "README.md", root / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))):
        for name in re.findall(r"`([\w/*]+\.py)`", page.read_text(encoding="utf-8")):
            patterns = [name, *(f"{room}/**/{name}" for room in ("app", "ui", "robots", "sim") if "/" not in name)]
            assert any(any(root.glob(pattern)) for pattern in patterns), f"{page.name} names {name}"
