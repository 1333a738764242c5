"""Numbers as people read and write them: four significant digits, a true minus, the decimal sign of the language.

Typed are both a decimal point and a comma. What other programs read, files, copies and code, has points: see `array_text`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator

from torseur.sim.texts import as_shown as as_shown  # of numbers, wherever they are shown
from torseur.sim.texts import decimal_sign, tr

MINUS = "\u2212"
INFINITY = "\u221e"
ABSENT = "\u2013"  # in place of a number that is not there
ZERO = 1e-12  # what is no farther from 0 is shown as 0
TIE = 2e-9  # relative: so close below the middle of two roundings is rounded up, as equal forces of a solver must read equal
LEVEL = 1e-7  # the same where four digits or fewer are shown: what rests askew by the dead band of contacts, 1 nm, is level

ROUNDING = 1e-10  # share of what a number is made of, or of the largest beside it, up to which it is what arithmetic leaves

_WIDTHS = {".": 0.44, ",": 0.44, "-": 0.7, "e": 0.89}  # of what is narrower than a digit
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})", re.ASCII)
_TYPED = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


def number_text(x: float, digits: int = 4, zero: float = ZERO) -> str:
    """A number with so many significant digits; "0" for whatever is within `zero` of it.

    A half is rounded away from zero, and what the last bits leave of a half too: 14.715 is 14.72 four times. A minus
    before the number is U+2212; the exponent of the scientific form is written as programs read it, 3e-12.
    """
    if not math.isfinite(x):
        return ABSENT if math.isnan(x) else INFINITY if x > 0 else MINUS + INFINITY
    if abs(x) <= zero:
        return "0"
    x = untied(x, digits)
    power = _power(x, digits)
    if -5 < power < 6:
        return as_shown(f"{x:.{max(0, digits - 1 - power)}f}")
    return scientific_text(x, digits)


def zero_beside(numbers: Iterable[float]) -> float:
    """What counts as 0 beside numbers of one kind, or in what is made of them: it is shown as 0, and copied as it is."""
    return max(ZERO, ROUNDING * max((abs(x) for x in numbers if math.isfinite(x)), default=0.0))


def scientific_text(x: float, digits: int) -> str:
    """A finite number with so many significant digits in the scientific form, 3e-12: the shortest where there is little room."""
    mantissa, _, exponent = f"{x:.{digits - 1}e}".partition("e")
    return as_shown(f"{mantissa}e{int(exponent)}")


def shorter_texts(text: str) -> Iterator[str]:
    """A number already written, with fewer and fewer digits, for where it has too little room; of another text none."""
    try:
        x = parse_number(text)
    except ValueError:
        return
    if math.isfinite(x):
        yield from (number_text(x, digits, 0.0) for digits in (3, 2))
        yield from (scientific_text(x, digits) for digits in (2, 1))


def fitting_text(x: float, room: float, zero: float = ZERO) -> str:
    """A number with as many digits, up to four, as there is room for, in widths of a digit; a small one with a power of ten."""
    if not math.isfinite(x) or abs(x) <= zero:
        return number_text(x, zero=zero)
    texts = [write(x, digits) for digits in (4, 3, 2) for write in (number_text, scientific_text)]
    fits = (text for text in texts if sum(_WIDTHS.get(one, 1.0) for one in text) <= room)
    return next(fits, scientific_text(x, 1))


def decimal_text(x: float, decimals: int) -> str:
    """A number with so many decimals; "0" for zero, and the scientific form where the decimals would hide it."""
    if not math.isfinite(x) or abs(x) <= ZERO:
        return number_text(x)
    text = f"{untied(x):.{decimals}f}"
    if float(text) == 0.0:
        return number_text(x, 1)
    return as_shown(text)


def table_text(x: float, decimals: int) -> str:
    """A number of a table with common decimals; whole ones, 0 and ±1 as such."""
    if abs(x) <= ZERO:
        return "0"
    nearest = round(x) if math.isfinite(x) else 0
    if nearest in (1, -1) and abs(x - nearest) <= TIE:
        return as_shown(str(nearest))
    return decimal_text(x, decimals)


def table_decimals(values: Iterable[float], digits: int = 4) -> int:
    """Decimals with which the largest of some numbers shows so many significant digits; at most `digits`."""
    largest = max((abs(x) for x in values if math.isfinite(x)), default=0.0)
    if largest <= ZERO:
        return digits
    return min(digits, max(0, digits - 1 - _power(largest, digits)))


def quantity_text(x: float, unit: str, digits: int = 4) -> str:
    """A number with its unit; no space before a degree sign."""
    return with_unit(number_text(x, digits), unit)


def with_unit(text: str, unit: str) -> str:
    """A number already written, and its unit."""
    return f"{text}{unit}" if unit in ("", "°") else f"{text} {unit}"


def residual_text(x: float) -> str:
    """A residual by its size alone: one digit, as 3e-12."""
    return "0" if x == 0.0 else number_text(x, 1, zero=0.0)


def bound_text(x: float) -> str:
    """What a size x ≥ 0 is within: one digit, upwards, as 2e-10 of 1.4e-10."""
    if x == 0.0 or not math.isfinite(x):
        return residual_text(x)
    unit = 10.0 ** math.floor(math.log10(x))
    return residual_text(math.ceil(x / unit - 1e-9) * unit)


def parse_number(text: str) -> float:
    """The number typed, with a decimal point or comma; raises ValueError with a sentence for whoever typed it.

    A comma that may part thousands, as in 1,000, is refused where it is no decimal sign: nobody is to get a thousandth of
    what was meant.
    """
    typed = text.strip().replace(MINUS, "-")
    if not typed:
        raise ValueError(tr("Type a number."))
    if decimal_sign() == "." and _THOUSANDS.fullmatch(typed):
        sentence = tr("A comma may be a decimal one or part thousands: write {a} or {b}.")
        raise ValueError(sentence.format(a=as_shown(typed.replace(",", ".", 1)), b=as_shown(typed.replace(",", ""))))
    typed = with_point(typed)
    if not _TYPED.fullmatch(typed):
        raise ValueError(tr("“{text}” is not a number.").format(text=text.strip()))
    number = float(typed)
    if not math.isfinite(number):
        raise ValueError(tr("“{text}” is too large.").format(text=text.strip()))
    return number


def untied(x: float, digits: int = 7) -> float:
    """The number a little farther from zero, so that a half is rounded up whatever its last bits are; for few digits."""
    return x * (1.0 + (LEVEL if digits <= 4 else TIE)) if digits <= 7 else x


def with_point(typed: str) -> str:
    """A number with a point for its decimal comma; what has more commas, or a point too, stays as it is."""
    return typed.replace(",", ".") if typed.count(",") == 1 and "." not in typed else typed


def without_zeros(text: str) -> str:
    """A number already written, without the zeros that end its decimals."""
    sign = decimal_sign()
    return text.rstrip("0").rstrip(sign) if sign in text and "e" not in text else text


def listed(numbers: Iterable[str]) -> str:
    """Numbers already written, one after the other: between commas, or semicolons where a comma is their decimal sign."""
    return (", " if decimal_sign() == "." else "; ").join(numbers)


def parts_of(text: str) -> list[str]:
    """The numbers of a list as they were typed: between spaces or semicolons, and commas where those are no decimal signs."""
    return (text.replace(",", " ") if decimal_sign() == "." else text).replace(";", " ").split()


def _power(x: float, digits: int) -> int:
    """Power of ten of the first digit, once rounded to so many digits."""
    return int(f"{x:.{digits - 1}e}".partition("e")[2])
