"""All numbers that a page shows, from top to bottom, as text for other programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from ...displays.equations.equation_card import EquationCard
from ...displays.fact_list import FactList, FactRow
from ...displays.heat_table.heat_table import HeatTable
from ...displays.heat_table.scrolling_matrix import ScrollingMatrix
from ...displays.row_table.row_table import RowTable
from ...displays.section_head import SectionHead
from ...displays.value_tiles import ValueTiles
from ...look.math_notation import plain_math, typed
from ...text.array_text import ArrayText


@dataclass(frozen=True, eq=False, slots=True)
class NumberBlock:
    """A table, or facts in words, below a title."""

    title: str
    table: ArrayText | None = None
    words: tuple[str, ...] = ()  # each with its number and unit, as they are read


def numbers_on(page: QWidget) -> tuple[NumberBlock, ...]:
    """What is in sight on a page, or scrolled out of it: tables with every digit, facts as they are written."""
    return tuple(block for block in _blocks(page, page, [""]) if block.words or block.table is not None)


def blocks_text(blocks: Sequence[NumberBlock], form: str) -> str:
    """Blocks in one of `array_text.FORMS`: of NumPy entries of a dictionary `page`, by their titles."""
    if form == "csv":
        return "\n".join(map(_as_csv, blocks))
    if form == "latex":
        return "\n".join(map(_as_latex, blocks))
    return "page = {}  # what the page showed, in the units of the window\n" + "".join(
        _as_numpy(block, k) for k, block in enumerate(blocks)
    )


def _blocks(widget: QWidget, page: QWidget, title: list[str]) -> Iterator[NumberBlock]:
    """`title` has that of the section that was passed last."""
    children = [one for one in widget.children() if isinstance(one, QWidget) and one.isVisibleTo(page)]
    for child in sorted(children, key=lambda one: (one.mapTo(page, QPoint(0, 0)).y(), one.mapTo(page, QPoint(0, 0)).x())):
        if isinstance(child, SectionHead):
            title[0] = plain_math(child.title)
        elif isinstance(child, HeatTable | ScrollingMatrix | RowTable):
            yield NumberBlock(_named(title[0], child.accessibleName()), child.array_text())
        elif isinstance(child, EquationCard):
            if child.view is not None:
                yield NumberBlock(_named(title[0], child.view.title), child.view.array_text())
        elif isinstance(child, FactList | FactRow | ValueTiles):
            yield NumberBlock(title[0], words=_words(child))
        else:
            yield from _blocks(child, page, title)


def _named(section: str, name: str) -> str:
    return ", ".join(dict.fromkeys(part for part in (section, plain_math(name)) if part))


def _words(widget: FactList | FactRow | ValueTiles) -> tuple[str, ...]:
    return tuple(part for part in widget.accessible().name.split("; ") if part)


def _as_csv(block: NumberBlock) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([block.title])
    writer.writerows([word] for word in block.words)
    return out.getvalue() + (block.table.csv() if block.table else "")


def _as_latex(block: NumberBlock) -> str:
    lines = [f"% {line}" for line in (block.title, *block.words) if line]
    table = f"\\[\n{block.table.latex()}\\]" if block.table else ""
    return "\n".join([*lines, *filter(None, [table])]) + "\n"


def _as_numpy(block: NumberBlock, k: int) -> str:
    lines = [f"# {line}" for line in (block.title, *block.words) if line]
    if block.table is not None:
        rows, columns = (", ".join(map(typed, labels)) for labels in (block.table.rows, block.table.columns))
        lines += [f"# {kind}: {labels}" for kind, labels in (("rows", rows), ("columns", columns)) if labels]
        lines.append(f"page[{block.title or str(k)!r}] = {block.table.numpy().rstrip()}")
    return "\n".join(lines) + "\n"
