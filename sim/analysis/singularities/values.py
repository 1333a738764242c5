"""What algebra finds of a robot's singularities, as plain values that cross from one process to another. Needs no SymPy."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from ...arrays import Array
from ...texts import marked
from ..symbolic.chain import Chain, tuples
from ..symbolic.trig_polynomial import TrigPolynomial

LENGTH = marked("a length, not zero")  # note of a factor
OTHERS = marked("all other factors of the minors at once")  # text of one
_NEWTON = 40
_SOLVED = 1e-11
_LONGEST = 0.5
_HERE = 1e-6  # how far from a case joints [rad | m] and what vanishes, over its scale, still are in it

Texts = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BaseForm:
    """A singular case in the axes of R0: those of the world, or of a free base."""

    reduced: tuple[Texts, ...]  # the rows `SymbolicSingularities.base_rows` of the Jacobian; empty: too long to be read
    lost: tuple[Texts, ...]  # directions u with uᵀ J = 0, as formulas, six entries each; empty: only numbers are known
    lost_numbers: tuple[tuple[float, ...], ...]  # (l, 6) the same at the representative, unit


@dataclass(frozen=True, slots=True)
class SingularCase:
    """A set of singular configurations: some joints at a place, or some polynomials zero, or both."""

    text: str  # θ₂ = 0
    latex: str
    angles: tuple[tuple[int, float], ...]  # joints, counted from 0, and their angles, to whole turns [rad]
    displacements: tuple[tuple[int, float], ...]  # joints that slide, and where they are [m]
    zero: tuple[TrigPolynomial, ...]  # that vanish too
    closed: bool  # all of it is a formula
    solved: str  # a curve solved for one of its joints: θ₂ = atan2(…) ± acos(…); empty: none
    within_limits: bool
    representative: tuple[float, ...]  # (n,) a configuration of the chain in it, within limits if there is one; or empty
    rank: int  # there
    reduced: tuple[Texts, ...]  # rows of the Jacobian in this case
    lost: tuple[Texts, ...]  # directions u with uᵀ J = 0, as formulas, six entries each; empty: only numbers are known
    lost_numbers: tuple[tuple[float, ...], ...]  # (l, 6) the same at the representative, unit
    base: BaseForm  # the last three in axes of R0


@dataclass(frozen=True, slots=True)
class SingularFactor:
    """A factor of what vanishes where the robot is singular, and where it is zero."""

    text: str  # of letters, or `OTHERS`
    latex: str
    power: int
    part: str  # "arm" or "wrist" of a robot whose last axes meet; else empty
    cases: tuple[int, ...]  # numbers of `SymbolicSingularities.cases`
    note: str  # why there are none, in English; empty where there are


@dataclass(frozen=True, slots=True)
class SymbolicSingularities:
    """Where a chain is singular, by formulas. The Jacobian is that in the axes of frame `axes`, linear rows first."""

    frame: str
    joints: Texts
    symbols: Texts  # θ₁, d₃, …
    rows: str
    row_names: Texts  # those that are not always zero
    base_rows: Texts  # those that are not always zero in the axes of R0
    names: bool  # whether lengths are letters
    lengths: dict[str, float]  # what they are [m]
    numbers: tuple[int, ...]  # of the joints
    axes: int  # number of the joint with whose frame the axes move
    point: str  # "frame", "origin" (of those axes) or "wrist"
    wrist: tuple[int, ...]  # numbers of joints whose axes meet in the point; empty: none
    rank: int  # the most these rows have
    quantity: str  # "det J", "det J Jᵀ" or "det Jᵀ J"
    determinant: str
    determinant_latex: str
    minors: int  # how many have to vanish together; 1: the determinant alone
    J: tuple[Texts, ...]
    factors: tuple[SingularFactor, ...]
    cases: tuple[SingularCase, ...]
    rotation_error: float  # the largest change of an entry of a rotation when numbers were made exact
    length_error: float  # and of a length [m]
    latex: str  # all of it
    numpy: str  # the determinant and the Jacobian as Python functions

    @property
    def axes_joint(self) -> str:
        """The joint with whose frame the axes move."""
        return self.joints[self.numbers.index(self.axes)]


def is_in_case(case: SingularCase, q: Array) -> bool:
    """Whether q (n,) is in a case, to a millionth."""
    away = [math.remainder(q[joint] - value, 2 * math.pi) for joint, value in case.angles]
    away += [q[joint] - value for joint, value in case.displacements]
    away += [polynomial.at(q) / _scale(polynomial) for polynomial in case.zero]
    return all(abs(x) <= _HERE for x in away)


def place_in_case(case: SingularCase, q: Array, low: Array, high: Array) -> Array | None:
    """A configuration (n,) of a case near q (n,), within limits (n,) each; None if none was found from there.

    Joints of the case go to their place, by whole turns as near as may be; what else must vanish is brought to zero by Newton's
    least steps.
    """
    found = np.array(q, dtype=float)
    free = np.ones(len(found), dtype=bool)
    for joint, value in case.angles:
        place = _nearest_turn(value, found[joint], low[joint], high[joint])
        if place is None:
            return None
        found[joint], free[joint] = place, False
    for joint, value in case.displacements:
        if not low[joint] - 1e-9 <= value <= high[joint] + 1e-9:
            return None
        found[joint], free[joint] = value, False
    for _ in range(_NEWTON if case.zero else 0):
        values, slopes = zip(*(polynomial.with_gradient(found) for polynomial in case.zero), strict=True)
        residual, slope = np.array(values), np.array(slopes)
        scale = np.array([_scale(polynomial) for polynomial in case.zero])
        if np.all(np.abs(residual) <= _SOLVED * scale):
            return found
        step = _least(slope / scale[:, None], -residual / scale, free, found, low, high)
        size = float(np.max(np.abs(step), initial=0.0))
        if size < 1e-15:
            return None
        found = np.clip(found + step * min(1.0, _LONGEST / size), low, high)
    return None if case.zero else found


def _scale(polynomial: TrigPolynomial) -> float:
    return sum(map(abs, polynomial.coefficients))


def _nearest_turn(value: float, near: float, low: float, high: float) -> float | None:
    turns = [value + 2 * math.pi * k for k in range(-3, 4)]
    inside = [turn for turn in turns if low - 1e-9 <= turn <= high + 1e-9]
    return min(inside, key=lambda turn: abs(turn - near), default=None)


def _least(slope: Array, change: Array, free: NDArray[np.bool_], q: Array, low: Array, high: Array) -> Array:
    """The least step of the free joints that brings what is wanted, joints at a limit staying there."""
    moving = free.copy()
    step = np.zeros(len(q))
    for _ in range(len(q)):
        if not np.any(moving):
            break
        step[:] = 0.0
        step[moving] = np.linalg.lstsq(slope[:, moving], change, rcond=1e-9)[0]
        out = moving & (((q <= low) & (step < 0.0)) | ((q >= high) & (step > 0.0)))
        if not np.any(out):
            return step
        moving &= ~out
    return np.zeros(len(q))


def request(chain: Chain, *, rows: str, names: bool) -> str:
    """What the other process is to read."""
    return json.dumps({"chain": asdict(chain), "rows": rows, "names": names})


def answer(text: str) -> SymbolicSingularities:
    """What the other process wrote."""
    fields = json.loads(text)
    for case in fields["cases"]:
        case["base"] = BaseForm(**{key: tuples(value) for key, value in case["base"].items()})
        case["zero"] = [TrigPolynomial(**{key: tuples(value) for key, value in one.items()}) for one in case["zero"]]
    fields["cases"] = [SingularCase(**{key: tuples(value) for key, value in case.items()}) for case in fields["cases"]]
    fields["factors"] = [
        SingularFactor(**{key: tuples(value) for key, value in factor.items()}) for factor in fields["factors"]
    ]
    return SymbolicSingularities(**{key: tuples(value) for key, value in fields.items()})
