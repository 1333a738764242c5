"""Blocks, of which pages are made. They know no Qt: the same blocks are shown in the window, as HTML and as plain text.

Titles, captions, names of facts, heads of columns, labels and formulas are in the notation of `paint_math`; paragraphs, options
and cells are plain unless they say otherwise. A key names a block among its neighbours, from one sheet to the next; keys of the
sections around it make its path, as "projectors.amounts".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import numpy as np

from torseur.sim.texts import tr

from ..controls.fields.amount import Amount
from ..displays.equations.values import EquationView
from ..text.array_text import Copyable
from ..text.same_value import Value
from ..text.units import AngleUnit

Fact = tuple[str, str, str]  # name, value, unit


@dataclass(frozen=True, slots=True, eq=False)
class Block(Value):
    """What all blocks have."""

    key: str


class UserEvent(NamedTuple):
    """What the user did to a block: its path, what was done, and the new value."""

    path: str
    kind: str
    value: Any = None


class Heading(NamedTuple):
    """Of a section: declared once beside the page, so that search and course know it before the page is made."""

    key: str
    title: str  # untranslated
    words: str = ""  # that it is found by, in any language


# Structure


@dataclass(frozen=True, slots=True, eq=False)
class Section(Block):
    """A head with what is below it. Events: folded (whether it is open now), and kept, for the working sheet."""

    title: str = ""
    blocks: tuple[Block, ...] = ()
    caption: str = ""
    note: str = ""
    badge: tuple[str, str, str] = ("", "plain", "")  # text, tone, reason
    tools: tuple[Block, ...] = ()  # controls at the right of the head, also while it is folded
    open: bool | None = None  # None: it does not fold
    divided: bool = True  # a line above it
    copied: Copyable | bool = field(default=True, compare=False)  # by a button in the head; True: its first array
    keeps: bool = True  # a button in the head keeps it


@dataclass(frozen=True, slots=True, eq=False)
class Line(Block):
    """Controls side by side, behind a label."""

    label: str = ""
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class SideBySide(Block):
    """Blocks that are read, side by side, with shares of the width: equal ones, unless said otherwise."""

    blocks: tuple[Block, ...] = ()
    shares: tuple[int, ...] = ()


# What is read


@dataclass(frozen=True, slots=True, eq=False)
class Paragraph(Block):
    """A text that wraps; `[words](page#section)` in it is a link. Empty, it takes no room. Event: link (what it leads to)."""

    text: str = ""
    role: str = "text"  # colour of the theme
    icon: str = ""
    icon_role: str = "text_hint"
    weight: int = 400
    small: bool = True
    copied: Copyable | None = field(default=None, compare=False)  # by a button beside it


def absent(reason: str) -> Paragraph:
    """Say why there is nothing to show."""
    return Paragraph("absent", reason, icon="info", small=False)


@dataclass(frozen=True, slots=True, eq=False)
class Formula(Block):
    """Lines of mathematics; `boxed` on a background of their own."""

    lines: tuple[str, ...] = ()
    boxed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Facts(Block):
    """Names with values: a line each, side by side with shares of the width, or in tiles of such shares."""

    facts: tuple[Fact, ...] = ()
    shares: tuple[float, ...] = ()
    tiles: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class EquationCards(Block):
    """Equations with their terms, one of them at hand. Events: chosen (its key), term (its place)."""

    equations: tuple[EquationView, ...] = ()
    at: int = 0
    marked: int = -1  # how far in the terms of the one at hand; -1: all are shown
    later: Literal["done", "later"] = "done"  # what those after it are
    keeps_mark: bool = False  # a term that is pressed again stays


class TableCell(NamedTuple):
    """A text and how it looks; `value` is copied in its place."""

    text: str
    value: float | None = None
    unit: str = ""
    role: str = "text"
    weight: int = 400
    icon: str = ""  # or a state of contact
    tip: str = ""
    indent: int = 0  # [px]
    fill: str = ""  # colour #RRGGBB of the pale box behind it
    mark: str = ""  # colour #RRGGBB of a small square before it


class TableColumn(NamedTuple):
    """A column of a table."""

    title: str
    width: int = 60  # of its text [px]
    share: int = 0  # of the room that is left over
    unit: str = ""
    least: int | None = None  # how narrow it may become [px]; None: no narrower
    math: bool = False  # its texts are in the notation of `paint_math`
    number: bool = False  # aligned at the right; its values are copied
    about: str = ""  # tool tip of its head
    small: bool = False  # written as captions are, where there is little room


@dataclass(frozen=True, slots=True, eq=False)
class DataTable(Block):
    """Rows of cells. Events: selected, activated, and deleted where `deletes` (the place of the row).

    Where no column has a title, there are no heads. Rows may be any sequence of tuples of cells: one that writes each as it is
    asked for is as quick with a million of them.
    """

    name: str = ""
    columns: tuple[TableColumn, ...] = ()
    rows: Sequence[tuple[TableCell, ...]] = ()
    selected: int = -1
    presses: bool = False  # a click activates
    deletes: bool = False
    most: int = 0  # rows in sight; 0: all
    copied: Copyable | None = field(default=None, compare=False)  # in place of its numbers


@dataclass(frozen=True, slots=True, eq=False)
class Matrix(Block):
    """Coloured cells. Event: pressed (row and column).

    With `along`, its rows or columns are directions; events then: hovered, pinned (the place, -1 at none).
    """

    name: str = ""
    values: np.ndarray | None = None
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    units: Sequence[str] = ()  # one for all, one a row, or one a cell
    names: tuple[str, ...] = ()
    split: int = 0  # a line above this row
    along: Literal["", "rows", "columns"] = ""
    pinned: int = -1
    title: str = ""  # above it, of a small one without a head
    selected: tuple[int | None, int | None] = (None, None)  # row and column whose labels are accented
    precise: bool = False  # each number has digits of its own
    wide: bool = False  # it scrolls sideways where its numbers need more room
    pale_zeros: bool = False  # columns of zeros are greyed, as of joints that move nothing
    scrolls: bool = False  # a large one: its cells are written as they come into sight


@dataclass(frozen=True, slots=True, eq=False)
class SingularValues(Block):
    """Bars, the largest first. Events: hovered, pinned (the place, -1 at none)."""

    values: tuple[float, ...] = ()
    unit: str = ""
    of: Any = None  # whose they are: the scale of another's begins anew
    pinned: int = -1
    held: bool = True  # else they are only read: there are no events


@dataclass(frozen=True, slots=True, eq=False)
class SymbolicMatrix(Block):
    """A matrix of formulas; its entries have letters with figures below the line."""

    letter: str = ""
    entries: tuple[tuple[str, ...], ...] = ()


class PlotScale(NamedTuple):
    """Of an axis of a plot."""

    label: str = ""
    unit: str = ""
    kind: Literal["linear", "log", "angle"] = "linear"  # an angle of x makes the plot polar
    ends: tuple[float, float] | None = None  # None: those of what is drawn
    decimals: int | None = None
    bare: bool = False  # of x: no numbers at its ends, as where marks name what is there


@dataclass(frozen=True, slots=True, eq=False)
class PlotCurve(Value):
    """A line, or points. `color` is a role of the theme or #RRGGBB."""

    name: str
    x: np.ndarray  # (n,)
    y: np.ndarray  # (n,)
    color: str = "accent"
    kind: Literal["line", "dashed", "steps", "points"] = "line"
    names: tuple[str, ...] = ()  # beside the first points


