"""The notation as pages of the guide, in English and in French: conventions, and all letters from their table.

`python -m torseur.app.laboratory.notation_guide [FOLDER]` writes them into docs/, or into the folder.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from torseur.sim.safe_write import safe_write
from torseur.sim.texts import catalogue_of, marked
from torseur.ui.look.math_notation import html_math
from torseur.ui.text.notation import LetterRow, letter_rows, notation_texts

from .pages import PAGES

DOCS = Path(__file__).parents[2] / "docs"
FILES: dict[str, str] = {"en": "notation.md", "fr": "notations.md"}
_TITLES: dict[str, str] = {"en": "Notation", "fr": "Notations"}
_HEADS = marked("Letter | Name | Unit | Formula | Text of the course | Shown on")
_DOCKS = {
    "inspector": marked("Contacts"),
    "kinematics": marked("Kinematics"),
    "table": marked("DH table"),
    "plots": marked("Plots"),
    "signals": marked("Signals"),
    "compare": marked("Compare"),
    "scene": marked("Scene"),
    "joints": marked("Joints"),
    "comparison": marked("Comparison"),
    "plan": marked("Plan"),
    "phases": marked("Phases"),
}
"""Docks that show letters beside the pages."""


def page_titles(language: str) -> Mapping[str, str]:
    """Titles of pages and docks that show letters, by their keys."""
    pages = {name: entry.title for entries in PAGES.values() for name, entry in entries.items()}
    return {name: catalogue_of(language).gettext(title) for name, title in (pages | _DOCKS).items()}


def page(language: str) -> str:
    """The page of the guide in a language, as Markdown."""
    titles = page_titles(language)
    first, *others = (text[language] for text in notation_texts())
    heads = catalogue_of(language).gettext(_HEADS)
    rows = [f"| {heads} |", "|" + " --- |" * (heads.count("|") + 1)]
    rows += [_row(row, language, titles) for row in letter_rows()]
    return "\n\n".join((f"# {_TITLES[language]}", first, "\n".join(f"- {text}" for text in others), "\n".join(rows))) + "\n"


def _row(row: LetterRow, language: str, titles: Mapping[str, str]) -> str:
    name = row.fr if language == "fr" else row.en
    shown = ", ".join(titles[key] for key in row.pages)
    cells = (f"${row.latex}$", html_math(name), row.unit, html_math(row.formula), row.course_title, shown)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def write_pages(folder: Path) -> None:
    """Write the page in each language. Raises SaveError."""
    for language, name in FILES.items():
        with safe_write(folder / name, "page", text=True) as stream:
            stream.write(page(language))


if __name__ == "__main__":
    write_pages(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS)
