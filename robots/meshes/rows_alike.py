"""Lines of an OBJ file that are all alike, whose words are parted at once: a line after the other takes twice as long."""

from __future__ import annotations


def all_begin(text: bytes, kind: bytes) -> bool:
    """Whether each line begins with this word and a blank."""
    return text.startswith(kind + b" ") and text.count(b"\n" + kind + b" ") + 1 == _lines(text)


def three_each(text: bytes, kind: bytes) -> list[bytes] | None:
    """Return the words of lines that are all of this kind with three more words, without the kind; None: they are not all so."""
    if not all_begin(text, kind):
        return None
    words = text.split()
    if len(words) != 4 * _lines(text) or words[::4].count(kind) != _lines(text):
        return None
    del words[::4]
    return words


def _lines(text: bytes) -> int:
    return text.count(b"\n") + (not text.endswith(b"\n"))