class PlotMark(NamedTuple):
    """A line across a plot, with a word."""

    at: float
    text: str = ""
    color: str = "text"
    along: Literal["x", "y"] = "x"  # which axis `at` is on


@dataclass(frozen=True, slots=True, eq=False)
class Plot(Block):
    """Curves over one another.

    Events: where it `seeks`, seek (the x that was pressed or dragged to); where it `picks`, picked (curve and place of a point).
    """

    name: str = ""
    x: PlotScale = PlotScale()
    y: PlotScale = PlotScale()
    curves: tuple[PlotCurve, ...] = ()
    marks: tuple[PlotMark, ...] = ()
    height: int = 150  # [px]
    seeks: bool = False
    picks: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Progress(Block):
    """How much is done, 0 to 1; None: nothing runs, and it is not there."""

    share: float | None = None


# What is set. Each event has the new value, and the page makes settings of it


@dataclass(frozen=True, slots=True, eq=False)
class Options(Block):
    """One of several. Event: chosen (its key)."""

    name: str = ""
    options: tuple[tuple[str, str], ...] = ()  # key, text
    chosen: str = ""
    listed: bool = False  # in a list that opens; else all are in sight
    widest: int = 400  # of such a list [px]


@dataclass(frozen=True, slots=True, eq=False)
class Number(Block):
    """A number that is typed, in SI. Event: entered (it, or None: back to the default)."""

    name: str = ""
    value: float | None = None
    unit: str = ""
    scale: float = 1.0  # what is shown is so many times the value
    lower: float = -np.inf  # of the value
    upper: float = np.inf
    reason: str = ""  # said of what lies beyond
    exact: bool = False  # with all digits that were typed, else with three
    default: str = ""  # what the default is called; empty: there is none to go back to
    typed: bool = False  # else it is the default
    tip: str = ""
    label: str = ""  # in a grid, where it is shorter than the name


