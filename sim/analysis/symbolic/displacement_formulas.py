"""The model of small displacements as formulas, and its inverse: δX = J δq and δq = J⁻¹ δX, in the axes of R0.

Source: direct-kinematic-model, §4.1 (modèle différentiel direct et inverse) and the exercises on the cylindrical and the planar
robot; THEORY §1. The inverse is that of as many rows as there are joints, the first whose determinant is not always zero, by
Cramer's rule; what a numerator and the determinant share is divided out, and every result is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from ...errors import ArgumentError
from ...multibody.model.model import Model
from ...texts import tr
from .chain import Chain, chain_to
from .exact_chain import ExactChain, Matrix, base_rotation, exact_chain, jacobian_in
from .minors import minors_of
from .trig_factors import common_factors
from .trig_form import Runs, parallel_runs, written
from .trig_ring import terms_of
from .values import DisplacementFormulas

MOST_INVERTED = 4
"""Joints of which an inverse is made."""
LONGEST = 300  # terms of a Jacobian that is written
ROW_LETTERS = ("δx", "δy", "δz", "δu_x", "δu_y", "δu_z")


def displacement_formulas(model: Model, frame: str, *, names: bool = True) -> DisplacementFormulas:
    """The model of small displacements of a frame as formulas of q, and its inverse.

    Of a floating base its joints alone are in it: the six degrees of the base are not.

    names : whether lengths are letters (a2, d1) with their numbers in `lengths`, or numbers
    SymPy is imported when this is first called. Raises UnknownNameError for an unknown frame, ArgumentError for a chain with
    joints that are neither revolute nor prismatic, and for formulas too long to be read.
    """
    return displacements_of_chain(chain_to(model, frame), names=names)


def displacements_of_chain(chain: Chain, *, names: bool = True) -> DisplacementFormulas:
    """The same of a chain, which may have crossed from another process."""
    exact = exact_chain(chain, names=names)
    ring = exact.ring
    runs = parallel_runs(exact)
    J = _in_base(exact)
    rows = tuple(i for i in range(6) if any(J[i]))
    if terms_of(J) > LONGEST:
        raise ArgumentError(
            "the Jacobian of frame {frame!r} has {terms_of} terms in the axes of R0; up to {longest} are written",
            frame=chain.frame,
            terms_of=terms_of(J),
            longest=LONGEST,
        )
    symbols = tuple(written(ring, symbol)[0] for symbol in ring.symbols)
    steps = [f"δ{symbol}" for symbol in symbols]
    direct = tuple(f"{ROW_LETTERS[i]} = {_sum(exact, J[i], steps, runs)}" for i in rows)
    used, inverse, denominators, parts, why = _inverse(exact, J, rows, runs, symbols)
    return DisplacementFormulas(
        frame=chain.frame,
        joints=chain.joints,
        symbols=symbols,
        lengths=exact.lengths,
        rows=rows,
        direct=direct,
        inverse_rows=used,
        inverse=inverse,
        denominators=denominators,
        why=why,
        numpy=_numpy(exact, [J[i] for i in rows], parts),
    )


def _in_base(exact: ExactChain) -> Matrix:
    """Six rows of J at the frame in the axes of R0, found in those of the joint in which they are short."""
    ring = exact.ring
    middle = (ring.n + 1) // 2
    found = jacobian_in(exact, middle, "frame", None).rows
    R = base_rotation(exact, middle)
    return [*ring.matrix_product(R, found[:3]), *ring.matrix_product(R, found[3:])]


def _inverse(
    exact: ExactChain, J: Matrix, rows: Sequence[int], runs: Runs, symbols: Sequence[str]
) -> tuple[tuple[int, ...], tuple[str, ...], tuple[str, ...], list[tuple[list[Any], Any]], str]:
    """Rows that are inverted, a formula a joint, its denominator, both as polynomials, or a sentence why there is none."""
    ring, n = exact.ring, exact.ring.n
    if n > MOST_INVERTED:
        return (
            (),
            (),
            (),
            [],
            tr("{n} joints: an inverse is written out for up to {most_inverted}.", n=n, most_inverted=MOST_INVERTED),
        )
    for chosen in combinations(rows, n):
        part = [J[i] for i in chosen]
        det = minors_of(ring, part, n)[0]
        if det:
            break
    else:
        return (), (), (), [], tr("No {n} rows of J are independent: there is no inverse, but a pseudo-inverse.", n=n)
    lines, denominators, parts = [], [], []
    letters = [ROW_LETTERS[i] for i in chosen]
    for k in range(n):
        cofactors = [_cofactor(exact, part, r, k) for r in range(n)]
        _, rests = common_factors(ring, [*(c for c in cofactors if c), det])
        below = rests[-1]
        left = iter(rests[:-1])
        above = [next(left) if c else ring.zero for c in cofactors]
        number = below.LC
        above, below = [a.mul_ground(1 / number) for a in above], below.mul_ground(1 / number)
        text = written(ring, below, runs)[0]
        numerator = _sum(exact, above, letters, runs)
        if text != "1":
            numerator = f"({numerator})" if " " in numerator else numerator
            numerator += f"/({text})" if any(mark in text for mark in " ·") else f"/{text}"
        lines.append(f"δ{symbols[k]} = {numerator}")
        denominators.append(text)
        parts.append((above, below))
    return tuple(chosen), tuple(lines), tuple(denominators), parts, ""


def _cofactor(exact: ExactChain, part: Matrix, row: int, column: int) -> Any:
    """Of an entry of a square matrix: its share of the inverse, times the determinant."""
    ring, n = exact.ring, len(part)
    if n == 1:
        return ring.one
    rest = [[line[k] for k in range(n) if k != column] for i, line in enumerate(part) if i != row]
    minor = minors_of(ring, rest, n - 1)[0]
    return minor if (row + column) % 2 == 0 else -minor


def _sum(exact: ExactChain, entries: Sequence[Any], letters: Sequence[str], runs: Runs) -> str:
    """Σ entry · letter as one writes it."""
    text = ""
    for entry, letter in zip(entries, letters, strict=True):
        if not entry:
            continue
        factor = written(exact.ring, entry, runs)[0]
        sign = " + " if text else ""
        if " " in factor:
            factor = f"({factor})"
        elif factor.startswith("−"):
            sign, factor = (" − " if text else "−"), factor[1:]
        text += sign + (letter if factor == "1" else f"{factor}·{letter}")
    return text or "0"


def _numpy(exact: ExactChain, J: Matrix, parts: Sequence[tuple[list[Any], Any]]) -> str:
    """Python functions `J` and `inverse` of q that need NumPy alone; `inverse` gives numerators (n, n) and denominators (n,)."""
    from sympy.printing.numpy import NumPyPrinter

    ring, printer = exact.ring, NumPyPrinter({"fully_qualified_modules": False})
    named = "".join(f", {name}={value!r}" for name, value in exact.lengths.items())
    arguments = ", ".join(map(str, ring.symbols)) + named

    def code(p: Any) -> str:
        return str(printer.doprint(ring.expression(p)))

    def matrix(rows: Sequence[Sequence[Any]]) -> str:
        return ", ".join("[" + ", ".join(code(entry) for entry in line) + "]" for line in rows)

    lines = ["import numpy as np", "from numpy import cos, sin", "", ""]
    lines += [f"def J({arguments}):", f"    return np.array([{matrix(J)}], dtype=float)"]
    if parts:
        above, below = matrix([line for line, _ in parts]), ", ".join(code(p) for _, p in parts)
        lines += ["", "", f"def inverse({arguments}):"]
        lines += [f"    return np.array([{above}], dtype=float), np.array([{below}], dtype=float)"]
    return "\n".join(lines) + "\n"
