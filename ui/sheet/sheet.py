"""A page as a value: its blocks at an instant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..text.same_value import Value
from .blocks import Block, walked
from .html import sheet_html
from .plain import sheet_text


@dataclass(frozen=True, slots=True, eq=False)
class Sheet(Value):
    """A page at an instant; as HTML in a notebook, as plain text in a terminal."""

    blocks: tuple[Block, ...] = ()
    title: str = ""
    of: Any = None  # the instant that its numbers are of, as `Lateness` compares them; None: always of the one shown
    late: str = ""  # path of the section whose numbers alone are; empty: all

    def walk(self) -> Iterator[tuple[str, Block]]:
        """All blocks with their paths, from above to below."""
        return walked(self.blocks)

    def block(self, path: str) -> Any:
        """Return the first block of a path, or of its end. Raises KeyError naming those that there are."""
        for at, block in self.walk():
            if at == path or at.endswith(f".{path}"):
                return block
        raise KeyError(f"no block {path!r}: {', '.join(at for at, _ in self.walk())}")

    def has(self, path: str) -> bool:
        """Whether there is such a block."""
        return any(at == path or at.endswith(f".{path}") for at, _ in self.walk())

    def _repr_html_(self) -> str:
        return sheet_html(self.blocks, self.title)

    def __str__(self) -> str:
        return sheet_text(self.blocks)


def difference(one: Sheet, other: Sheet) -> str:
    """Path of the first block that differs between two sheets; empty: none does."""
    if one == other:
        return ""
    before, after = dict(one.walk()), dict(other.walk())
    if list(before) != list(after):
        return " ".join({*before} ^ {*after}) or "order"
    differing = [path for path, block in before.items() if block != after[path]]
    return differing[-1] if differing else "title"
