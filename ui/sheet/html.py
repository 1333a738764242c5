"""Sheets as HTML that needs nothing else: for notebooks and reports. Controls are written as what they are set to."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import numpy as np

from ..look.math_notation import html_math, plain_math
from ..look.theme import FORCE, LIGHT, VELOCITY
from ..text.links import LINK
from ..text.number_text import number_text
from .blocks import (
    Block,
    Custom,
    DataTable,
    EquationCards,
    Facts,
    Formula,
    Matrix,
    Paragraph,
    Plot,
    PlotCurve,
    Section,
    SideBySide,
    SingularValues,
    SymbolicMatrix,
)
from .plain import control_line, control_text
from .plot_scale import plot_scales

STYLE = """<style>
.sheet { font: 14px system-ui, sans-serif; max-width: 46em }
.sheet h3 { margin: 1em 0 .3em; font-size: 1em }
.sheet p { white-space: pre-line }
.sheet small { color: #777; font-weight: 400 }
.sheet table { border-collapse: collapse; margin: .3em 0 }
.sheet td, .sheet th { padding: 2px 8px; text-align: left; border-bottom: 1px solid #8883 }
.sheet .number { text-align: right; font-variant-numeric: tabular-nums }
.sheet .unit { color: #888 }
.sheet .formula { font: italic 15px Cambria, serif; margin: .4em 0 }
.sheet .badge { border-radius: 8px; padding: 1px 8px; background: #8882 }
.sheet svg { display: block }
.sheet .side { display: flex; gap: 1.5em }
</style>"""
WIDE, SIDE, ABOVE, BELOW, RIGHT_EDGE = 420, 56, 16, 24, 16  # a plot, and room around its curves [px]
BAR = 200  # the longest of some [px]
STRONGEST = 0.55  # opacity behind the largest number of a matrix


def sheet_html(blocks: Sequence[Block], title: str = "") -> str:
    """All of a sheet."""
    head = f"<h2>{html_math(title)}</h2>" if title else ""
    return f'{STYLE}<div class="sheet">{head}{"".join(map(block_html, blocks))}</div>'


def block_html(block: Block) -> str:
    """One block; nothing of one that has nothing to show."""
    writer = _WRITERS.get(type(block))
    if writer is not None:
        return writer(block)
    text = control_line(block)
    return f"<p>{escape(text, quote=False)}</p>" if text else ""


def _section(block: Section) -> str:
    badge = f' <span class="badge">{html_math(block.badge[0])}</span>' if block.badge[0] else ""
    tools = "".join(f" <small>{escape(text, quote=False)}</small>" for text in map(control_text, block.tools) if text)
    title = f"{html_math(block.title)} <small>{html_math(block.caption)}</small>{badge}{tools}"
    head = f'<h3 id="{escape(block.key)}">{title}</h3>' if block.title else ""
    return f"<section>{head}{''.join(map(block_html, block.blocks))}</section>"


def _side_by_side(block: SideBySide) -> str:
    return f'<div class="side">{"".join(f"<div>{block_html(one)}</div>" for one in block.blocks)}</div>'


def _paragraph(block: Paragraph) -> str:
    text = LINK.sub(lambda link: f'<a href="#{link[2].rpartition("#")[2]}">{link[1]}</a>', escape(block.text, quote=False))
    return f"<p>{text}</p>" if text else ""


def _formula(block: Formula) -> str:
    return f'<div class="formula">{"<br>".join(map(html_math, block.lines))}</div>' if block.lines else ""


def _facts(block: Facts) -> str:
    rows = (
        f'<tr><td>{html_math(name)}</td><td class="number">{html_math(value)} <span class="unit">{unit}</span></td></tr>'
        for name, value, unit in block.facts
    )
    return f"<table>{''.join(rows)}</table>" if block.facts else ""


def _equations(block: EquationCards) -> str:
    written = (html_math("".join(piece for piece, _ in one.formula)) for one in block.equations)
    return "".join(f'<div class="formula">{one}</div>' for one in written)


def _table(block: DataTable) -> str:
    def cell(tag: str, text: str, unit: str, number: bool) -> str:
        side = ' class="number"' if number else ""
        return f'<{tag}{side}>{text} <span class="unit">{escape(unit)}</span></{tag}>'

    head = "".join(cell("th", html_math(one.title), one.unit, one.number) for one in block.columns)
    rows = []
    for row in block.rows:
        cells = zip(row, block.columns, strict=True)
        rows.append(
            "".join(
                cell("td", html_math(one.text) if of.math else escape(one.text, quote=False), one.unit, of.number)
                for one, of in cells
            )
        )
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>" if rows else ""


def _matrix(block: Matrix) -> str:
    if block.values is None or not block.values.size:
        return ""
    largest = float(np.nanmax(np.abs(block.values), initial=0.0)) or 1.0
    title = f"<caption>{html_math(block.title)}</caption>" if block.title else ""
    head = "".join(f"<th>{html_math(one)}</th>" for one in ("", *block.columns)) if block.columns else ""
    rows = []
    for k, values in enumerate(block.values.tolist()):
        label = f"<th>{html_math(block.rows[k])}</th>" if block.rows else ""
        rows.append(
            label
            + "".join(
                f'<td class="number" style="background: {_shade(value / largest)}">{number_text(value)}</td>'
                for value in values
            )
        )
    head = f"<tr>{head}</tr>" if head else ""
    return f"<table>{title}{head}{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def _singular_values(block: SingularValues) -> str:
    largest = max(block.values, default=0.0) or 1.0
    rows = (
        f'<tr><td>{html_math(f"σ_{k}")}</td><td class="number">{number_text(x)} <span class="unit">{block.unit}</span></td>'
        f'<td><div style="height: 10px; width: {round(BAR * x / largest)}px; background: {VELOCITY}"></div></td></tr>'
        for k, x in enumerate(block.values, start=1)
    )
    return f"<table>{''.join(rows)}</table>"


def _symbolic(block: SymbolicMatrix) -> str:
    rows = ("".join(f"<td>{escape(entry, quote=False)}</td>" for entry in row) for row in block.entries)
    title = f"<caption>{html_math(block.letter)}</caption>"
    return f"<table>{title}{''.join(f'<tr>{row}</tr>' for row in rows)}</table>" if block.entries else ""


def _shade(share: float) -> str:
    opacity = 0 if share != share else round(255 * STRONGEST * min(abs(share), 1.0))
    return f"{VELOCITY if share > 0.0 else FORCE}{opacity:02x}"


def _plot(block: Plot) -> str:
    """Curves over linear or logarithmic axes, or around a middle."""
    if not block.curves:
        return ""
    polar = block.x.kind == "angle"
    inside = _rings(block) if polar else _axes(block)
    return f'<svg width="{WIDE}" height="{block.height}" role="img" aria-label="{escape(block.name)}">{inside}</svg>'


def _axes(block: Plot) -> str:
    left, top, right, bottom = SIDE, ABOVE, WIDE - RIGHT_EDGE, block.height - BELOW
    x, y = plot_scales(block, (left, top, right, bottom))
    label = f"{_plain(block.y.label)} {block.y.unit}"
    parts = [f'<text x="{right}" y="12" text-anchor="end" font-size="11">{label}</text>']
    for value in y.ticks():
        at = y.place(value)
        parts.append(f'<line x1="{left}" x2="{right}" y1="{at:.1f}" y2="{at:.1f}" stroke="#8886"/>')
        parts.append(_text(left - 4, at + 4, "end", number_text(value, 3)))
    for end, at, anchor in ((x.ends[0], left, "start"), (x.ends[1], right, "end")):
        parts.append(_text(at, bottom + 16, anchor, f"{number_text(end, 6)} {block.x.unit}"))
    parts += [_curve(one, x.places(one.x), y.places(one.y)) for one in block.curves]
    for mark in block.marks:
        at = (x if mark.along == "x" else y).place(mark.at)
        x1, y1, x2, y2 = (at, top, at, bottom) if mark.along == "x" else (left, at, right, at)
        ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        parts.append(f'<line {ends} stroke="{_ink(mark.color)}"/>')
        if mark.along == "y":
            parts.append(_text(right, at - 3, "end", mark.text))
    return "".join(parts)


def _rings(block: Plot) -> str:
    radius = min(WIDE, block.height) / 2 - 14
    farthest = max(float(np.nanmax(np.abs(one.y), initial=0.0)) for one in block.curves) or 1.0
    middle = np.array([WIDE / 2, block.height / 2])
    parts = [f'<circle cx="{middle[0]}" cy="{middle[1]}" r="{radius}" fill="none" stroke="#8886"/>']
    for one in block.curves:
        from_middle = radius / farthest * one.y
        parts.append(_curve(one, middle[0] + from_middle * np.cos(one.x), middle[1] - from_middle * np.sin(one.x)))
    return "".join(parts)


def _curve(curve: PlotCurve, xs: np.ndarray, ys: np.ndarray) -> str:
    there = np.isfinite(xs) & np.isfinite(ys)
    places, ink = list(zip(xs[there].tolist(), ys[there].tolist(), strict=True)), _ink(curve.color)
    if curve.kind == "points":
        return "".join(f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3.5" fill="{ink}"/>' for a, b in places)
    line = " ".join(f"{a:.1f},{b:.1f}" for a, b in places)
    return f'<polyline fill="none" stroke="{ink}" stroke-width="1.6" points="{line}"/>'


def _text(x: float, y: float, anchor: str, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="11">{escape(text, quote=False)}</text>'


def _ink(name: str) -> str:
    return name if name.startswith("#") else str(getattr(LIGHT, name))


def _plain(text: str) -> str:
    """A text in the notation of `paint_math` where HTML takes no marks."""
    return escape(plain_math(text), quote=False)


def _custom(block: Custom) -> str:
    if block.kind == "picture":  # of what is painted, as PNG
        data = b64encode(block.value).decode("ascii")
        return f'<img src="data:image/png;base64,{data}" alt="{escape(block.text)}" style="width: 100%">'
    return f"<p><i>{escape(block.text, quote=False)}</i></p>" if block.text else ""


_WRITERS: dict[type[Block], Callable[[Any], str]] = {
    Section: _section,
    SideBySide: _side_by_side,
    Paragraph: _paragraph,
    Formula: _formula,
    SymbolicMatrix: _symbolic,
    Facts: _facts,
    EquationCards: _equations,
    DataTable: _table,
    Matrix: _matrix,
    SingularValues: _singular_values,
    Plot: _plot,
    Custom: _custom,
}
