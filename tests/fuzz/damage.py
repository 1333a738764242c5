"""Changes of bytes: what is written need not be XML or TOML at all."""

from __future__ import annotations

import random
from collections.abc import Callable

Change = Callable[[bytes, random.Random], bytes]
SCRAPS = (
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xc3",
    b"<",
    b">",
    b"</",
    b"/>",
    b"<!--",
    b"-->",
    b"<![CDATA[",
    b"]]>",
    b"&",
    b"&x;",
    b"&#0;",
    b"&#x110000;",
    b"&lt;",
    b'"',
    b"'",
    b"=",
    b"<?xml ?>",
    b"<!DOCTYPE r>",
    b"\r",
    b"\x1b[2J",
    b"\xed\xa0\x80",
    b"${x}",
    b"<link/>",
    b"<a:b/>",
    b' xmlns:a=""',
    b" nan ",
    b"1e999",
    b"-",
    b",",
    b"9" * 500,
)
ENCODINGS = ("utf-16", "utf-16-be", "utf-32", "utf-8-sig", "latin-1", "utf-7", "cp037")


def flip_bit(content: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << rng.randrange(8)]) + content[at + 1 :]


def change_byte(content: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(content))
    return content[:at] + bytes([rng.randrange(256)]) + content[at + 1 :]


def cut_out(content: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(content))
    return content[:at] + content[at + rng.randint(1, 40) :]


def cut_short(content: bytes, rng: random.Random) -> bytes:
    return content[: rng.randrange(len(content))]


def put_in(content: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(content))
    return content[:at] + rng.choice(SCRAPS) + content[at:]


def repeat_block(content: bytes, rng: random.Random) -> bytes:
    at, to = rng.randrange(len(content)), rng.randrange(len(content))
    return content[:to] + content[at : at + rng.choice((5, 40, 2000))] + content[to:]


def swap_lines(content: bytes, rng: random.Random) -> bytes:
    lines = content.split(b"\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def encode(content: bytes, rng: random.Random) -> bytes:
    return content.decode("utf-8", "replace").encode(rng.choice(ENCODINGS), "replace")


def declare(content: bytes, rng: random.Random) -> bytes:
    """Say that the file is written in an encoding that it is not written in, or that there is none of."""
    encoding = rng.choice((*ENCODINGS, "ascii", "klingon", "utf-8" * 50))
    return b'<?xml version="1.%d" encoding="%s"?>\n' % (rng.randrange(3), encoding.encode()) + content


CHANGES: tuple[Change, ...] = (
    flip_bit,
    flip_bit,
    change_byte,
    change_byte,
    cut_out,
    cut_out,
    put_in,
    put_in,
    repeat_block,
    swap_lines,
)
RARE: tuple[Change, ...] = (cut_short, encode, declare)


def broken(content: bytes, rng: random.Random, changes: int = 3) -> bytes:
    """Return the file with one to three random changes of its bytes."""
    for _ in range(rng.randint(1, changes)):
        content = rng.choice(RARE if rng.random() < 0.1 else CHANGES)(content, rng) or b" "
    return content
