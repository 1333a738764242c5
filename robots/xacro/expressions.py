"""The expressions of xacro, evaluated without a way to what is not theirs.

Xacro's own check of names can be got around (by names inside a comprehension, by frames of generators, by format texts), and its
$(eval ...) has all of Python. Here every name and every attribute of an expression is looked at before it is evaluated.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

# Attributes that lead from a value to the interpreter, beside those that begin with an underscore.
_REFUSED = frozenset(
    "ag_await ag_code ag_frame cr_await cr_code cr_frame cr_origin f_back f_builtins f_code f_globals f_locals f_trace "
    "format format_map gi_code gi_frame gi_yieldfrom mro tb_frame tb_next".split()
)
LONGEST = 10_000  # characters


class RefusedExpression(Exception):
    """An expression that is not evaluated."""


def evaluate(expression: str, names: dict[str, Any], local: Mapping[str, object] | None = None) -> Any:
    """Return the value of a Python expression that has these names and no others."""
    text = expression.strip()
    if len(text) > LONGEST:
        raise RefusedExpression(f"an expression has {len(text)} characters; at most {LONGEST} are evaluated")
    for node in ast.walk(ast.parse(text, mode="eval")):
        if isinstance(node, ast.Attribute) and (node.attr.startswith("_") or node.attr in _REFUSED):
            raise RefusedExpression(
                f".{node.attr} is refused in an expression: it leads out of the robot's description"
            )
        if isinstance(node, ast.Name) and node.id.startswith("__"):
            raise RefusedExpression(f"{node.id} is refused in an expression: it leads out of the robot's description")
    dict.__setitem__(names, "__builtins__", {})  # xacro's tables would warn that a symbol is defined again
    return eval(compile(text, "<expression>", "eval"), names, local)