@dataclass(frozen=True, slots=True, eq=False)
class Vector(Block):
    """Three numbers that are typed. Event: entered (the three, in SI). `check`: why such are refused, or nothing."""

    name: str = ""
    letter: str = ""  # before them; or a short word
    values: np.ndarray | None = None  # (3,)
    unit: str = ""
    scale: float = 1.0
    enabled: bool = True
    step: float = 0.1  # of a key, in the unit that is shown
    tip: str = ""
    check: Callable[[np.ndarray], str] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, eq=False)
class Words(Block):
    """A text that is typed: one line that is a `heading` or is checked, or paragraphs. Event: typed (the text)."""

    name: str = ""
    text: str = ""
    hint: str = ""  # where there is no text
    heading: bool = False
    check: Callable[[str], str] | None = field(default=None, compare=False)  # why a text is refused, or nothing


@dataclass(frozen=True, slots=True, eq=False)
class Toggle(Block):
    """On or off; with an icon, its name stands beside that. Event: switched (bool)."""

    name: str = ""
    on: bool = False
    enabled: bool = True
    icon: str = ""
    tip: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Slider(Block):
    """A value that is dragged. Events: moved (to), released."""

    name: str = ""
    value: float = 0.0
    lower: float = 0.0
    upper: float = 1.0
    unit: str = ""  # that a screen reader says
    whole: bool = False  # it goes from one whole number to the next
    home: float = 0.0  # where a double click puts it
    scale: float = 1.0  # what is read is so many times the value
    enabled: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Amounts(Block):
    """Rows of slider and field. Events: entered ((place, value in SI)), released."""

    name: str = ""
    amounts: tuple[Amount, ...] = ()
    values: tuple[float, ...] = ()
    per: str = ""  # "/s" of speeds
    angle_unit: AngleUnit = "deg"


@dataclass(frozen=True, slots=True, eq=False)
class NumberGrid(Block):
    """Numbers with labels, two side by side. Events: those of the numbers."""

    numbers: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Button(Block):
    """An icon alone, named by its tip, where it has no text. Event: pressed."""

    text: str = ""
    icon: str = ""
    enabled: bool = True
    tip: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Buttons(Block):
    """Buttons side by side. Events: those of the buttons."""

    buttons: tuple[Button, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Custom(Block):
    """A widget that is painted by hand: `kind` is what it is registered by, `value` what it shows."""

    kind: str = ""
    value: Any = None
    text: str = ""  # what HTML, plain text and screen readers say in its place
    enabled: bool = True  # else it is only read


def children(block: Block) -> tuple[Block, ...]:
    """The blocks inside a block."""
    if isinstance(block, Section):
        return (*block.tools, *block.blocks)
    if isinstance(block, Line | SideBySide):
        return block.blocks
    return block.numbers if isinstance(block, NumberGrid) else block.buttons if isinstance(block, Buttons) else ()


def walked(blocks: Sequence[Block], above: str = "") -> Iterator[tuple[str, Block]]:
    """All blocks with their paths, from above to below."""
    for block in blocks:
        path = f"{above}{block.key}"
        yield path, block
        yield from walked(children(block), f"{path}.")


def section(heading: Heading, *blocks: Block | None, **more: Any) -> Section:
    """Return the section of a heading that the page declares; blocks that are None are left out."""
    title = more.pop("title", "") or tr(heading.title)
    return Section(heading.key, title, tuple(block for block in blocks if block is not None), **more)


def options(texts: Mapping[str, str] | Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Keys with their texts, as `Options` has them; names are both."""
    return tuple(texts.items()) if isinstance(texts, Mapping) else tuple((one, one) for one in texts)
