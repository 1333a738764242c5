"""Blocks as they were shown, to be read elsewhere: controls are what they were set to, and nothing is folded or pressed."""

from __future__ import annotations

from dataclasses import replace

from torseur.sim.texts import tr

from ..text.links import without_links
from ..text.written_value import lasting
from .blocks import Block, Buttons, Custom, DataTable, Options, Paragraph, Plot, Progress, Section, SideBySide, TableCell
from .plain import control_line

MOST_ROWS = 40  # of a table


def frozen_block(block: Block) -> Block:
    """The same to be read."""
    match block:
        case Section():
            set_to = (control_line(one) for one in block.tools if isinstance(one, Options))
            caption = ", ".join(filter(None, (block.caption, *set_to)))
            return replace(block, blocks=_frozen(block), caption=caption, tools=(), open=None, copied=True, keeps=False)
        case SideBySide():
            return replace(block, blocks=_frozen(block))
        case Paragraph():
            return replace(block, text=without_links(block.text), copied=None)
        case DataTable():
            rows, left = tuple(block.rows[:MOST_ROWS]), len(block.rows) - MOST_ROWS
            if left > 0:
                rows += ((TableCell(tr("{n} more", n=left), role="text_hint"), *(TableCell("") for _ in block.columns[1:])),)
            return replace(block, rows=rows, presses=False, deletes=False, most=0, copied=None)
        case Plot():
            return replace(block, seeks=False)
        case Custom():
            return replace(block, enabled=False) if lasting(block, None) else Paragraph(block.key, block.text)
    text = control_line(block)
    return Paragraph(block.key, text, "text_second") if text else block


def _frozen(block: Section | SideBySide) -> tuple[Block, ...]:
    return tuple(frozen_block(one) for one in block.blocks if not isinstance(one, Progress | Buttons))
