"""Expressions as texts: a small part of Python's, read, checked against a list, and computed node by node; nothing is run."""

from __future__ import annotations

import ast
import json
import operator
import unicodedata
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce
from keyword import iskeyword
from typing import Any

import numpy as np

from ..errors import TorseurError
from ..texts import tr

Value = Any  # a number, a truth, a text as an argument, or an array
MOST = 2000  # characters of an expression
MOST_ENTRIES = 10_000  # of an array

_KINDS = (
    ast.Expression,
    ast.Constant,
    ast.Name,
    ast.Load,
    ast.BinOp,
    ast.UnaryOp,
    ast.BoolOp,
    ast.Compare,
    ast.Call,
    ast.keyword,
    ast.List,
    ast.Tuple,
    ast.Subscript,
    ast.Slice,
    ast.Attribute,
    ast.operator,
    ast.unaryop,
    ast.boolop,
    ast.cmpop,
)
_OPERATIONS: Mapping[type[ast.AST], Callable[..., Value]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.MatMult: operator.matmul,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Not: operator.not_,
}


class ExpressionError(TorseurError):
    """A text that is no expression, or cannot be computed; says what is wrong with it."""


@lru_cache(maxsize=4096)
def read(text: str) -> ast.expr:
    """The expression of a text. Raises ExpressionError."""
    return _checked(_parsed(text, "eval").body, text)


@lru_cache(maxsize=256)
def read_given(text: str) -> Mapping[str, ast.expr]:
    """The definitions of a text, `name = expression` a line, in their order. Raises ExpressionError."""
    found: dict[str, ast.expr] = {}
    for line in _parsed(text, "exec").body:
        if not isinstance(line, ast.Assign) or len(line.targets) != 1 or not isinstance(line.targets[0], ast.Name):
            raise ExpressionError(tr("“{what}”: name = expression is wanted", what=ast.unparse(line)[:80]))
        name = line.targets[0].id
        if name in found:
            raise ExpressionError(tr("“{name}” is defined twice", name=name))
        found[name] = _checked(line.value, name)
    return found


@lru_cache(maxsize=256)
def read_dotted(text: str) -> ast.expr:
    """The expression of a text in which `force.brick` and `force["left hand"]` are one name each. Raises ExpressionError."""
    return _checked(_DottedNames().visit(_parsed(text, "eval")).body, text)


def as_dotted(name: str) -> str:
    """A name with dots as `read_dotted` reads it."""
    first, _, rest = name.partition(".")
    is_plain = name.isascii() and all(part.isidentifier() and not iskeyword(part) for part in name.split("."))
    return name if is_plain else f"{first}[{json.dumps(rest, ensure_ascii=False)}]"


class _DottedNames(ast.NodeTransformer):
    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return _joined(self.generic_visit(node), node.attr)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        word = node.slice.value if isinstance(node.slice, ast.Constant) else None
        return _joined(self.generic_visit(node), word)


def _joined(node: ast.AST, word: object) -> ast.AST:
    whole = getattr(node, "value", None)
    return ast.Name(f"{whole.id}.{word}", ast.Load()) if isinstance(whole, ast.Name) and isinstance(word, str) else node


