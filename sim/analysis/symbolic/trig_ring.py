"""Polynomials in cosines and sines of joint angles, displacements and lengths, over the rational numbers.

Nothing is searched for by trial: c² + s² = 1 is the only rule, and every result is an exact polynomial.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from .trig_polynomial import TrigPolynomial


class TrigRing:
    """Generators c_i, s_i of each joint that turns, d_i of each that slides, and named lengths."""

    def __init__(self, prismatic: Sequence[bool], lengths: Sequence[str] = (), numbers: Sequence[int] = ()) -> None:
        """`numbers` of the joints; from 1 on where there are none."""
        import sympy
        from sympy.polys.rings import ring

        self.n = len(prismatic)
        self.prismatic = tuple(prismatic)
        names: list[str] = []
        self.places: list[tuple[int, int]] = []  # of cosine and sine, or of the displacement twice
        joints = list(zip(numbers or range(1, self.n + 1), prismatic, strict=True))
        for i, slides in joints:
            self.places.append((len(names), len(names) + (0 if slides else 1)))
            names += [f"d{i}"] if slides else [f"c{i}", f"s{i}"]
        self.first_length = len(names)
        self.length_names = tuple(lengths)
        self.ring, *self.generators = ring([*names, *lengths], sympy.QQ)
        self.one, self.zero = self.ring.one, self.ring.zero
        self.symbols = tuple(sympy.Symbol(f"d{i}" if slides else f"theta{i}", real=True) for i, slides in joints)
        self.length_symbols = tuple(sympy.Symbol(name, positive=True) for name in lengths)

    def cos(self, joint: int) -> Any:
        """The cosine of a joint, counted from 0."""
        return self.generators[self.places[joint][0]]

    def sin(self, joint: int) -> Any:
        """The sine of a joint; the displacement of one that slides."""
        return self.generators[self.places[joint][1]]

    def length(self, name: str) -> Any:
        """A named length."""
        return self.generators[self.first_length + self.length_names.index(name)]

    def number(self, value: Fraction) -> Any:
        """A rational number."""
        return self.one * self.ring.domain(value.numerator, value.denominator)

    def reduced(self, p: Any) -> Any:
        """The same with no sine in a higher power than one."""
        for joint in range(self.n):
            at = self.places[joint][1]
            if self.prismatic[joint] or all(powers[at] < 2 for powers in p):
                continue
            parts: dict[int, dict[tuple[int, ...], Any]] = {}
            for powers, number in p.terms():
                lowered = (*powers[:at], powers[at] % 2, *powers[at + 1 :])
                parts.setdefault(powers[at] // 2, {})[lowered] = number
            square = self.one - self.cos(joint) ** 2
            p = sum((self.ring.from_dict(part) * square**k for k, part in parts.items()), self.zero)
        return p

    def matrix_product(self, A: Any, B: Any) -> list[list[Any]]:
        """Product of two matrices, lists of rows."""
        return [
            [self.reduced(sum((a * B[k][j] for k, a in enumerate(line) if a and B[k][j]), self.zero)) for j in range(len(B[0]))]
            for line in A
        ]

    def joints_of(self, p: Any) -> tuple[int, ...]:
        """The joints that a polynomial depends on."""
        occurs = [any(powers[at] for powers in p) for at in range(self.first_length)]
        return tuple(i for i, (c, s) in enumerate(self.places) if occurs[c] or occurs[s])

    def expression(self, p: Any) -> Any:
        """A SymPy expression of the joints' symbols."""
        import sympy

        values: list[Any] = []
        for symbol, slides in zip(self.symbols, self.prismatic, strict=True):
            values += [symbol] if slides else [sympy.cos(symbol), sympy.sin(symbol)]
        values += self.length_symbols
        terms = []
        for powers, number in p.terms():
            factors = [value**power for value, power in zip(values, powers, strict=True) if power]
            terms.append(sympy.Mul(sympy.Rational(int(number.numerator), int(number.denominator)), *factors))
        return sympy.Add(*terms)

    def numbers(self, p: Any, lengths: Sequence[float] = ()) -> TrigPolynomial:
        """The same for NumPy, named lengths having these values [m]."""
        coefficients, exponents = [], []
        for powers, number in p.terms():
            value = float(Fraction(int(number.numerator), int(number.denominator)))
            for length, power in zip(lengths, powers[self.first_length :], strict=True):
                value *= length**power
            coefficients.append(value)
            exponents.append(
                tuple(
                    (0, 0, powers[c]) if slides else (powers[c], powers[s], 0)
                    for (c, s), slides in zip(self.places, self.prismatic, strict=True)
                )
            )
        return TrigPolynomial(tuple(coefficients), tuple(exponents))

    def put(self, p: Any, joint: int, cos: Fraction, sin: Fraction) -> Any:
        """The same at a position of one joint: cosine and sine, or the displacement as `sin`."""
        c, s = self.places[joint]
        return self._put(p, ((s, sin),) if self.prismatic[joint] else ((c, cos), (s, sin)))

    def _put(self, p: Any, values: Sequence[tuple[int, Fraction]]) -> Any:
        found: dict[tuple[int, ...], Any] = {}
        domain = self.ring.domain
        for powers, number in p.terms():
            exponents = list(powers)
            for at, value in values:
                number = number * domain(value.numerator, value.denominator) ** exponents[at]
                exponents[at] = 0
            if number:
                key = tuple(exponents)
                found[key] = found.get(key, domain.zero) + number
        return self.ring.from_dict({key: number for key, number in found.items() if number})


def terms_of(matrix: Sequence[Sequence[Any]]) -> int:
    """How many terms the entries of a matrix have together."""
    return int(np.sum([len(entry) for line in matrix for entry in line]))
