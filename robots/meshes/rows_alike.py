"""Lines of an OBJ file that are all alike, whose numbers are read at once: a line after the other takes five times as long."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

_RAISES = tuple(map(int, np.__version__.split(".")[:2])) >= (2, 3)
_MOST = 2**62  # integers that are too large are read as the largest there is
_BLANKS = re.compile(rb" {2,}")
_BLANK, _SLASH = b" /"


def all_begin(text: bytes, kind: bytes) -> bool:
    """Whether each line begins with this word and a blank."""
    return text.startswith(kind + b" ") and text.count(b"\n" + kind + b" ") + 1 == _lines(text)


def numbers_each(text: bytes, kind: bytes, between: bytes, number: type[np.float64 | np.int64]) -> np.ndarray | None:
    """Return the numbers (k, n) of lines that are all of this kind and all have what is `between` beside their n numbers.

    None: they are not all so, or not all such numbers.
    between : what stands before each number, and after the last; blanks may be several
    """
    if not all_begin(text, kind):
        return None
    text = _blanks_once(text)
    letters = np.frombuffer(text, np.uint8)
    gaps = np.flatnonzero((letters <= _BLANK) | (letters == _SLASH))
    wanted = np.frombuffer(between, np.uint8)
    if len(gaps) % len(wanted) or np.any(letters[gaps].reshape(-1, len(wanted)) != wanted) or np.any(np.diff(gaps) == 1):
        return None  # else each line has the words that are wanted, in each of which one number at least is found
    try:
        with _refusing():
            values = np.fromstring(text.replace(kind + b" ", b"").replace(b"/", b" "), number, sep=" ")
    except (DeprecationWarning, ValueError):
        return None
    width = len(wanted) - 1
    if len(values) * len(wanted) != width * len(gaps) or np.any((values >= _MOST) | (values <= -_MOST)):
        return None
    return values.reshape(-1, width)


@contextmanager
def _refusing() -> Iterator[None]:
    """Have numpy raise where there is no number, which it does by itself from 2.3 on."""
    if _RAISES:
        yield
        return
    with warnings.catch_warnings():  # of the whole process: a change of filters by another thread may outlive this one
        warnings.simplefilter("error", DeprecationWarning)
        yield


def _blanks_once(text: bytes) -> bytes:
    """Return the lines with one blank between words and none at their ends, each with its end."""
    text = text.replace(b"\r\n", b"\n")
    if b"  " in text:
        text = _BLANKS.sub(b" ", text)
    text = text.replace(b" \n", b"\n")
    return text if text.endswith(b"\n") else text.rstrip(b" \r") + b"\n"


def _lines(text: bytes) -> int:
    return text.count(b"\n") + (not text.endswith(b"\n"))
