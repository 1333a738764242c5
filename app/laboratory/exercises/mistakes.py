"""What usually goes wrong, each as another answer, computed as the right one is: an order, a sign, a unit, a quantity, a term."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, permutations

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.definition.expressions import Value, names_in
from torseur.sim.errors import TorseurError
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import written

from .exercise_text import said
from .question import Question
from .reckoned import Reckoned
from .written import eye

MOST = 300  # expressions altered in one place that are tried
MOST_ROWS = 5  # that are tried in every order

Mistake = tuple[str, Array]  # what is said of it, and the answer that it gives

_MISREAD: tuple[tuple[str, Callable[[str, Value], Value]], ...] = (
    (marked("Coriolis and centrifugal forces are missing."), lambda name, x: 0.0 * x if name == "coriolis" else x),
    (marked("The weight is missing."), lambda name, x: 0.0 * x if name in ("weight", "gravity") else x),
    (
        marked("The order of ω and v is another: J has the rows of v first."),
        lambda name, x: np.vstack([x[3:], x[:3]]) if name == "J" else x,
    ),
)


def mistakes(question: Question, values: Reckoned, expected: Array) -> Iterator[Mistake]:
    """What a wrong prediction may come from, the likeliest first; `expected` (m, n) is what is right."""
    for mistake in question.mistakes:
        yield from _tried(said(mistake.says), partial(values.of, mistake.answer), expected)
    if question.takes == "whole":
        return
    yield from _of_numbers(question, expected)
    n, turns = expected.shape[1], values.turns
    if question.columns and turns is not None and n <= len(turns) and "J" in names_in(values.defined(question.answer)):
        for factor in (np.pi / 180.0, 180.0 / np.pi):
            yield tr("That is of rates in degrees: J is per radian."), np.where(turns[:n], factor, 1.0) * expected
    for says, misread in _MISREAD:
        yield from _tried(tr(says), partial(values.misread(misread).of, question.answer), expected)
    if (turned := values.in_degrees()) is not None:
        says = tr("You took degrees for radians in a sine or cosine.")
        yield from _tried(says, partial(turned.of, question.answer), expected)
    for node in dict.fromkeys((question.closed, values.defined(question.answer))):
        for says, other in islice(_altered(node), MOST):
            yield from _tried(says, partial(values.of, other), expected)


def _tried(says: str, compute: Callable[[], Value], expected: Array) -> Iterator[Mistake]:
    try:
        found = np.asarray(compute(), dtype=np.float64)
    except (TorseurError, np.linalg.LinAlgError, ValueError):
        return
    if found.size == expected.size and np.all(np.isfinite(found)):
        yield says, found.reshape(expected.shape)


def _of_numbers(question: Question, expected: Array) -> Iterator[Mistake]:
    """The right numbers, with another sign, in another order, or in another unit."""
    m, n = expected.shape
    if np.any(np.abs(expected) > 1e-6):
        yield tr("You have the sign reversed."), -expected
    if m == n > 1:
        yield tr("That is the transpose."), expected.T
    if m == 6:
        yield tr("The order of ω and v is another: v is first here."), np.vstack([expected[3:], expected[:3]])
    says = tr("The numbers are right, but in another order.") if n == 1 else tr("You have rows exchanged.")
    if m <= MOST_ROWS:
        yield from ((says, expected[list(order)]) for order in permutations(range(m)))
    if 1 < n <= MOST_ROWS:
        yield from ((tr("You have columns exchanged."), expected[:, list(order)]) for order in permutations(range(n)))
    angular = np.array([question.unit(i).startswith("rad") for i in range(m)])
    if np.any(angular):
        yield tr("That is in degrees: radians are wanted."), np.where(angular[:, None], np.degrees(expected), expected)
    yield tr("A factor of 1000 too large: look at the unit."), 1000.0 * expected


def _altered(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """An expression with one place altered, and what is said of that."""
    yield from _here(node)
    for name, part in ast.iter_fields(node):
        if isinstance(part, ast.expr) and not (isinstance(node, ast.Subscript) and name == "slice"):
            yield from ((says, _with(node, name, other)) for says, other in _altered(part))
        elif isinstance(part, list):
            for k, one in enumerate(part):
                if isinstance(one, ast.expr):
                    yield from ((says, _with(node, name, [*part[:k], other, *part[k + 1 :]])) for says, other in _altered(one))


def _with(node: ast.expr, name: str, part: object) -> ast.expr:
    return type(node)(**{**dict(ast.iter_fields(node)), name: part})


def _here(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    match node:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
            other = ast.Sub() if isinstance(op, ast.Add) else ast.Add()
            yield tr("The sign of {term} is reversed.", term=_term(right)), ast.BinOp(left, other, right)
            yield tr("A term is missing: {term}.", term=_term(right)), left
            first = right if isinstance(op, ast.Add) else ast.UnaryOp(ast.USub(), right)
            yield tr("A term is missing: {term}.", term=_term(left)), first
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield tr("The sign of {term} is reversed.", term=_term(operand)), operand
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            yield tr("{term} has the power {power}.", term=_term(left), power=eye(right)), left
        case ast.BinOp(left=left, op=ast.Div() | ast.Mult(), right=ast.Constant()):
            yield tr("The constant factor of {term} is another.", term=_term(left)), left
        case ast.BinOp(left=left, op=ast.MatMult() as op, right=right):
            yield tr("{term} is transposed.", term=_term(left)), ast.BinOp(_transposed(left), op, right)
        case ast.Call(func=ast.Name(id="sin" | "cos" as name), args=args):
            other_name = "cos" if name == "sin" else "sin"
            says = tr("Sine and cosine are exchanged in {term}.", term=_term(node))
            yield says, ast.Call(ast.Name(other_name, ast.Load()), args, [])
        case ast.Call(func=ast.Name(id="inv" | "solve"), args=[first, *rest]):
            bare = ast.BinOp(first, ast.MatMult(), rest[0]) if rest else first
            yield tr("The inverse of {term} is wanted, and not the matrix itself.", term=_term(first)), bare


def _transposed(node: ast.expr) -> ast.expr:
    return node.value if isinstance(node, ast.Attribute) else ast.Attribute(node, "T", ast.Load())


def _term(node: ast.expr) -> str:
    return written(eye(node))
