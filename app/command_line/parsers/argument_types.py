"""Values of arguments: read from their text, and refused with what was wanted."""

from __future__ import annotations

import argparse
from math import isfinite

from torseur.sim.size_limits import MOST_FACETS
from torseur.sim.texts import tr


def argument(text: str) -> tuple[str, str]:
    """NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise argparse.ArgumentTypeError(tr("{text!r} is not NAME=VALUE, such as prefix=left_", text=text))
    return name, value


def varied(text: str) -> tuple[str, str]:
    """PATH=VALUES."""
    path, equals, values = text.partition("=")
    if not equals or not path:
        raise argparse.ArgumentTypeError(tr("{text!r} is not PATH=VALUES, such as bodies.brick.mass=1:2:5", text=text))
    return path, values


def xacro_argument(text: str) -> tuple[str, str]:
    """NAME:=VALUE, or NAME=VALUE."""
    name, given, value = text.partition(":=")
    return (name, value) if given and name and "=" not in name else argument(text)


def positive(text: str) -> float:
    """A number above 0, not infinity."""
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(tr("{text!r} is not a number", text=text)) from None
    if not 0.0 < value < float("inf"):
        raise argparse.ArgumentTypeError(tr("{text!r} is not a positive number", text=text))
    return value


def count(text: str) -> int:
    """A whole number from 1 to 1000."""
    if not text.isdecimal() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(tr("{text!r} is not a whole number from 1 to 1000", text=text))
    return int(text)


def whole(text: str) -> int:
    """A whole number, not negative."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(tr("{text!r} is not a whole number from 0 up", text=text))
    return int(text)


def facets(text: str) -> int:
    """An even number from 4 to 1000: of the pyramid's facets."""
    if not text.isdecimal() or int(text) % 2 or not 4 <= int(text) <= MOST_FACETS:
        raise argparse.ArgumentTypeError(
            tr("{text!r} is not an even number from 4 to {most_facets}", text=text, most_facets=MOST_FACETS)
        )
    return int(text)


def size(text: str) -> tuple[int, int]:
    """WxH, in pixels."""
    parts = text.lower().split("x")
    if len(parts) != 2 or not all(part.isdecimal() for part in parts):
        raise argparse.ArgumentTypeError(tr("{text!r} is not a size such as 1280x720", text=text))
    width, height = int(parts[0]), int(parts[1])
    if not (64 <= width <= 7680 and 64 <= height <= 4320):
        raise argparse.ArgumentTypeError(f"{text!r}: from 64x64 to 7680x4320")
    return width, height


def hidden(text: str) -> tuple[str, ...]:
    """Keys of what a picture can leave out, with commas between them."""
    from ...drawing.view_switches import HIDEABLE

    keys = tuple(filter(None, text.split(",")))
    unknown = next((key for key in keys if key not in HIDEABLE), None)
    if unknown is not None:
        raise argparse.ArgumentTypeError(tr("{unknown!r} is none of {hideable}", unknown=unknown, hideable=", ".join(HIDEABLE)))
    return keys


def camera(text: str) -> tuple[float, ...]:
    """X,Y,Z,DISTANCE,AZIMUTH,ELEVATION [m, rad]."""
    try:
        values = tuple(float(part) for part in text.split(","))
    except ValueError:
        values = ()
    if len(values) != 6 or not all(isfinite(value) for value in values) or values[3] <= 0.0:
        raise argparse.ArgumentTypeError(
            tr("{text!r} is not six numbers with commas between them, the distance positive", text=text)
        )
    return values