def names_in(node: ast.expr) -> set[str]:
    """Names that an expression uses, those of functions too."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def normal(name: str) -> str:
    """A name as Python writes it: one sign for a letter with its dot, where there is one."""
    return unicodedata.normalize("NFKC", name)


def _in_all(operation: Callable[[Value, Value], Value], a: Value, b: Value) -> Value:
    """Whether a comparison holds, of arrays in all entries."""
    return bool(np.all(operation(a, b)))


def computed(
    node: ast.expr,
    name: Callable[[str], Value],
    call: Callable[[str, ast.Call], Value],
    compared: Callable[[Callable[[Value, Value], Value], Value, Value], Value] = _in_all,
) -> Value:
    """The value of an expression; `name` gives that of a name, `call` that of a function, `compared` that of a comparison.

    Raises ExpressionError, and LinAlgError where a matrix has no inverse.
    """
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return _value(node, name, call, compared)
        except (np.linalg.LinAlgError, TorseurError):
            raise
        except (ValueError, TypeError, IndexError, ArithmeticError, RecursionError) as error:
            raise ExpressionError(f"{ast.unparse(node)[:80]}: {error}") from None


def _parsed(text: str, mode: str) -> Any:
    if len(text) > MOST:
        raise ExpressionError(tr("{n} characters; at most {most} are read", n=len(text), most=MOST))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text.strip(), mode=mode)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        why = error.msg if isinstance(error, SyntaxError) else error
        raise ExpressionError(tr("“{what}” is no expression: {why}", what=text.strip()[:80], why=why)) from None


def _checked(node: ast.expr, text: str) -> ast.expr:
    for part in ast.walk(node):
        is_known = isinstance(part, _KINDS) and (not isinstance(part, ast.operator | ast.unaryop) or type(part) in _OPERATIONS)
        if isinstance(part, ast.Constant):
            is_known = isinstance(part.value, bool | int | float | str)
        elif isinstance(part, ast.Attribute):
            is_known = part.attr == "T"
        elif isinstance(part, ast.Call):
            is_known = isinstance(part.func, ast.Name) and all(word.arg for word in part.keywords)
        elif isinstance(part, ast.cmpop):
            is_known = type(part) in _OPERATIONS
        if not is_known:
            what = ast.unparse(part) if isinstance(part, ast.expr) else type(part).__name__
            raise ExpressionError(
                tr(
                    "“{what}” in “{whole}” is not allowed: expressions have numbers, names, lists, + - * / @ **, comparisons, "
                    "and, or, not, [ ], .T and functions of the list",
                    what=what[:80],
                    whole=text.strip()[:80],
                )
            )
    return node


def _value(
    node: ast.expr, name: Callable[[str], Value], call: Callable[[str, ast.Call], Value], compared: Callable[..., Value]
) -> Value:
    def of(part: ast.expr) -> Value:
        return _value(part, name, call, compared)

    match node:
        case ast.Constant(value=value):
            return float(value) if isinstance(value, int) and not isinstance(value, bool) else value
        case ast.Name(id=id_):
            return name(id_)
        case ast.BinOp(left=left, op=op, right=right):
            return _OPERATIONS[type(op)](of(left), of(right))
        case ast.UnaryOp(op=op, operand=operand):
            return _OPERATIONS[type(op)](of(operand))
        case ast.BoolOp(op=ast.And(), values=values):
            return all(bool(of(value)) for value in values)
        case ast.BoolOp(values=values):
            return any(bool(of(value)) for value in values)
        case ast.Compare(left=left, ops=ops, comparators=others):
            sides = [of(left), *map(of, others)]
            pairs = zip(ops, sides[:-1], sides[1:], strict=True)
            found = [compared(_OPERATIONS[type(op)], a, b) for op, a, b in pairs]
            return all(found) if all(isinstance(one, bool) for one in found) else reduce(np.minimum, found)
        case ast.Call(func=ast.Name(id=id_)):
            return call(id_, node)
        case ast.List(elts=entries) | ast.Tuple(elts=entries):
            return np.array([of(entry) for entry in entries], dtype=np.float64)
        case ast.Attribute(value=whole):
            return np.asarray(of(whole)).T
        case ast.Subscript(value=whole, slice=place):
            return np.asarray(of(whole))[_place(place, of)]
    raise ExpressionError(tr("“{what}” is no value", what=ast.unparse(node)[:80]))


def limited(value: Value) -> Value:
    """A value that is no larger than arrays of exercises are."""
    if isinstance(value, np.ndarray) and value.size > MOST_ENTRIES:
        raise ExpressionError(tr("an array of {n} entries; at most {most} are kept", n=value.size, most=MOST_ENTRIES))
    return value


def _place(node: ast.expr, of: Callable[[ast.expr], Value]) -> Any:
    """An index, a slice, a list of indices, or several of these."""
    if isinstance(node, ast.Tuple):
        return tuple(_place(part, of) for part in node.elts)
    if isinstance(node, ast.Slice):
        return slice(*(None if part is None else int(of(part)) for part in (node.lower, node.upper, node.step)))
    found = of(node)
    return np.asarray(found, dtype=np.int64) if isinstance(found, np.ndarray) else int(found)


def arguments(node: ast.Call, of: Callable[[ast.expr], Value]) -> tuple[Sequence[Value], Mapping[str, Value]]:
    """Values of the arguments of a call, by place and by word."""
    return [of(part) for part in node.args], {str(word.arg): of(word.value) for word in node.keywords}
