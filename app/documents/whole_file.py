"""Files that are written whole or not at all, bit by bit where they are long."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import IO, Any

from torseur.sim.errors import RecordingError

_NUMBERS = count(1)  # of the files written by this process

Pieces = Generator[tuple[int, int], None, None]
"""A file as it is written: how many pieces are done, of how many. It is there once the last came; closed before, nothing is."""


@contextmanager
def whole_file(path: Path, what: str, *, text: bool = False) -> Iterator[IO[Any]]:
    """A stream of bytes, or of UTF-8 with lines as they are given; the file is there once all is written, and else as it was.

    Raises RecordingError, saying "the WHAT cannot be written".
    """
    part = path.with_name(f"{path.name}.{os.getpid()}-{next(_NUMBERS)}.part")  # of this writing alone
    try:
        with part.open("w", newline="", encoding="utf-8") if text else part.open("wb") as stream:
            yield stream
        part.replace(path)
    except OSError as error:
        raise RecordingError(f"{path}: the {what} cannot be written: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)


def text_in_pieces(path: Path, pieces: Iterator[str], total: int, what: str) -> Pieces:
    """Write a text piece by piece; `total` is how many there are. Raises RecordingError."""
    with whole_file(path, what, text=True) as stream:
        for done, piece in enumerate(pieces, start=1):
            stream.write(piece)
            yield done, total
