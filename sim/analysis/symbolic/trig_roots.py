"""Where a factor is zero: the places of a joint, or a curve over several."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ...texts import tr
from .exact_chain import ExactChain
from .symbolic_text import latex_form
from .trig_form import compact
from .trig_ring import TrigRing

_REAL = 1e-9


@dataclass(frozen=True, eq=False, slots=True)
class Root:
    """A place of one joint at which a factor is zero."""

    joint: int  # from 0 on
    value: float  # [rad | m]
    text: str  # of the value
    latex: str
    exact: tuple[Fraction, Fraction] | None  # cosine and sine, or the displacement twice, where they are fractions
    closed: bool  # a formula, not a number found by iteration


_TURNS = (
    (0.0, "0", "0", (1, 0)),
    (math.pi, "π", r"\pi", (-1, 0)),
    (math.pi / 2, "π/2", r"\pi/2", (0, 1)),
    (-math.pi / 2, "−π/2", r"-\pi/2", (0, -1)),
)


def roots_of(chain: ExactChain, p: Any, joint: int) -> list[Root]:
    """The places of one joint at which a polynomial in it alone is zero."""
    ring = chain.ring
    return _slides(chain, p, joint) if ring.prismatic[joint] else _turns(chain, p, joint)


def _turns(chain: ExactChain, p: Any, joint: int) -> list[Root]:
    import sympy

    ring, (c, s) = chain.ring, chain.ring.places[joint]
    numbers = _with_lengths(chain, p)
    linear = all(powers[c] + powers[s] <= 1 for powers in p)
    if not linear:
        return [_known(joint, value) or _plain(joint, value) for value in _by_iteration(numbers, c, s)]
    A, B, C = (sum(value for powers, value in numbers if (powers[c], powers[s]) == key) for key in ((1, 0), (0, 1), (0, 0)))
    size = math.hypot(A, B)
    if abs(C) > size * (1 + _REAL):
        return []
    turn = math.acos(max(-1.0, min(1.0, -C / size)))
    values = [math.atan2(B, A) + turn, math.atan2(B, A) - turn]
    if abs(turn) < 1e-9 or abs(turn - math.pi) < 1e-9:
        values = values[:1]
    a, b, k = (_coefficient(ring, p, joint, key) for key in ((1, 0), (0, 1), (0, 0)))
    found = []
    for value, sign in zip(values, (1, -1), strict=False):
        known = _known(joint, value)
        if known is not None:
            found.append(known)
            continue
        formula = sympy.atan2(b, a) + sign * sympy.acos(-k / sympy.sqrt(a**2 + b**2))
        if k == 0:  # tan θ = -a / b
            formula = sympy.atan(-a / b) + (0 if _near(math.atan(-A / B), value) else sympy.pi)
        found.append(
            Root(
                joint,
                _wrapped(value),
                f"{math.degrees(_wrapped(value)):.6g}°".replace("-", "−"),
                latex_form(formula),
                None,
                True,
            )
        )
    return sorted(found, key=lambda root: (abs(root.value), -root.value))


def _slides(chain: ExactChain, p: Any, joint: int) -> list[Root]:
    import sympy

    ring, at = chain.ring, chain.ring.places[joint][1]
    degree = max(powers[at] for powers in p)
    if degree == 1:
        a, b = (_slide_coefficient(ring, p, at, power) for power in (1, 0))
        formula = sympy.simplify(-b / a)
        value = float(formula.subs(dict(zip(ring.length_symbols, chain.lengths.values(), strict=True))))
        exact = Fraction(int(formula.p), int(formula.q)) if formula.is_Rational else None
        text = f"{value:.6g}".replace("-", "−")
        place = None if exact is None else (exact, exact)
        return [Root(joint, value, text + ("" if value == 0 else " m"), latex_form(formula), place, True)]
    coefficients = np.zeros(degree + 1)
    for powers, value in _with_lengths(chain, p):
        coefficients[degree - powers[at]] += value
    return [
        Root(joint, float(root.real), f"{root.real:.6g} m".replace("-", "−"), f"{root.real:.9g}", None, False)
        for root in np.roots(coefficients)
        if abs(root.imag) < _REAL
    ]


def solved_for(ring: TrigRing, p: Any, joints: Sequence[int], runs: Sequence[Sequence[int]]) -> tuple[str, str]:
    """A curve solved for one of its joints, as text, the same as LaTeX; empty if it is in none of the first degree."""
    from .symbolic_text import short_form

    for joint in joints:
        c, s = ring.places[joint]
        if ring.prismatic[joint]:
            continue
        if any(powers[c] + powers[s] > 1 for powers in p):
            continue
        a, b, k = (_ring_coefficient(ring, p, joint, key) for key in ((1, 0), (0, 1), (0, 0)))
        A, B, C = (compact(ring, part, runs) for part in (a, b, k))
        symbol = ring.symbols[joint]
        if C == 0:
            return (
                tr(
                    "{symbol} = atan2(A, −B) + kπ with A = {A}, B = {B}",
                    symbol=short_form(symbol),
                    A=short_form(A),
                    B=short_form(B),
                ),
                f"{latex_form(symbol)} = \\operatorname{{atan2}}\\left({latex_form(A)}, {latex_form(-B)}\\right) + k\\pi",
            )
        return (
            tr(
                "{symbol} = atan2(B, A) ± acos(−C / √(A² + B²)) with A = {A}, B = {B}, C = {C}",
                symbol=short_form(symbol),
                A=short_form(A),
                B=short_form(B),
                C=short_form(C),
            ),
            f"{latex_form(symbol)} = \\operatorname{{atan2}}\\left(B, A\\right) \\pm \\arccos\\frac{{-C}}{{\\sqrt{{A^{{2}} + "
            f"B^{{2}}}}}},\\quad A = {latex_form(A)},\\; B = {latex_form(B)},\\; C = {latex_form(C)}",
        )
    return "", ""


def _ring_coefficient(ring: TrigRing, p: Any, joint: int, key: tuple[int, int]) -> Any:
    c, s = ring.places[joint]
    part = {}
    for powers, number in p.terms():
        if (powers[c], powers[s]) == key:
            rest = list(powers)
            rest[c] = rest[s] = 0
            part[tuple(rest)] = number
    return ring.ring.from_dict(part)


def _coefficient(ring: TrigRing, p: Any, joint: int, key: tuple[int, int]) -> Any:
    return ring.expression(_ring_coefficient(ring, p, joint, key))


def _slide_coefficient(ring: TrigRing, p: Any, at: int, power: int) -> Any:
    part = {}
    for powers, number in p.terms():
        if powers[at] == power:
            part[(*powers[:at], 0, *powers[at + 1 :])] = number
    return ring.expression(ring.ring.from_dict(part))


def _with_lengths(chain: ExactChain, p: Any) -> list[tuple[tuple[int, ...], float]]:
    values = list(chain.lengths.values())
    found = []
    for powers, number in p.terms():
        value = float(Fraction(int(number.numerator), int(number.denominator)))
        for length, power in zip(values, powers[chain.ring.first_length :], strict=True):
            value *= length**power
        found.append((powers, value))
    return found


def _by_iteration(numbers: Sequence[tuple[tuple[int, ...], float]], c: int, s: int) -> list[float]:
    """Angles at which a polynomial in one cosine and sine is zero, by the roots of it in e^{iθ}."""
    degree = max(powers[c] + powers[s] for powers, _ in numbers)
    total = np.zeros(2 * degree + 1, dtype=complex)
    for powers, value in numbers:
        part = np.array([value], dtype=complex)
        for _ in range(powers[c]):
            part = np.convolve(part, [0.5, 0.0, 0.5])
        for _ in range(powers[s]):
            part = np.convolve(part, [-0.5j, 0.0, 0.5j])
        pad = degree - powers[c] - powers[s]
        total += np.pad(part, (pad, pad))
    roots = np.roots(total)
    angles = sorted(float(np.angle(root)) for root in roots if abs(abs(root) - 1.0) < 1e-6)
    return [angle for k, angle in enumerate(angles) if not k or angle - angles[k - 1] > 1e-6]


def _known(joint: int, value: float) -> Root | None:
    for angle, text, latex, (cos, sin) in _TURNS:
        if _near(angle, value):
            return Root(joint, angle, text, latex, (Fraction(cos), Fraction(sin)), True)
    return None


def _plain(joint: int, value: float) -> Root:
    return Root(joint, value, f"{math.degrees(value):.6g}°".replace("-", "−"), f"{value:.9g}", None, False)


def _near(angle: float, value: float) -> bool:
    return abs(math.remainder(angle - value, 2 * math.pi)) < 1e-9


def _wrapped(value: float) -> float:
    return math.remainder(value, 2 * math.pi)
