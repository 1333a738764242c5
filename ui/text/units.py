"""Units of joints: degrees or radians for an angle, metres for a displacement, and both for some of either."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from .number_text import decimal_text, number_text, table_decimals

AngleUnit = Literal["deg", "rad"]
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


def value_text(value: float, is_angle: bool, unit: AngleUnit) -> str:
    """A value [rad | m] as shown, without its unit: four significant digits, four decimals below 1; degrees with two."""
    number = to_display_unit(value, is_angle, unit)
    if is_angle and unit == "deg" and 1e-9 < abs(number) < 1e5:
        return decimal_text(number, max(2, table_decimals([number])))
    if 1e-9 < abs(number) < 1.0:
        return decimal_text(number, 4)
    return number_text(number, zero=1e-9)


def limit_text(value: float, is_angle: bool, unit: AngleUnit) -> str:
    """A limit as short as it can be: −360°, 3.142 rad, 0.4 m."""
    number = number_text(to_display_unit(value, is_angle, unit), zero=1e-11)
    if "." in number and "e" not in number:
        number = number.rstrip("0").rstrip(".")
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
