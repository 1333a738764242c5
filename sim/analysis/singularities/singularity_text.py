"""Determinants, factors and singular cases as text: for the eye, as LaTeX, and for NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ...superscripts import superscript
from ...texts import marked, tr
from ..symbolic.exact_chain import ExactChain
from ..symbolic.symbolic_text import latex_form, short_form
from ..symbolic.trig_factors import TrigFactor, factored
from ..symbolic.trig_form import Runs, compact, natural_scale, readable, written
from ..symbolic.trig_ring import TrigRing
from .singular_sets import SingularSet
from .values import SymbolicSingularities

_MOST_TERMS = 14  # of a condition that is written out
_MOST_SQUARES = 4  # of minors that are written out
_LONG = 60  # terms of minors whose squares are not added up


def scaled_number(ring: TrigRing, p: Any, runs: Runs, lengths: Sequence[Fraction]) -> Fraction:
    """By how much `written` scales a factor."""
    return natural_scale(compact(ring, p, runs), lengths) if lengths else Fraction(1)


def determinant_texts(
    exact: ExactChain,
    minors: Sequence[Any],
    shared: Sequence[TrigFactor],
    rests: Sequence[Any],
    runs: Runs,
    lengths: Sequence[Fraction],
    *,
    square: bool,
) -> tuple[str, str]:
    """The determinant as a product: of J, or of its products, which is the sum of the squares of the minors (Cauchy-Binet)."""
    ring, times = exact.ring, 1 if square else 2
    number, texts, latexes = _product_texts(ring, shared, runs, lengths, times)
    if square:
        number *= _constant(rests[0])
    elif (total := _monomial(ring, rests)) is not None:
        found = factored(ring, total)
        more, also, also_latex = _product_texts(ring, found.factors, runs, lengths, 1)
        number, texts, latexes = number * found.number * more, [*texts, *also], [*latexes, *also_latex]
    elif len(minors) <= _MOST_SQUARES:
        squares = [_of_one(ring, rest, runs, lengths) for rest in rests]
        text = " + ".join(f"({text})²" for text, _ in squares)
        latex = " + ".join(rf"\left({latex}\right)^{{2}}" for _, latex in squares)
        alone = not texts and number == 1
        texts.append(text if alone else f"[{text}]")
        latexes.append(latex if alone else rf"\left[{latex}\right]")
    else:
        others = marked("Σ of the squares of {count} minors without these")
        texts.append(tr(others if texts else marked("Σ of the squares of {count} minors"), count=len(minors)))
        latexes.append(rf"\sum_{{k=1}}^{{{len(minors)}}} m_k^2")
    return _joined(number, texts, latexes)


def _monomial(ring: TrigRing, rests: Sequence[Any]) -> Any | None:
    """The sum of the squares if it comes down to one term, as cos² + sin² does."""
    if sum(map(len, rests)) > _LONG:
        return None
    total = ring.reduced(sum((rest * rest for rest in rests), ring.zero))
    return total if len(total) == 1 else None


def _of_one(ring: TrigRing, p: Any, runs: Runs, lengths: Sequence[Fraction]) -> tuple[str, str]:
    """A polynomial as the product of its factors."""
    found = factored(ring, p)
    number, texts, latexes = _product_texts(ring, found.factors, runs, lengths, 1)
    return _joined(number * found.number, texts, latexes)


def _product_texts(
    ring: TrigRing, factors: Sequence[TrigFactor], runs: Runs, lengths: Sequence[Fraction], times: int
) -> tuple[Fraction, list[str], list[str]]:
    """Factors as text and as LaTeX, each taken so many times, and the number that scaling them leaves before the product."""
    number, texts, latexes = Fraction(1), [], []
    for factor in factors:
        text, latex = written(ring, factor.polynomial, runs, lengths)
        power, is_sum = factor.power * times, len(factor.polynomial) > 1
        number /= scaled_number(ring, factor.polynomial, runs, lengths) ** power
        texts.append((f"({text})" if is_sum else text) + (superscript(power) if power > 1 else ""))
        latexes.append((rf"\left({latex}\right)" if is_sum else latex) + (f"^{{{power}}}" if power > 1 else ""))
    return number, texts, latexes


def _joined(number: Fraction, texts: Sequence[str], latexes: Sequence[str]) -> tuple[str, str]:
    head, head_latex = _number_texts(number)
    if not texts:
        return head or "1", head_latex or "1"
    head = "−" if head == "−1" else head and head + "·"
    head_latex = "-" if head_latex == "-1" else head_latex and head_latex + r"\,"
    return head + "·".join(texts), head_latex + r"\,".join(latexes)


def _constant(p: Any) -> Fraction:
    return Fraction(int(p.LC.numerator), int(p.LC.denominator))


def _number_texts(number: Fraction) -> tuple[str, str]:
    import sympy

    if number == 1:
        return "", ""
    value = sympy.Rational(number.numerator, number.denominator)
    return readable(short_form(value)), latex_form(value)


def case_text(exact: ExactChain, place: SingularSet, symbols: Sequence[str], runs: Runs, lengths: Sequence[Fraction]) -> str:
    """θ₂ = 0, or what vanishes."""
    parts = [f"{symbols[root.joint]} = {root.text}" for root in place.roots]
    is_long = sum(map(len, place.curves)) > _MOST_TERMS
    if is_long:
        most = max(map(len, place.curves))
        parts.append(tr("{count} polynomials of up to {most} terms = 0", count=len(place.curves), most=most))
    else:
        parts += [f"{written(exact.ring, curve, runs, lengths)[0]} = 0" for curve in place.curves]
    return tr(" and ").join(parts)


def case_latex(exact: ExactChain, place: SingularSet, runs: Runs, lengths: Sequence[Fraction]) -> str:
    """The same as LaTeX."""
    ring = exact.ring
    parts = [f"{latex_form(ring.symbols[root.joint])} = {root.latex}" for root in place.roots]
    parts += [f"{written(ring, curve, runs, lengths)[1]} = 0" for curve in place.curves]
    return r",\; ".join(parts)


def whole_latex(
    found: SymbolicSingularities, exact: ExactChain, matrix: Sequence[Sequence[Any]], runs: Runs
) -> SymbolicSingularities:
    """The result with all of it as LaTeX."""
    lines = [" & ".join(written(exact.ring, entry, runs)[1] for entry in line) for line in matrix]
    body = r"\begin{bmatrix}" + r" \\ ".join(lines) + r"\end{bmatrix}"
    name = {"det J": r"\det J", "det J Jᵀ": r"\det J J^{T}", "det Jᵀ J": r"\det J^{T} J"}[found.quantity]
    text = [f"{{}}^{{{found.axes}}}J = {body}", f"{name} = {found.determinant_latex}"]
    text += [rf"\text{{singular: }} {case.latex}" for case in found.cases if case.representative]
    return replace(found, latex="\n\n".join(text) + "\n")


def whole_numpy(exact: ExactChain, matrix: Sequence[Sequence[Any]], minors: Sequence[Any], square: bool) -> str:
    """Python functions `J` and `minors` of q that need NumPy alone; named lengths are arguments with their numbers."""
    from sympy.printing.numpy import NumPyPrinter

    ring = exact.ring
    printer = NumPyPrinter({"fully_qualified_modules": False})
    named = "".join(f", {name}={value!r}" for name, value in exact.lengths.items())
    arguments = ", ".join(map(str, ring.symbols)) + named

    def code(p: Any) -> str:
        return str(printer.doprint(ring.expression(p)))

    rows = ",\n        ".join("[" + ", ".join(code(entry) for entry in line) + "]" for line in matrix)
    minor_lines = ",\n        ".join(code(minor) for minor in minors)
    lines = ["import numpy as np", "from numpy import cos, sin", "", ""]
    lines += [f"def J({arguments}):", f"    return np.array([\n        {rows},\n    ])", "", ""]
    if square:
        lines += [f"def det_J({arguments}):", f"    return {code(minors[0])}", ""]
    else:
        lines += [f"def minors({arguments}):", f"    return np.array([\n        {minor_lines},\n    ])", ""]
    return "\n".join(lines)
