"""The expressions of xacro, evaluated without a way to what is not theirs.

Xacro's own check of names can be got around (by names inside a comprehension, by frames of generators, by format texts), and its
$(eval ...) has all of Python. Here every name and every attribute of an expression is looked at before it is evaluated.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from torseur.sim.texts import tr

# Attributes that lead from a value to the interpreter, beside those that begin with an underscore.
_REFUSED = frozenset(
    "ag_await ag_code ag_frame cr_await cr_code cr_frame cr_origin f_back f_builtins f_code f_globals f_locals f_trace "
    "format format_map gi_code gi_frame gi_yieldfrom mro tb_frame tb_next".split()
)
LONGEST = 10_000  # characters
LARGEST = 1_000_000  # bits of a power, characters or values of what is repeated


class RefusedExpression(Exception):
    """An expression that is not evaluated."""


def evaluate(expression: str, names: dict[str, Any], local: Mapping[str, object] | None = None) -> Any:
    """Return the value of a Python expression that has these names and no others."""
    text = expression.strip()
    if len(text) > LONGEST:
        raise RefusedExpression(
            tr("an expression has {count} characters; at most {longest} are evaluated", count=len(text), longest=LONGEST)
        )
    tree = ast.parse(text, mode="eval")
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and (node.attr.startswith("_") or node.attr in _REFUSED):
            raise RefusedExpression(
                tr(".{attr} is refused in an expression: it leads out of the robot's description", attr=node.attr)
            )
        if isinstance(node, ast.Name) and node.id.startswith("__"):
            raise RefusedExpression(tr("{id} is refused in an expression: it leads out of the robot's description", id=node.id))
    dict.__setitem__(names, "__builtins__", {})  # xacro's tables would warn that a symbol is defined again
    for name, (_, operation) in _GROWING.items():
        dict.__setitem__(names, name, operation)
    return eval(compile(ast.fix_missing_locations(_Bounded().visit(tree)), "<expression>", "eval"), names, local)


def _power(base: Any, exponent: Any) -> Any:
    if isinstance(base, int) and isinstance(exponent, int) and base.bit_length() * exponent > LARGEST:
        raise RefusedExpression(tr("a power of more than {largest} bits is not worked out", largest=LARGEST))
    return base**exponent


def _product(left: Any, right: Any) -> Any:
    for repeated, times in ((left, right), (right, left)):
        if isinstance(times, int) and isinstance(repeated, (str, list, tuple)) and len(repeated) * times > LARGEST:
            raise RefusedExpression(tr("nothing is repeated to more than {largest} characters or values", largest=LARGEST))
    return left * right


def _shifted(number: Any, places: Any) -> Any:
    if isinstance(places, int) and places > LARGEST:
        raise RefusedExpression(tr("nothing is shifted by more than {largest} bits", largest=LARGEST))
    return operator.lshift(number, places)


# What makes much of little, under names that no expression can write.
_GROWING: dict[str, tuple[type[ast.operator], Callable[[Any, Any], Any]]] = {
    "**": (ast.Pow, _power),
    "*": (ast.Mult, _product),
    "<<": (ast.LShift, _shifted),
}


class _Bounded(ast.NodeTransformer):
    """Has operators that make much of little worked out by functions that refuse too much: 9**9**9 would never end."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        name = next((name for name, (kind, _) in _GROWING.items() if isinstance(node.op, kind)), None)
        return node if name is None else ast.Call(ast.Name(name, ast.Load()), [node.left, node.right], [])
