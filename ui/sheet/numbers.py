"""All numbers of a sheet, from above to below, as text for other programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ..look.math_notation import plain_math, typed
from ..text.array_text import ArrayText
from .blocks import Block, DataTable, EquationCards, Facts, Matrix, Section, SingularValues, children


class NumberBlock(NamedTuple):
    """A table, or facts in words, below a title."""

    title: str
    table: ArrayText | None = None
    words: tuple[str, ...] = ()  # each with its number and unit, as they are read


def sheet_numbers(blocks: Sequence[Block], section: str = "") -> Iterator[NumberBlock]:
    """What is unfolded, below the title of its section: tables with every digit, facts as they are written."""
    for block in blocks:
        if isinstance(block, Section):
            yield from sheet_numbers(block.blocks, plain_math(block.title) or section) if block.open is not False else ()
        elif isinstance(block, Facts) and block.facts:
            yield NumberBlock(section, words=tuple(" ".join(map(plain_math, fact)).strip() for fact in block.facts))
        elif (table := _array(block)) is not None:
            name = block.equations[block.at].title if isinstance(block, EquationCards) else getattr(block, "name", "")
            yield NumberBlock(", ".join(dict.fromkeys(filter(None, (section, plain_math(name))))), table)
        else:
            yield from sheet_numbers(children(block), section)


def table_array(block: DataTable) -> ArrayText | None:
    """The columns of numbers, named by the first column of words; None where there are no numbers."""
    numbers = [k for k, column in enumerate(block.columns) if column.number]
    if not numbers or not len(block.rows):
        return None
    rows = list(block.rows)
    values = np.array([[np.nan if row[k].value is None else row[k].value for k in numbers] for row in rows], dtype=np.float64)
    words = next((k for k, column in enumerate(block.columns) if not column.number), None)
    names = [] if words is None else [typed(row[words].text) if block.columns[words].math else row[words].text for row in rows]
    heads = (block.columns[k] for k in numbers)
    return ArrayText(values, names, [f"{column.title} {column.unit}".strip() for column in heads])


def _array(block: Block) -> ArrayText | None:
    """Of a block that shows one; of a matrix that scrolls none: that would be megabytes."""
    if isinstance(block, DataTable):
        return block.copied if isinstance(block.copied, ArrayText) else table_array(block)
    if isinstance(block, Matrix) and block.values is not None and block.values.size and not block.scrolls:
        return ArrayText(block.values, block.rows, block.columns)
    if isinstance(block, EquationCards) and block.equations:
        return block.equations[block.at].array_text()
    return ArrayText(np.array(block.values)) if isinstance(block, SingularValues) else None


def blocks_text(blocks: Sequence[NumberBlock], form: str) -> str:
    """Blocks in one of `array_text.FORMS`: of NumPy entries of a dictionary `page`, by their titles."""
    if form == "csv":
        return "\n".join(map(_as_csv, blocks))
    if form == "latex":
        return "\n".join(map(_as_latex, blocks))
    return "page = {}  # what the page showed, in the units of the window\n" + "".join(
        _as_numpy(block, k) for k, block in enumerate(blocks)
    )


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
