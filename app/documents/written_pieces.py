"""Files that are written bit by bit, as they are long: with progress between, and given up at any of them."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path

from torseur.sim.safe_write import safe_write

Pieces = Generator[tuple[int, int], None, None]
"""A file as it is written: how many pieces are done, of how many. It is there once the last came; closed before, nothing is."""


def text_in_pieces(path: Path, pieces: Iterator[str], total: int, what: str) -> Pieces:
    """Write a text piece by piece; `total` is how many there are. Raises SaveError."""
    with safe_write(path, what, text=True) as stream:
        for done, piece in enumerate(pieces, start=1):
            stream.write(piece)
            yield done, total
