"""The numbers of q̇ as pages name them, and terms of an equation by joint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from torseur.sim.multibody.model.coordinate_names import joint_numbers, speed_letters
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.texts import tr
from torseur.ui.look.math_notation import DDOT, DOT, index
from torseur.ui.text.units import AngleUnit, unit_text

from ...documents.joint_names import readable


@dataclass(frozen=True, slots=True)
class Coordinate:
    """One number of q̇: of a joint that turns or slides, or one of several of a joint that does more."""

    symbol: str  # in the notation of `paint_math`: q_3 by the joint panel's numbers, or v_x, ω_z
    name: str  # as it is read
    full: str  # in the file
    turns: bool

    @property
    def joint(self) -> str:
        """The name without the letter that one of several numbers has."""
        return self.name.removesuffix(f" {self.symbol.replace('_', '')}")

    @property
    def acceleration(self) -> str:
        """q̈_3 or v̇_x, in the notation of `paint_math`."""
        letter, _, index = self.symbol.partition("_")
        return f"{letter}{DDOT if letter == 'q' else DOT}{'_' + index if index else ''}"

    @property
    def torque_unit(self) -> str:
        """Of what acts along it: N·m, or N of a slide."""
        return "N·m" if self.turns else "N"


class JointTerm(NamedTuple):
    """A term of an equation: its symbol, in the notation of `paint_math`, and its number for each joint (nv,)."""

    symbol: str
    values: np.ndarray
    residual: bool = False  # is written with a digit alone


@lru_cache(maxsize=8)  # a heap has a thousand, which are the same at each instant; models are compared by identity
def coordinates(model: Model) -> tuple[Coordinate, ...]:
    """One for each number of v."""
    found: list[Coordinate] = []
    several = len({name.split("/")[0] for name in model.joint_names}) > 1
    numbers = joint_numbers(model)
    for full, (_, in_v) in model.joint_slices().items():
        joint = model.joint(full)
        if in_v.stop == in_v.start or joint.mimic is not None:
            continue
        name = readable(full if several else full.split("/", 1)[-1])
        letters = speed_letters(joint.kind)
        for part in letters:
            found.append(Coordinate(part, f"{name} {part.replace('_', '')}", f"{full} {part}", part.startswith("ω")))
        if not letters:
            found.append(Coordinate(f"q_{index(numbers[full])}", name, full, joint.kind is not JointKind.PRISMATIC))
    return tuple(found)


def about_axes(coordinates: Sequence[Coordinate]) -> str:
    """Along which axes the numbers of a joint that has several are, a sentence; empty: there is none such."""
    return (
        tr("v and ω of a free body are along the body's own axes.")
        if any(one.symbol.startswith(("v", "ω")) for one in coordinates)
        else ""
    )


def mass_unit(row: Coordinate, column: Coordinate, per: str = "") -> str:
    """Of an entry of H, torque by acceleration, in radians and metres; `per` "/s" for C and Ḣ."""
    return ("kg", "kg·m", "kg·m²")[row.turns + column.turns] + per


def mass_kind(row: Coordinate, column: Coordinate) -> str:
    """What an entry of H couples, in words."""
    return (tr("two slides"), tr("a slide and a turn"), tr("two turns"))[row.turns + column.turns]


def motion_unit(turns: bool, unit: AngleUnit, kind: str) -> str:
    """Of a velocity "v" or an acceleration "a", in the unit that angles are shown in."""
    return unit_text(turns, unit) + ("/s" if kind == "v" else "/s²")
