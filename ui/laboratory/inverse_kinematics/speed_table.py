"""Joint speeds of several methods side by side; what is faster than its joint may be stands out."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtWidgets import QWidget

from torseur.sim.analysis.inverse_kinematics.values import VelocitySolution

from ...displays.row_table.column import Cell, Column
from ...displays.row_table.row_table import RowTable
from ...look.math_notation import DOT
from ...look.theme import FORCE
from ...text.array_text import ArrayText
from ...text.jacobian_text import ROWS
from ...text.number_text import INFINITY, number_text, quantity_text
from ...text.units import AngleUnit, to_display_unit


class SpeedRow(NamedTuple):
    """What the methods give of one quantity."""

    label: str  # in the notation of `paint_math`
    unit: str
    texts: tuple[str, ...]  # one a method
    excess: tuple[bool, ...]  # whether each is beyond a limit
    tip: str


class SpeedTable(RowTable):
    """A row a joint, a column a method; below, what is left of the twist, and how much faster all may go."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Joint speeds of the methods"),
            (),
            parent,
            row_height=22,
            tip=lambda row: row.tip,
            source=self.to_copy,
        )
        self._titles: tuple[str, ...] = ()
        self._speeds: ArrayText | None = None

    def show_solutions(
        self,
        solutions: Sequence[VelocitySolution],
        titles: Sequence[str],
        numbers: Sequence[int],
        turning: Sequence[bool],
        unit: AngleUnit,
    ) -> None:
        """Show what methods give for one twist; of each joint (n,) its number, and whether it turns."""
        self._speeds = None
        if not solutions:
            self.show_rows(())
            return
        names, limits = solutions[0].joints, solutions[0].limits
        self._show_titles(tuple(titles))
        self._speeds = ArrayText(np.column_stack([s.speeds for s in solutions]), names, self._titles)
        rows = []
        for i, (number, turns) in enumerate(zip(numbers, turning, strict=True)):
            texts = tuple(number_text(to_display_unit(float(s.speeds[i]), turns, unit), zero=1e-9) for s in solutions)
            excess = tuple(bool(s.excess[i] > 1 + 1e-12) for s in solutions)
            tip = self._of_joint(names[i], float(limits[i]), turns, unit)
            rows.append(SpeedRow(f"q{DOT}_{{{number}}}", _speed_unit(turns, unit), texts, excess, tip))
        self.show_rows(
            [*rows, *self._operational(solutions, unit), *self._left(solutions, unit), self._room(solutions)]
        )

    def to_copy(self) -> ArrayText | None:
        """The joint speeds [rad/s | m/s]."""
        return self._speeds

    def _show_titles(self, titles: tuple[str, ...]) -> None:
        if titles == self._titles:
            return
        self._titles = titles
        label: Column[SpeedRow] = Column("", lambda row: Cell(row.label, "text_second", unit=row.unit), 76, math=True)
        methods = [Column(title, _writer(k), 52, share=1, right=True) for k, title in enumerate(titles)]
        self.set_columns([label, *methods])

    def _operational(self, solutions: Sequence[VelocitySolution], unit: AngleUnit) -> list[SpeedRow]:
        """The velocity that the frame has with these speeds, component by component."""
        tip = self.tr("Of the frame with these speeds, J q̇, wanted or not")
        return [
            SpeedRow(
                letter,
                _speed_unit(k >= 3, unit),
                tuple(
                    number_text(to_display_unit(float(s.operational[k]), k >= 3, unit), zero=1e-9) for s in solutions
                ),
                (False,) * len(solutions),
                tip,
            )
            for k, letter in enumerate(ROWS)
        ]

    def _left(self, solutions: Sequence[VelocitySolution], unit: AngleUnit) -> list[SpeedRow]:
        """What is left of the wanted twist."""
        none, rows = (False,) * len(solutions), []
        if solutions[0].rows != "orientation":
            texts = tuple(number_text(s.linear_residual, zero=1e-9) for s in solutions)
            tip = self.tr("What these speeds leave of the wanted velocity")
            rows.append(SpeedRow(f"|v − J q{DOT}|", "m/s", texts, none, tip))
        if solutions[0].rows != "position":
            texts = tuple(number_text(to_display_unit(s.angular_residual, True, unit), zero=1e-9) for s in solutions)
            tip = self.tr("What these speeds leave of the wanted angular velocity")
            rows.append(SpeedRow(f"|ω − J q{DOT}|", _speed_unit(True, unit), texts, none, tip))
        return rows

    def _room(self, solutions: Sequence[VelocitySolution]) -> SpeedRow:
        tip = self.tr(
            "So many times the wanted velocity brings the first joint to its limit of speed: "
            "below ×1 it is too fast; ×{infinity}, no joint that moves has a limit"
        ).format(infinity=INFINITY)
        texts = tuple("×" + number_text(s.feasible, 3) for s in solutions)
        return SpeedRow(self.tr("to limit"), "", texts, tuple(s.feasible < 1 - 1e-12 for s in solutions), tip)

    def _of_joint(self, name: str, limit: float, turns: bool, unit: AngleUnit) -> str:
        if math.isinf(limit):
            return self.tr("{joint}: the file gives no limit of speed").format(joint=name)
        text = quantity_text(to_display_unit(limit, turns, unit), _speed_unit(turns, unit))
        return self.tr("{joint}: at most {limit}").format(joint=name, limit=text)


def _writer(k: int) -> Callable[[SpeedRow], Cell | str]:
    """Writes what method k gives."""

    def write(row: SpeedRow) -> Cell | str:
        return Cell(row.texts[k], "force_text", 700, fill=FORCE) if row.excess[k] else row.texts[k]

    return write


def _speed_unit(turns: bool, unit: AngleUnit) -> str:
    return ("°/s" if unit == "deg" else "rad/s") if turns else "m/s"
