"""Units, by one rule for all panels and pages.

- An angle is in degrees or radians, as the user chose; a displacement in metres.
- A number of one joint has the unit of that joint. A number of several, where some turn and others slide, has both, rad | m;
  of the largest of them, each kind is said by itself.
- A Jacobian is written for joint speeds of 1, in rad/s or m/s as its joints turn or slide: rows of v are in m/s, rows of ω in
  rad/s, whatever the joints are. So are its singular values and the semi-axes of ellipsoids, and a product of k of them is in
  that unit to the k: w in (m/s)³.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from torseur.sim.superscripts import superscript

from .number_text import as_shown, decimal_text, number_text, table_decimals, without_zeros

AngleUnit = Literal["deg", "rad"]
JACOBIAN_UNITS = ("m/s",) * 3 + ("rad/s",) * 3
"""Of the rows v, ω of J, at joint speeds of 1."""
ANGLE_UNITS: tuple[AngleUnit, ...] = ("deg", "rad")


def to_display_unit(value: float, is_angle: bool, unit: AngleUnit) -> float:
    """A value [rad | m] in the unit it is shown in."""
    return math.degrees(value) if is_angle and unit == "deg" else value


def to_si(value: float, is_angle: bool, unit: AngleUnit) -> float:
    """A value as shown, back in [rad | m]."""
    return math.radians(value) if is_angle and unit == "deg" else value


def unit_text(is_angle: bool, unit: AngleUnit) -> str:
    """The unit's sign: °, rad or m."""
    if not is_angle:
        return "m"
    return "°" if unit == "deg" else "rad"


MANY_TURNS = 1e9  # [° | rad] above which an angle is written as other numbers are


def value_text(value: float, is_angle: bool, unit: AngleUnit) -> str:
    """A value [rad | m] as shown, without its unit: four significant digits, four decimals below 1; degrees with two.

    Of what turned many times it still shows where in its turn it is.
    """
    number = to_display_unit(value, is_angle, unit)
    if is_angle and unit == "deg" and 1e-9 < abs(number) < 1e5:
        return decimal_text(number, max(2, table_decimals([number])))
    if is_angle and 1e3 <= abs(number) < MANY_TURNS:
        return decimal_text(number, 1 if unit == "deg" else 2)
    if 1e-9 < abs(number) < 1.0:
        return decimal_text(number, 4)
    return number_text(number, zero=1e-9)


def angle_texts(angles: Sequence[float], unit: AngleUnit) -> list[str]:
    """Angles [rad] side by side, without their unit: one that the last digit of the largest hides is 0.00."""
    shown = [to_display_unit(x, True, unit) for x in angles]
    decimals = max(2 if unit == "deg" else 0, table_decimals(shown))
    zero = min(0.5 * 10.0**-decimals, 0.01 * max(map(abs, shown)))
    return [
        as_shown(f"{0:.{decimals}f}") if 1e-9 < abs(number) < zero else value_text(x, True, unit)
        for x, number in zip(angles, shown, strict=True)
    ]


def limit_text(value: float, is_angle: bool, unit: AngleUnit) -> str:
    """A limit as short as it can be: −360°, 3.142 rad, 0.4 m."""
    shown = to_display_unit(value, is_angle, unit)
    number = decimal_text(shown, 0) if is_angle and 1e3 <= abs(shown) < MANY_TURNS else number_text(shown, zero=1e-11)
    number = without_zeros(number)
    sign = unit_text(is_angle, unit)
    return number + sign if sign == "°" else f"{number} {sign}"


def per_unit(prismatic: Sequence[bool], turning: str, sliding: str) -> str:
    """The unit of joints that all turn or all slide; of both kinds, rad | m: each joint in its own."""
    if not any(prismatic):
        return turning
    return sliding if all(prismatic) else f"{turning} | {sliding}"


def are_mixed(prismatic: Sequence[bool]) -> bool:
    """Whether some turn and others slide, so that their columns have different units."""
    return any(prismatic) and not all(prismatic)


def row_unit(rows: str) -> str:
    """The unit of the rows "position", "orientation" or "both" (made one by a length) of J, and of its singular values."""
    return "rad/s" if rows == "orientation" else "m/s"


def power_unit(unit: str, count: int) -> str:
    """Of a product of so many numbers of a unit, such as w = σ₁σ₂σ₃; none of none."""
    if count < 1 or not unit:
        return ""
    index = superscript(count)
    return unit if count == 1 else f"({unit}){index}" if "/" in unit else f"{unit}{index}"


def of_both_kinds(values: Sequence[float], prismatic: Sequence[bool], turning: str, sliding: str) -> tuple[str, str]:
    """The largest |value| of joints that turn and the largest of those that slide, as a text and a unit."""
    pairs = list(zip(values, prismatic, strict=True))
    kinds = [[abs(x) for x, slides in pairs if slides is kind] for kind in (False, True)]
    texts = [number_text(max(kind), 3, zero=0.0) for kind in kinds if kind]
    return " | ".join(texts) or "0", per_unit([slides for _, slides in pairs], turning, sliding)
