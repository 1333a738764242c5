"""Factors of polynomials in cosines and sines.

Modulo c² + s² = 1 such polynomials do not factor in one way only (s² = (1 - c)(1 + c)). In half angles they do: with
x = cos θ/2, y = sin θ/2 a polynomial is homogeneous in (x, y) of each joint, and with t = y/x it is one over the rationals,
which SymPy factors (Wang's algorithm; Wang 1978). Factors of odd degree, such as y and x of sin θ = 2 x y, are put together
until all is cosines and sines of whole angles again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .trig_ring import TrigRing


@dataclass(frozen=True, eq=False, slots=True)
class TrigFactor:
    """A factor and how often it is there."""

    polynomial: Any  # in the ring
    power: int
    joints: tuple[int, ...]  # that it depends on, counted from 0


@dataclass(frozen=True, eq=False, slots=True)
class Factored:
    """number · ∏ factors: exact, which is checked when it is made."""

    number: Fraction
    factors: tuple[TrigFactor, ...]


def factored(ring: TrigRing, p: Any) -> Factored:
    """Factor a polynomial other than zero."""
    p = ring.reduced(p)
    degrees = _degrees(ring, p)
    halves, rest = _in_half_angles(ring, p, degrees), []
    _, found = halves.factor_list()
    remaining = [2 * degree for degree in degrees]
    for factor, power in found:
        own = tuple(factor.degree(factor.ring.gens[c]) for c, _ in ring.places)
        for joint, degree in enumerate(own):
            remaining[joint] -= 0 if ring.prismatic[joint] else degree * power
        if not _is_one_plus_square(ring, factor):
            rest.append((factor, own, power))
    for joint, missing in enumerate(remaining):
        if missing and not ring.prismatic[joint]:  # x of this joint: t at infinity
            own = tuple(int(joint == k) for k in range(ring.n))
            rest.append((None, own, missing))
    factors = [TrigFactor(q, power, ring.joints_of(q)) for q, power in _whole_angles(ring, rest)]
    factors.sort(key=lambda f: (len(f.joints), f.joints, len(f.polynomial)))
    return Factored(_number(ring, p, factors), tuple(factors))


def common_factors(ring: TrigRing, polynomials: Sequence[Any]) -> tuple[list[TrigFactor], list[Any]]:
    """The factors that all of them share, and the product of the others of each."""
    factorisations = [factored(ring, p) for p in polynomials]
    common: list[TrigFactor] = []
    for factor in factorisations[0].factors:
        powers = [
            next((other.power for other in one.factors if other.polynomial == factor.polynomial), 0) for one in factorisations
        ]
        if min(powers):
            common.append(TrigFactor(factor.polynomial, min(powers), factor.joints))
    rests = []
    for one in factorisations:
        rest = ring.number(one.number)
        for factor in one.factors:
            less = next((f.power for f in common if f.polynomial == factor.polynomial), 0)
            for _ in range(factor.power - less):
                rest = ring.reduced(rest * factor.polynomial)
        rests.append(rest)
    return common, rests


def _degrees(ring: TrigRing, p: Any) -> list[int]:
    return [
        0 if slides else max((powers[c] + powers[s] for powers in p), default=0)
        for (c, s), slides in zip(ring.places, ring.prismatic, strict=True)
    ]


def _in_half_angles(ring: TrigRing, p: Any, degrees: Sequence[int]) -> Any:
    """The polynomial in t times ∏ (1 + t²)^degree; t stands where the cosine stood, and no sine is left."""
    table: dict[tuple[int, int, int], Any] = {}
    one = ring.one
    total = ring.zero
    for powers, number in p.terms():
        exponents = list(powers)
        term = one.mul_ground(number)
        for joint, degree in enumerate(degrees):
            c, s = ring.places[joint]
            if ring.prismatic[joint] or not degree:
                continue
            key = (joint, powers[c], powers[s])
            if key not in table:
                t = ring.generators[c]
                table[key] = (one - t**2) ** powers[c] * (2 * t) ** powers[s] * (one + t**2) ** (degree - powers[c] - powers[s])
            exponents[c] = exponents[s] = 0
            term = term * table[key]
        total += term * ring.ring.from_dict({tuple(exponents): ring.ring.domain.one})
    return total


def _is_one_plus_square(ring: TrigRing, factor: Any) -> bool:
    return any(
        not slides and factor in (ring.generators[c] ** 2 + 1, -(ring.generators[c] ** 2) - 1)
        for (c, _), slides in zip(ring.places, ring.prismatic, strict=True)
    )


def _whole_angles(ring: TrigRing, halves: list[tuple[Any, tuple[int, ...], int]]) -> list[tuple[Any, int]]:
    """Put factors in half angles together until each is even in the half angles of every joint."""
    half: list[tuple[Any, tuple[int, ...], int]] = []
    whole: list[tuple[Any, int]] = []
    for factor, own, power in halves:
        if all(slides or degree % 2 == 0 for degree, slides in zip(own, ring.prismatic, strict=True)):
            whole.append((_trig(ring, factor, own), power))
        else:
            half.append((factor, own, power))
    groups: dict[tuple[int, ...], list[tuple[Any, tuple[int, ...], int]]] = {}
    for factor, own, power in half:
        odd = tuple(0 if slides else degree % 2 for degree, slides in zip(own, ring.prismatic, strict=True))
        groups.setdefault(odd, []).append((factor, own, power))
    unpaired: list[tuple[Any, tuple[int, ...], int]] = []
    for members in groups.values():
        unpaired += _paired(ring, members, whole)
    if unpaired:  # their odd parts cancel over different groups: one product
        product, degree = _product(ring, unpaired)
        whole.append((_trig(ring, product, degree), 1))
    return whole


def _paired(
    ring: TrigRing, members: list[tuple[Any, tuple[int, ...], int]], whole: list[tuple[Any, int]]
) -> list[tuple[Any, tuple[int, ...], int]]:
    """Pair factors whose product is even, those a turn of π apart first (sin θ/2 with cos θ/2); return what has no partner."""
    remaining = list(members)
    alone = []
    while remaining:
        factor, own, power = remaining.pop(0)
        shifted = _shifted_by_pi(ring, factor, own)
        partners = sorted(remaining, key=lambda other: 0 if _same(ring, other[0], shifted) else 1)
        if not partners:
            if power // 2:
                product, degree = _product(ring, [(factor, own, 2)])
                whole.append((_trig(ring, product, degree), power // 2))
            if power % 2:
                alone.append((factor, own, 1))
            continue
        partner = partners[0]
        remaining.remove(partner)
        common = min(power, partner[2])
        product, degree = _product(ring, [(factor, own, 1), (partner[0], partner[1], 1)])
        whole.append((_trig(ring, product, degree), common))
        for other, more in ((factor, power), (partner[0], partner[2])):
            if more > common:
                remaining.insert(0, (other, own if other is factor else partner[1], more - common))
    return alone


def _product(ring: TrigRing, members: Sequence[tuple[Any, tuple[int, ...], int]]) -> tuple[Any, tuple[int, ...]]:
    """A product of factors in half angles, where None stands for x of a joint (degree one, no t)."""
    product, degrees = ring.one, [0] * ring.n
    for factor, own, power in members:
        if factor is not None:
            product = product * factor**power
        degrees = [before + power * degree for before, degree in zip(degrees, own, strict=True)]
    return product, tuple(degrees)


def _shifted_by_pi(ring: TrigRing, factor: Any, own: tuple[int, ...]) -> Any:
    """The factor with each odd joint turned by π: x becomes -y, y becomes x."""
    factor = ring.one if factor is None else factor
    odd = [i for i, degree in enumerate(own) if degree % 2 and not ring.prismatic[i]][-1:]
    found = {}
    for powers, number in factor.terms():
        exponents, sign = list(powers), 1
        for joint in odd:
            c = ring.places[joint][0]
            exponents[c] = own[joint] - powers[c]
            sign *= (-1) ** (own[joint] - powers[c])
        found[tuple(exponents)] = number * sign
    return ring.ring.from_dict(found)


def _same(ring: TrigRing, factor: Any, other: Any) -> bool:
    factor = ring.one if factor is None else factor
    return bool(factor.monic() == other.monic())


def _trig(ring: TrigRing, factor: Any, own: tuple[int, ...]) -> Any:
    """Half angles, homogeneous of even degree, as cosines and sines, primitive and with a positive first coefficient."""
    factor = ring.one if factor is None else factor
    half = ring.ring.domain(1, 2)
    total = ring.zero
    for powers, number in factor.terms():
        exponents = list(powers)
        term = ring.one.mul_ground(number)
        for joint, degree in enumerate(own):
            if ring.prismatic[joint] or not degree:
                continue
            c = ring.places[joint][0]
            y, x = powers[c], degree - powers[c]
            exponents[c] = 0
            if y % 2:
                term = term * ring.sin(joint).mul_ground(half)
            term = term * (ring.one + ring.cos(joint)).mul_ground(half) ** (x // 2)
            term = term * (ring.one - ring.cos(joint)).mul_ground(half) ** (y // 2)
        total += term * ring.ring.from_dict({tuple(exponents): ring.ring.domain.one})
    total = ring.reduced(total)
    _, primitive = total.primitive()
    return -primitive if primitive.LC < 0 else primitive


def _number(ring: TrigRing, p: Any, factors: Sequence[TrigFactor]) -> Fraction:
    """What is left of a polynomial beside its factors: a number, or the factors are not those of it."""
    product = ring.one
    for factor in factors:
        for _ in range(factor.power):
            product = ring.reduced(product * factor.polynomial)
    number = p.LC / product.coeff(ring.ring.from_dict({p.LM: ring.ring.domain.one}))
    if product.mul_ground(number) != p:
        raise ArithmeticError("a product of factors is not what was factored")
    return Fraction(int(number.numerator), int(number.denominator))
