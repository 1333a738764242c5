"""Changes of a table of Denavit-Hartenberg rows, line by line: what is written is mostly TOML, and hardly a robot."""

from __future__ import annotations

import random
import re

VALUES = (
    '""',
    '" "',
    "0",
    "-1",
    "1e400",
    "-1e300",
    "1e154",
    "1e12",
    "nan",
    "inf",
    "-inf",
    "true",
    "[]",
    "{}",
    "[[]]",
    "[1]",
    "[1, 2, 3]",
    "[nan, 0, 0]",
    "[1e200, 1e200, 1e200]",
    "[0, [0], 0]",
    "[1, 2, 3, 4]",
    '"one"',
    '"revolute"',
    '"fixed"',
    '"modified"',
    '"deg"',
    '"#12"',
    '"#GG0000"',
    "1979-05-27",
    "07:32:00",
    "0x10",
    "1_000",
    "99999999999999999999999",
    "'''a\nb'''",
    '"\\u0000"',
    '"🤖"',
    '"' + "a" * 20_000 + '"',
    "[" * 400 + "]" * 400,
    "{ xx = 1 }",
    *map(str, range(10)),
    "{ xx = -1, yy = 1, zz = 1 }",
    "{ xx = 1e300, yy = 1e300, zz = 1e300 }",
    '[{ shape = "cone" }]',
    '[{ shape = "sphere", radius = 0 }]',
    '[{ shape = "box", size = [1, 2] }]',
    "=",
    "[",
    '"',
    "{",
)
LINES = ("[joints]", "[[joints]]", "[tool]", "[[tool]]", "[poses]", "[colors.red]", "[a.b.c]", "name = 1", "= 1", "# é", "[")
PAIR = re.compile(r"""([A-Za-z_]+) = (\[[^\[\]\n]*\]|"[^"\n]*"|[\w.+-]+)""")


def changed(text: str, rng: random.Random) -> bytes:
    """Return the table with one to three random changes of its lines, keys and values, mostly one."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = _change(text, rng) or "\n"
    return text.encode()


def _change(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    pairs = list(PAIR.finditer(text))
    if pairs and rng.random() < 0.6:
        pair, other = rng.choice(pairs), rng.choice(pairs)
        key, value = pair[1], pair[2]
        match rng.randrange(4):
            case 0:
                key = rng.choice((other[1], key + "s", key.upper(), '""', '"a b"'))
            case 1:
                value = other[2]
            case _:
                value = rng.choice(VALUES)
        return f"{text[: pair.start()]}{key} = {value}{text[pair.end() :]}"
    match rng.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(to, lines[at])
        case 2:
            lines[at], lines[to] = lines[to], lines[at]
        case _:
            lines.insert(at, rng.choice(LINES))
    return "\n".join(lines)
