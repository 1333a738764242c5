"""Lines that the forms of several kinds of parts have: numbers, angles, materials, colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from torseur.sim.texts import tr
from torseur.ui.panels.scene.values import PartLine

from .part_in_text import NEW, PartInText


def shown_angle(value: float, before: str, after: str) -> float:
    """An angle in another unit, "deg" or "rad"."""
    if before == after:
        return value
    return float(np.degrees(value)) if after == "deg" else float(np.radians(value))


def angle_sign(unit: str) -> str:
    """How a unit of angle is written."""
    return "°" if unit == "deg" else "rad"


def numbers_line(
    key: str,
    title: str,
    values: Sequence[float] | None,
    unit: str,
    limits: tuple[float, float],
    *,
    group: str,
    tip: str = "",
    step: float = 0.01,
    places: tuple[str, ...] = ("x", "y", "z"),
) -> PartLine:
    """Of several numbers; None: zeros."""
    numbers = tuple(map(float, values if values is not None else (0.0, 0.0, 0.0)))
    least, most = limits
    return PartLine(key, title, numbers, unit, tip=tip, least=least, most=most, step=step, places=places, group=group)


def angle_line(
    one: PartInText, row: Mapping[str, Any], key_in_row: str, title: str, unit: str, *, group: str, key: str = ""
) -> PartLine:
    """Of three angles, which the text has in its own unit."""
    given = row.get(key_in_row, (0.0, 0.0, 0.0))
    shown = [shown_angle(float(x), one.file_unit, unit) for x in given]
    step = 1.0 if unit == "deg" else 0.01
    limits = (-1e6, 1e6)
    return numbers_line(key or key_in_row, title, shown, angle_sign(unit), limits, group=group, step=step)


def material_line(said: Mapping[str, Any], now: str, key: str, title: str, none: str, group: str) -> PartLine:
    """Of a material of the scene; `none` is what it is called to name none."""
    names = [name for name in said.get("materials", {}) if name]
    options = {"": none, **{name: name for name in names}, NEW: tr("A new one")}
    tip = tr("Its friction and restitution are changed above, under Simulation; its name in the form of the scene")
    return PartLine(key, title, now, options=options, tip=tip, group=group)


def color_line(row: Mapping[str, Any], key: str, title: str, group: str) -> PartLine:
    """Of a colour."""
    tip = tr('"#rrggbb", "#rrggbbaa" or the name of a colour of the scene; empty: none of its own')
    return PartLine(key, title, str(row.get("color", "")), tip=tip, group=group)
