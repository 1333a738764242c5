"""Blocks as they were shown, to be read elsewhere: controls are what they were set to, and nothing is folded or pressed."""

from __future__ import annotations

from dataclasses import replace
from textwrap import shorten
from typing import Any

from torseur.sim.texts import tr

from ..look.math_notation import plain_math
from ..text.links import without_links
from ..text.written_value import lasting
from .blocks import (
    Block,
    Button,
    Buttons,
    Custom,
    DataTable,
    Line,
    Options,
    Paragraph,
    Plot,
    Progress,
    Section,
    SideBySide,
    TableCell,
    Words,
)
from .plain import control_line, sheet_text
from .sheet import Sheet

MOST_ROWS, MOST_LETTERS = 30, 40  # of a table, which is less than a page, and of the name of a block


def kept_name(block: Block) -> str:
    """What a block is called where it can be kept; empty: it cannot, as there is nothing to read."""
    if isinstance(block, Progress | Buttons | Button | Words) or block.key == "absent":
        return ""
    name = plain_math(getattr(block, "title", "") or getattr(block, "name", ""))
    return name or shorten(sheet_text((frozen_block(block),)).strip().partition("\n")[0], MOST_LETTERS, placeholder="…")


def kept_section(sheet: Sheet, path: str, title: str) -> Section:
    """A block to be read, below the head of the section that it is in; `title`: of one that is in none."""
    block, around = sheet.block(path), Section("kept", title)
    for at, one in sheet.walk():
        if isinstance(one, Section) and one.title and path.startswith(f"{at}."):
            around = one
    kept: Section = frozen_block(block if isinstance(block, Section) else replace(around, blocks=(block,)))
    return kept


def frozen_block(block: Block) -> Any:
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
            return Paragraph(block.key, block.text) if lasting(block.value, None) is None else replace(block, enabled=False)
        case Line():
            block = replace(block, blocks=tuple(one for one in block.blocks if not isinstance(one, Button | Buttons)))
    text = control_line(block)
    return Paragraph(block.key, text, "text_second") if text else block


def _frozen(block: Section | SideBySide) -> tuple[Block, ...]:
    return tuple(frozen_block(one) for one in block.blocks if not isinstance(one, Progress | Buttons))
