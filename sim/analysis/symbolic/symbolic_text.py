"""Formulas of a table as text: for the eye (c₁, s₂₃), as LaTeX, and as a NumPy function."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...superscripts import subscript

if TYPE_CHECKING:
    import sympy

    from .symbolic_dh import SymbolicKinematics

_SHORT = {"theta": "θ", "thetadot": "θ\u0307", "thetaddot": "θ\u0308", "ddot": "d\u0307", "dddot": "d\u0308"}
_SHORT |= {"omega": "ω", "omegadot": "ω\u0307"}


def short_form(entry: sympy.Expr) -> str:
    """Return a formula for the eye: c₁ for cos θ₁, s₂₃ for sin(θ₂ + θ₃), products by a dot."""
    return str(_short_printer().doprint(entry))


def latex_form(entry: sympy.Expr | sympy.ImmutableMatrix) -> str:
    r"""Return a formula, or a matrix of them, as LaTeX: c_{1}, s_{23}, \theta_{2}, a_{2}."""
    return str(_latex_printer().doprint(entry))


def numpy_form(found: SymbolicKinematics) -> str:
    """Return Python functions `T` and `J` of q that need NumPy alone; named lengths are arguments with their numbers."""
    from sympy.printing.numpy import NumPyPrinter

    printer = NumPyPrinter({"fully_qualified_modules": False})
    named = "".join(f", {symbol}={value!r}" for symbol, value in found.lengths.items())
    arguments = ", ".join(map(str, found.q)) + named
    lines = ["import numpy as np", "from numpy import cos, pi, sin, sqrt", ""]
    for name, matrix in (("T", found.T), ("J", found.J)):
        rows = [
            ", ".join(
                printer.doprint(matrix[i, k].n(17) if matrix[i, k].is_number else matrix[i, k]) for k in range(matrix.cols)
            )
            for i in range(matrix.rows)
        ]
        body = ",\n        ".join(f"[{row}]" for row in rows)
        lines += ["", f"def {name}({arguments}):", f"    return np.array([\n        {body},\n    ])", ""]
    return "\n".join(lines)


def _sum_of_angles(argument: Any) -> list[tuple[int, str]] | None:
    """Return the joints whose angles are added, each with its sign and number; None if there is anything else."""
    found = []
    for term in argument.as_ordered_terms():
        sign, symbol = term.as_coeff_Mul()
        name = str(symbol)
        if abs(sign) != 1 or not symbol.is_Symbol or not name.startswith("theta"):
            return None
        found.append((int(sign), name.removeprefix("theta")))
    return sorted(found, key=lambda part: int(part[1]))


def _index(parts: list[tuple[int, str]]) -> str:
    """Return 23 for θ₂ + θ₃, 2-3 for θ₂ - θ₃, 10,11 where numbers have two digits."""
    wide = any(len(number) > 1 for _, number in parts)
    text = ""
    for i, (sign, number) in enumerate(parts):
        text += "-" if sign < 0 else "," if wide and i else ""
        text += number
    return text


def _decimal(value: Any) -> str | None:
    """Return a fraction as a decimal if it is a short one."""
    rest = value.q
    for factor in (2, 5):
        while rest % factor == 0:
            rest //= factor
    return None if rest != 1 or value.q == 1 or value.q.bit_length() > 40 else f"{value.p / value.q!r}"


def _short_printer() -> Any:
    from sympy.printing.str import StrPrinter

    class Short(StrPrinter):  # type: ignore[misc]
        def _print_cos(self, entry: Any) -> str:
            return self._turned("c", entry)

        def _print_sin(self, entry: Any) -> str:
            return self._turned("s", entry)

        def _turned(self, letter: str, entry: Any) -> str:
            parts = _sum_of_angles(entry.args[0])
            name = {"c": "cos", "s": "sin"}[letter]
            if parts is None:
                return f"{name}({self._print(entry.args[0])})"
            return letter + subscript(_index(parts))

        def _print_Symbol(self, symbol: Any) -> str:
            name = str(symbol)
            letters = name.rstrip("0123456789")
            letter, _, axes = letters.partition("_")
            return _SHORT.get(letter, letter) + axes + subscript(name[len(letters) :])

        def _print_Pi(self, _: Any) -> str:
            return "π"

        def _print_Rational(self, value: Any) -> str:
            return _decimal(value) or super()._print_Rational(value)

        def _print_Float(self, value: Any) -> str:
            return f"{float(value):.12g}"

        def parenthesize(self, item: Any, level: int, strict: bool = False) -> str:
            if item.is_Rational and not item.is_Integer and item > 0 and _decimal(item):
                return self._print(item)
            return str(super().parenthesize(item, level, strict))

        def _print_Mul(self, entry: Any) -> str:
            return _product(entry, self)

    return Short()


def _product(entry: Any, printer: Any) -> str:
    """Return a product with its number first, then lengths, then the rest in the order of the joints."""
    from sympy import fraction

    above, below = fraction(entry)
    if below.free_symbols:
        texts = (printer._print(part) for part in (above, below))
        return "/".join(f"({text})" if set(text) & set(" ·/") else text for text in texts)
    number, rest = entry.as_coeff_Mul()
    factors = sorted(rest.as_ordered_factors(), key=_rank)
    bare = [f"({printer._print(f)})" if f.is_Add else printer._print(f) for f in factors]
    text = "·".join(bare)
    if number == 1:
        return text
    if number == -1:
        return f"-{text}"
    factor_text = str(printer._print(number))
    return f"({factor_text})·{text}" if "/" in factor_text else f"{factor_text}·{text}"


def _rank(factor: Any) -> tuple[int, tuple[int, ...], str]:
    kinds: tuple[Callable[[Any], bool], ...] = (
        lambda f: f.is_Symbol and "dot" not in f.name,
        lambda f: f.func.__name__ in ("cos", "sin"),
    )
    kind = next((i for i, is_of in enumerate(kinds) if is_of(factor)), len(kinds))
    numbers = sorted(int("".join(c for c in str(s) if c.isdigit()) or 0) for s in factor.free_symbols)
    return kind, tuple(numbers), str(factor)


def _latex_printer() -> Any:
    from sympy.printing.latex import LatexPrinter

    class Course(LatexPrinter):  # type: ignore[misc]
        def _print_cos(self, entry: Any, exp: Any = None) -> str:
            return self._turned("c", entry, exp)

        def _print_sin(self, entry: Any, exp: Any = None) -> str:
            return self._turned("s", entry, exp)

        def _turned(self, letter: str, entry: Any, exp: Any) -> str:
            parts = _sum_of_angles(entry.args[0])
            name = {"c": r"\cos", "s": r"\sin"}[letter]
            text = f"{name}\\left({self._print(entry.args[0])}\\right)" if parts is None else f"{letter}_{{{_index(parts)}}}"
            return f"{text}^{{{exp}}}" if exp is not None else text

        def _print_Rational(self, value: Any) -> str:
            return _decimal(value) or str(super()._print_Rational(value))

        def _print_Mul(self, entry: Any) -> str:
            number, rest = entry.as_coeff_Mul()
            if not number.is_Rational or number.is_Integer or not _decimal(number):
                return str(super()._print_Mul(entry))
            inside = self._print(rest)
            return f"{_decimal(number)} " + (f"\\left({inside}\\right)" if rest.is_Add else inside)

    return Course({"mat_str": "matrix", "mat_delim": "[", "mul_symbol": None})
