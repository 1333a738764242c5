"""Polynomials in cosines and sines as one writes them: angles of joints with parallel axes added up (c₂₃), if that is shorter."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ...superscripts import superscript
from .exact_chain import ExactChain
from .symbolic_text import latex_form, short_form
from .trig_ring import TrigRing

Runs = Sequence[Sequence[int]]


def parallel_runs(chain: ExactChain) -> tuple[tuple[int, ...], ...]:
    """Groups of joints that turn about parallel axes one after the other, counted from 0; sliding ones between do not count."""
    ring = chain.ring
    runs: list[list[int]] = []
    R = [[Fraction(int(i == k)) for k in range(3)] for i in range(3)]
    for joint in range(ring.n):
        step = chain.links[joint].rotation
        R = [[sum((a * step[k][j] for k, a in enumerate(line)), Fraction(0)) for j in range(3)] for line in R]
        if ring.prismatic[joint]:
            continue
        if runs and abs(R[2][2]) == 1:
            runs[-1].append(joint)
        else:
            runs.append([joint])
        R = [[Fraction(int(i == k)) for k in range(3)] for i in range(3)]
    return tuple(tuple(run) for run in runs if len(run) > 1)


def compact(ring: TrigRing, p: Any, runs: Sequence[Sequence[int]] = (), scale: Fraction = Fraction(1)) -> Any:
    """A SymPy expression of a polynomial times a number, the shorter of products and of sums of angles."""
    import sympy

    plain = ring.expression(p)
    parts = {tuple(run[i:k]) for run in runs for i in range(len(run)) for k in range(i + 2, len(run) + 1)}
    choices = [plain, *(_summed(ring, p, [part]) for part in sorted(parts)), _summed(ring, p, runs)]
    best = min(choices, key=_length)
    factor = sympy.Rational(scale.numerator, scale.denominator)
    return sympy.expand(factor * best) if factor != 1 else best


def natural_scale(expression: Any, lengths: Sequence[Fraction]) -> Fraction:
    """What an expression is to be multiplied by so that its numbers are lengths of the robot; 1 if there is no such number."""
    import sympy

    terms = sympy.Add.make_args(expression)
    if len(terms) == 1:
        return Fraction(1)
    numbers = [abs(term.as_coeff_Mul()[0]) for term in terms]
    if not all(number.is_Rational for number in numbers):
        return Fraction(1)
    exact = [Fraction(int(number.p), int(number.q)) for number in numbers]
    known = {abs(length) for length in lengths if length}
    for length in sorted(known, reverse=True):
        scale = length / max(exact)
        same = sum(number * scale in known for number in exact)
        if same >= max(2, len(exact) - 1):  # one may be a sum of lengths
            return scale
    return Fraction(1)


def written(ring: TrigRing, p: Any, runs: Runs = (), lengths: Sequence[Fraction] = ()) -> tuple[str, str]:
    """A polynomial, or an expression, as text and as LaTeX; with lengths, scaled so that its numbers are these."""
    expression = compact(ring, p, runs) if hasattr(p, "LC") else p
    if lengths:
        scale = natural_scale(expression, lengths)
        expression = compact(ring, p, runs, scale) if scale != 1 else expression
    return readable(short_form(expression)), latex_form(expression)


def readable(text: str) -> str:
    """Powers of a program as raised numbers, and minus signs."""
    parts = text.split("**")
    out = parts[0]
    for part in parts[1:]:
        digits = len(part) - len(part.lstrip("0123456789"))
        out += superscript(part[:digits]) + part[digits:] if digits else "**" + part
    return out.replace("-", "−")


def _length(expression: Any) -> int:
    """How long it is to read: terms first, then what they are made of."""
    import sympy

    terms = sympy.Add.make_args(expression)
    return 4 * len(terms) + sum(len(sympy.Mul.make_args(term)) for term in terms)


def _summed(ring: TrigRing, p: Any, runs: Sequence[Sequence[int]]) -> Any:
    """Products of cosines and sines of one run as cosines and sines of sums of angles."""
    import sympy

    collected: dict[Any, Any] = {}
    for powers, number in p.terms():
        rest = list(powers)
        waves: list[dict[tuple[tuple[int, ...], int], Fraction]] = []
        for run in runs:
            wave = {((0,) * len(run), 0): Fraction(1)}  # angle by multiples, and whether its sine; what it is taken by
            for place, joint in enumerate(run):
                c, s = ring.places[joint]
                for _ in range(powers[c]):
                    wave = _times(wave, place, 0)
                for _ in range(powers[s]):
                    wave = _times(wave, place, 1)
                rest[c] = rest[s] = 0
            waves.append(wave)
        products: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(int(number.numerator), int(number.denominator)))]
        for wave in waves:
            products = [((*key, part), value * more) for key, value in products for part, more in wave.items()]
        for key, value in products:
            term = (tuple(rest), key)
            collected[term] = collected.get(term, Fraction(0)) + value
    terms = []
    for (rest_powers, key), value in collected.items():
        if not value:
            continue
        other = ring.expression(ring.ring.from_dict({rest_powers: ring.ring.domain.one}))
        for run, (multiples, sine) in zip(runs, key, strict=True):
            angle = sympy.Add(*(m * ring.symbols[j] for m, j in zip(multiples, run, strict=True)))
            other = other * (sympy.sin(angle) if sine else sympy.cos(angle))
        terms.append(sympy.Rational(value.numerator, value.denominator) * other)
    return sympy.Add(*terms)


def _times(
    wave: dict[tuple[tuple[int, ...], int], Fraction], place: int, sine: int
) -> dict[tuple[tuple[int, ...], int], Fraction]:
    """A wave times the cosine or sine of one angle: products to sums."""
    found: dict[tuple[tuple[int, ...], int], Fraction] = {}
    for (multiples, is_sine), value in wave.items():
        for step in (1, -1):
            shifted = (*multiples[:place], multiples[place] + step, *multiples[place + 1 :])
            if not sine:
                kind, sign = is_sine, 1
            elif is_sine:  # sin a sin b = (cos(a - b) - cos(a + b)) / 2
                kind, sign = 0, -step
            else:  # cos a sin b = (sin(a + b) - sin(a - b)) / 2
                kind, sign = 1, step
            first = next((m for m in shifted if m), 0)
            if first < 0:  # one way to write an angle
                shifted, sign = tuple(-m for m in shifted), -sign if kind else sign
            if kind and not first:
                continue  # sin 0
            key = (shifted, kind)
            found[key] = found.get(key, Fraction(0)) + value * sign / 2
    return found
