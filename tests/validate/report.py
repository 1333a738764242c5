"""The table on the terminal, and the page docs/validation.md with it and its pictures."""

from __future__ import annotations

import os
from pathlib import Path

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from torseur.sim.safe_write import safe_write

from .pictures import write_pictures
from .results import Kept
from .row import MISS, PASS, TIE

Results = dict[str, dict[str, Kept | None]]

PAGE = Path(__file__).parents[2] / "docs" / "validation.md"
_COLORS = {PASS: "green", TIE: "yellow", MISS: "bold red"}
_INTRODUCTION = """\
# Validation

What `make validate` measured: public benchmarks and closed forms, our figure beside what is wanted and what others publish. The
set-ups are those published; g = 9.81 m/s². A timing is of one step with everything recorded, on one core, beside that of MuJoCo
in the same run where it can be; under 1.5 times the peer's is called a tie, for timings vary by up to 40 %. A MISS is left as
it is.

The cases are in `tests/validate/`; `python -m tests.validate CASE` renews one of them.
"""


def print_table(results: Results) -> None:
    """Print every line there is."""
    out = Console(highlight=False, soft_wrap=False, width=None if os.isatty(1) else 190)
    for group, cases in results.items():
        made = Table(title=group, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
        for column in ("case", "what", "ours", "wanted", "others", "verdict"):
            made.add_column(column, overflow="fold")
        for name, kept in cases.items():
            for i, row in enumerate(kept.result.rows if kept else []):
                style = _COLORS[row.verdict]
                verdict = f"[{style}]{row.verdict}[/{style}]"
                texts = (name if i == 0 else "", row.what, row.ours, row.wanted, row.others)
                made.add_row(*(escape(text) for text in texts), verdict)
        out.print(made)
    out.print(_summary(results), markup=False)


def write_page(results: Results) -> None:
    """Write the page and its pictures."""
    parts = [_INTRODUCTION, f"{_measured(results)} {_summary(results)}\n"]
    for path, caption in write_pictures(_curves(results), PAGE.parent / "pictures"):
        parts.append(f"![{caption}](pictures/{path.name})\n")
    for group, cases in results.items():
        lines = ["| case | what | ours | wanted | others | verdict |", "| --- | --- | --- | --- | --- | --- |"]
        for name, kept in cases.items():
            for i, row in enumerate(kept.result.rows if kept else []):
                cells = (name if i == 0 else "", row.what, row.ours, row.wanted, row.others, _shown(row.verdict))
                lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        if len(lines) > 2:
            parts += [f"## {group}\n", "\n".join(lines) + "\n"]
    with safe_write(PAGE, "page", text=True) as stream:
        stream.write("\n".join(parts))


def _shown(verdict: str) -> str:
    return f"**{verdict}**" if verdict == MISS else verdict


def _curves(results: Results) -> dict[str, list[list[float]]]:
    kept = [found for cases in results.values() for found in cases.values() if found]
    return {name: curve for found in kept for name, curve in found.result.curves.items()}


def _measured(results: Results) -> str:
    """When and on what."""
    days = sorted({found.day for cases in results.values() for found in cases.values() if found})
    period = "" if not days else days[0] if days[0] == days[-1] else f"{days[0]} to {days[-1]}"
    return f"Measured {period} on a {os.cpu_count()}-core machine."


def _summary(results: Results) -> str:
    rows = [row for cases in results.values() for found in cases.values() if found for row in found.result.rows]
    count = {verdict: sum(row.verdict == verdict for row in rows) for verdict in (PASS, TIE, MISS)}
    return f"{len(rows)} lines: {count[PASS]} pass, {count[TIE]} tie, {count[MISS]} miss."
