"""Sheets as plain text: for a terminal, for tests, and to compare two versions or languages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from torseur.sim.superscripts import subscript
from torseur.sim.texts import tr

from ..look.math_notation import plain_math
from ..text.links import without_links
from ..text.number_text import as_shown, number_text
from .blocks import (
    Amounts,
    Block,
    Button,
    Custom,
    DataTable,
    EquationCards,
    Facts,
    Formula,
    Matrix,
    Number,
    Options,
    Paragraph,
    Plot,
    Section,
    SideBySide,
    SingularValues,
    Slider,
    SymbolicMatrix,
    TableCell,
    TableColumn,
    Toggle,
    Vector,
    Words,
    children,
)

INDENT = "  "


def sheet_text(blocks: Sequence[Block]) -> str:
    """All of a sheet, a line a fact, what is in a section below its title."""
    return "\n".join(line for block in blocks for line in _lines(block)) + "\n"


def control_text(block: Block) -> str:
    """What a control is set to, in words; empty for what is no control."""
    if isinstance(block, Options):
        return dict(block.options).get(block.chosen, "")
    if isinstance(block, Number):
        shown = "" if block.value is None else as_shown(f"{block.value * block.scale:.6g}")
        return f"{plain_math(block.name)} {shown} {block.unit}".strip()
    if isinstance(block, Vector):
        values = [] if block.values is None else (block.values * block.scale).tolist()
        return f"{plain_math(block.letter)} ({', '.join(map(number_text, values))}) {block.unit}".strip()
    if isinstance(block, Slider):
        value = block.scale * block.value
        return f"{block.name} {round(value) if block.whole else number_text(value)} {block.unit}".strip()
    if isinstance(block, Words):
        return block.text
    if isinstance(block, Toggle):
        return f"{block.name}: {'✓' if block.on else '–'}"
    if isinstance(block, Amounts):
        return ", ".join(f"{plain_math(one.letter)} = {number_text(block.values[one.column])}" for one in block.amounts)
    return f"[{block.text or block.tip}]" if isinstance(block, Button) else ""


def control_line(block: Block) -> str:
    """The same of a control or of several in a line, behind its label."""
    inside = ", ".join(filter(None, map(control_text, children(block)))) or control_text(block)
    label = getattr(block, "label", "")
    return tr("{name}: {values}", name=label, values=inside) if label and inside and not inside.startswith(label) else inside


def cell_text(cell: TableCell, column: TableColumn) -> str:
    """What stands in a cell, with its unit."""
    return f"{plain_math(cell.text) if column.math else cell.text} {cell.unit}".strip()


def _lines(block: Block) -> Iterator[str]:
    if isinstance(block, Section):
        badge = f"[{plain_math(block.badge[0])}]" if block.badge[0] else ""
        if block.title:
            yield " ".join(filter(None, ("##", plain_math(block.title), plain_math(block.caption), badge)))
        for one in children(block):
            yield from (INDENT * bool(block.title) + line for line in _lines(one))
    elif isinstance(block, Paragraph):
        yield from filter(None, (without_links(block.text),))
    elif isinstance(block, SymbolicMatrix):
        yield from (f"{block.letter} = " * (not k) + ", ".join(row) for k, row in enumerate(block.entries))
    elif isinstance(block, Formula):
        yield from map(plain_math, block.lines)
    elif isinstance(block, Facts):
        yield from (f"{plain_math(name)}: {plain_math(value)} {unit}".rstrip() for name, value, unit in block.facts)
    elif isinstance(block, EquationCards):
        yield from (plain_math("".join(piece for piece, _ in one.formula)) for one in block.equations)
    elif isinstance(block, DataTable):
        yield from _table(block)
    elif isinstance(block, SideBySide):
        for one in block.blocks:
            yield from _lines(one)
    elif isinstance(block, Matrix):
        yield from filter(None, (plain_math(block.title),))
        for row in [] if block.values is None else block.values.tolist():
            yield "  ".join(f"{number_text(value):>10}" for value in row)
    elif isinstance(block, SingularValues):
        yield from (f"σ{subscript(k)} {number_text(x)} {block.unit}".rstrip() for k, x in enumerate(block.values, 1))
    elif isinstance(block, Plot):
        if block.curves:
            yield f"({block.name}: {', '.join(plain_math(one.name) for one in block.curves if one.name)})"
    elif isinstance(block, Custom):
        yield from filter(None, (block.text,))
    else:
        yield from filter(None, (control_line(block),))


def _table(block: DataTable) -> Iterator[str]:
    heads = [plain_math(column.title) for column in block.columns]
    written = [heads, *([cell_text(cell, block.columns[k]) for k, cell in enumerate(row)] for row in block.rows)]
    widths = [max(len(row[k]) for row in written) for k in range(len(heads))]
    for row in written if len(written) > 1 else ():
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
