"""Formulas of a table as text, and the form in which another process is asked for them; nothing here needs SymPy."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Array
from .chain import Chain, tuples
from .symbolic_dh import Table

_DOT = "\u0307"  # above the letter before it
_RATES = (f"x{_DOT}", f"y{_DOT}", f"z{_DOT}", "ω_x", "ω_y", "ω_z")
_MINUS = "\u2212"


@dataclass(frozen=True, slots=True)
class Formulas:
    """Pose and Jacobian of a table as text."""

    q: tuple[str, ...]  # θ₁, d₃, …
    lengths: dict[str, float]  # what a named length is [m]
    T: tuple[tuple[str, ...], ...]  # 4 rows of 4
    J: tuple[tuple[str, ...], ...]  # 6 rows of nv
    latex: str
    numpy: str

    def equations(self) -> tuple[str, ...]:
        """Ẋ = J q̇, a line a row: ẋ = −d₃·s₁·θ̇₁ + c₁·ḋ₃. Source: direct-kinematic-model, eq. (4.16)."""
        rates = [name[0] + _DOT + name[1:] for name in self.q]
        return tuple(f"{name} = {_sum_of(row, rates)}" for name, row in zip(_RATES, self.J, strict=True))

    def numbers(self) -> Callable[[Array], tuple[Array, Array]]:
        """Return T (4, 4) and J (6, nv) as a function of q (nq,): `numpy` run as Python, which is what it is written as."""
        space: dict[str, Any] = {}
        exec(self.numpy, space)
        return lambda q: (space["T"](*q), space["J"](*q))


def _sum_of(row: tuple[str, ...], rates: list[str]) -> str:
    """The entries of a row of J times the rates, as text."""
    total = ""
    for entry, rate in zip(row, rates, strict=True):
        text = entry.replace("-", _MINUS)
        if text == "0":
            continue
        negative = text.startswith(_MINUS) and not _is_sum(text[1:])
        factor = text.removeprefix(_MINUS) if negative else f"({text})" if _is_sum(text) else text
        term = rate if factor == "1" else f"{factor}·{rate}"
        sign = _MINUS if negative else "+" if total else ""
        total += f" {sign} {term}" if total else f"{sign}{term}"
    return total or "0"


def _is_sum(text: str) -> bool:
    """Whether it has a + or a − outside of brackets, beside a first sign."""
    depth = 0
    for k, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if k and depth == 0 and letter in ("+", _MINUS):
            return True
    return False


def request(table: Table, *, tool: bool, names: bool) -> str:
    """Return what the process is to read."""
    return json.dumps(
        {
            "convention": table.convention,
            "rows": [[row.kind.value, row.theta, row.d, row.a, row.alpha] for row in table.rows],
            "base": np.asarray(table.base).tolist(),
            "tool": np.asarray(table.tool).tolist(),
            "with_tool": tool,
            "names": names,
        }
    )


def answer(text: str) -> Formulas:
    """Return what the process wrote."""
    found = json.loads(text)
    return Formulas(
        tuple(found["q"]),
        dict(found["lengths"]),
        tuple(map(tuple, found["T"])),
        tuple(map(tuple, found["J"])),
        found["latex"],
        found["numpy"],
    )


@dataclass(frozen=True, slots=True)
class DisplacementFormulas:
    """Small displacements as text, in the axes of R0: δX = J δq, and δq = J⁻¹ δX where it can be written."""

    frame: str
    joints: tuple[str, ...]  # (n,) from the base on
    symbols: tuple[str, ...]  # θ₁, d₃, …
    lengths: dict[str, float]  # what a named length is [m]
    rows: tuple[int, ...]  # of six, linear first, that are not always zero
    direct: tuple[str, ...]  # a line for each of them: δx = −d₃·s₁·δθ₁ + c₁·δd₃
    inverse_rows: tuple[int, ...]  # of six, as many as joints, that the inverse takes; empty: there is none
    inverse: tuple[str, ...]  # a line a joint: δθ₁ = (−s₁·δx + c₁·δy)/d₃
    denominators: tuple[str, ...]  # of each; zero where the robot is singular
    why: str  # there is no inverse; empty where there is
    numpy: str  # J(q) (rows, n), and inverse(q): numerators (n, n) and denominators (n,)

    def numbers(self) -> tuple[Callable[[Array], Array], Callable[[Array], tuple[Array, Array]] | None]:
        """J (rows, n) as a function of q (n,), and numerators (n, n) and denominators (n,) of the inverse, if there is one."""
        space: dict[str, Any] = {}
        exec(self.numpy, space)
        inverse = space.get("inverse")
        return (lambda q: space["J"](*q)), None if inverse is None else (lambda q: inverse(*q))


def displacement_request(chain: Chain, *, names: bool) -> str:
    """What the process that makes formulas of displacements is to read."""
    return json.dumps({"chain": asdict(chain), "names": names})


def displacement_answer(text: str) -> DisplacementFormulas:
    """What it wrote."""
    fields: dict[str, Any] = json.loads(text)
    return DisplacementFormulas(**{key: tuples(value) for key, value in fields.items()})


class DerivedTerm(NamedTuple):
    """A term of dynamics as formulas: of its entries that are not always zero. Each formula is a text, and LaTeX."""

    places: tuple[int, ...]  # of each in the array, flattened
    names: tuple[tuple[str, str], ...]  # H₁₂, vx₂
    letters: tuple[tuple[str, str], ...]  # formulas in letters
    numbers: tuple[tuple[str, str], ...]  # with the numbers of the robot
    numpy: str  # a function of some of q, v and a, which has the numbers of letters as defaults
    values: dict[str, float]  # of the letters in it, as they are shown

    def function(self, key: str) -> Callable[..., Array]:
        """`numpy` of the term of this name, run as Python."""
        space: dict[str, Any] = {}
        exec(self.numpy, space)
        return lambda *of: space[key](*of)


def derivation_answer(text: str) -> dict[str, DerivedTerm]:
    """What the process that derives wrote, by the names of terms."""
    return {key: DerivedTerm(*map(tuples, fields)) for key, fields in json.loads(text).items()}
