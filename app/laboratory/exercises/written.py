"""Expressions as text: for the eye in the notation of `paint_math`, as LaTeX, and as lines of NumPy."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from torseur.sim.definition.expressions import names_in
from torseur.sim.superscripts import superscript

from .expressions.functions import CONSTANTS, CONSTANTS_NUMPY, FUNCTIONS
from .question import Question
from .reckoned import Reckoned

_SUM, _PRODUCT, _POWER, _ATOM = range(4)  # how tightly a text holds together
_EYE_SIGNS = {"Lt": "<", "LtE": "≤", "Gt": ">", "GtE": "≥", "Eq": "=", "NotEq": "≠"}
_GREEK = {
    "α": "alpha",
    "β": "beta",
    "γ": "gamma",
    "δ": "delta",
    "ε": "varepsilon",
    "ζ": "zeta",
    "η": "eta",
    "θ": "theta",
    "κ": "kappa",
    "λ": "lambda",
    "μ": "mu",
    "ξ": "xi",
    "π": "pi",
    "ρ": "rho",
    "σ": "sigma",
    "τ": "tau",
    "φ": "varphi",
    "ψ": "psi",
    "ω": "omega",
    "Γ": "Gamma",
    "Δ": "Delta",
    "Λ": "Lambda",
    "Σ": "Sigma",
    "Φ": "Phi",
    "Ω": "Omega",
}
_SIGNS = {
    "−": "-",
    "·": r"\cdot ",
    "×": r"\times ",
    "≤": r"\le ",
    "≥": r"\ge ",
    "≠": r"\ne ",
    "≪": r"\ll ",
    "→": r"\to ",
    "∞": r"\infty ",
    "±": r"\pm ",
    "√": r"\sqrt",
    "∈": r"\in ",
    "Σ": r"\sum ",
    "‖": r"\|",
    "…": r"\dots ",
    "½": r"\tfrac12 ",
    "∂": r"\partial ",
    "⌈": r"\lceil ",
    "⌉": r"\rceil ",
    "ᵀ": "^T",
    "⁻": "^{-}",
    "⁺": "^{+}",
    "%": r"\%",
    "∓": r"\mp ",
    "ℓ": r"\ell ",
    "⊥": r"\perp ",
    "∧": r"\wedge ",
    "⇒": r"\Rightarrow ",
    "*": "^*",
    "≈": r"\approx ",
    "∇": r"\nabla ",
    "°": r"^\circ",
}
_ABOVE = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ᵏᴺ", "0123456789-+kN")
_BELOW = str.maketrans("₀₁₂₃₄₅₆₇₈₉₋₊ᵢⱼₖ", "0123456789-+ijk")
_DOTS = {"\u0307": "dot", "\u0308": "ddot"}
_WORD = re.compile(r"(?<![\\A-Za-z])([A-Za-z]{2,})")
_FUNCTION_WORDS = ("sin", "cos", "tan", "det", "ker", "dim", "ln", "min", "max", "exp")


def latex_of(text: str) -> str:
    """A line in the notation of `paint_math` as LaTeX."""
    return r",\quad ".join(_latex(part) for part in re.split(r",? {2,}", unicodedata.normalize("NFD", text.strip())))


def _latex(text: str) -> str:
    text = re.sub("[₀-₉₋₊ᵢⱼₖ]+", lambda found: "_{" + found[0].translate(_BELOW) + "}", text)
    text = re.sub("(?:⁻?[⁰¹²³⁴-⁹ᵏᴺ])+", lambda found: "^{" + found[0].translate(_ABOVE) + "}", text)
    text = re.sub("(.)([\u0307\u0308])", lambda found: rf"\{_DOTS[found[2]]}{{{found[1]}}}", text)
    text = re.sub(r"√\(([^()]*)\)", r"\\sqrt{\1}", text)
    text = _WORD.sub(lambda found: rf"\{found[1]} " if found[1] in _FUNCTION_WORDS else rf"\mathrm{{{found[1]}}}", text)
    text = "".join(_SIGNS.get(sign, rf"\{_GREEK[sign]} " if sign in _GREEK else sign) for sign in text)
    return re.sub(r"(\\[A-Za-z]+) +(?=[_^)},|/]|$)", r"\1", re.sub(" +", " ", text)).strip()


def symbol(name: str) -> str:
    """A name as the eye reads it: a_1 of a1, d_{max} of d_max, q̇_1 of q̇1."""
    found = re.fullmatch(r"([^\W\d_][\u0307\u0308]?)_?(\w*)", unicodedata.normalize("NFD", name))
    if found is None or (found[2] and not found[2].isdigit() and "_" not in name):
        return name
    return found[1] + (f"_{found[2]}" if len(found[2]) == 1 else f"_{{{found[2]}}}" if found[2] else "")


def lines(question: Question) -> tuple[str, ...]:
    """How an answer is worked out, for the eye: its law, or its expression, a line for each row."""
    return question.law or worked(question)


def worked(question: Question) -> tuple[str, ...]:
    """Its expression for the eye, a line for each row where it is a list."""
    if question.options:
        return (eye(question.closed),) if question.formula else ()
    node, rows = question.closed, question.rows
    if isinstance(node, ast.List) and len(node.elts) == len(rows) and not question.columns and not nested(node):
        return tuple(f"{row} = {eye(entry)}" for row, entry in zip(rows, node.elts, strict=True))
    return (f"{rows[0] if len(rows) == 1 else whole_of(rows)} = {eye(node)}",)


def whole_of(rows: Sequence[str]) -> str:
    """What a vector with these labels is called: q̇ of q̇_1 and q̇_2."""
    letters = {row.split("_")[0] for row in rows}
    return letters.pop() if len(letters) == 1 and all("_" in row for row in rows) else f"({', '.join(rows)})"


def matrix(question: Question) -> tuple[tuple[str, ...], ...]:
    """The entries of a matrix that is shown as one, plain text; () where lines are shown."""
    node = question.closed if not question.options else None
    if question.law or node is None or not nested(node):
        return ()
    assert isinstance(node, ast.List)
    return tuple(tuple(eye(entry) for entry in row.elts) for row in node.elts if isinstance(row, ast.List))


def latex(question: Question) -> str:
    """Law or expression as LaTeX."""
    if entries := matrix(question):
        return (
            "J = " + r"\begin{bmatrix} " + r" \\ ".join(" & ".join(map(latex_of, row)) for row in entries) + r" \end{bmatrix}"
        )
    return r",\quad ".join(map(latex_of, lines(question)))


def nested(node: ast.expr) -> bool:
    """Whether it is a list of lists."""
    return isinstance(node, ast.List) and all(isinstance(row, ast.List) for row in node.elts)


def eye(node: ast.expr) -> str:
    """An expression in the notation of `paint_math`."""
    return _eye(node)[0]


def _eye(node: ast.expr) -> tuple[str, int]:
    match node:
        case ast.Constant(value=value):
            return (f"{value:g}" if isinstance(value, float | int) else str(value)), _ATOM
        case ast.Name(id=name):
            return ("π" if name == "pi" else "°" if name == "deg" else symbol(name)), _ATOM
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
            minus = isinstance(op, ast.Sub)
            return f"{_eye(left)[0]} {'−' if minus else '+'} {_held(right, _PRODUCT if minus else _SUM)}", _SUM
        case ast.BinOp(left=left, op=ast.Mult() | ast.MatMult(), right=right):
            after = _held(right, _PRODUCT)
            dot = " · " if after[:1].isdigit() else " "
            return _held(left, _PRODUCT) + dot + after, _PRODUCT
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return f"{_held(left, _PRODUCT)}/{_held(right, _POWER)}", _PRODUCT
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            power = _eye(right)[0]
            is_short = re.fullmatch(r"[0-9−]+", power) is not None
            return _held(left, _ATOM) + (superscript(power) if is_short else f"^({power})"), _POWER
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return "−" + _held(operand, _PRODUCT), _PRODUCT
        case ast.Call(func=ast.Name(id=name), args=args):
            return _call(name, args)
        case ast.Attribute(value=whole):
            return _held(whole, _ATOM) + "ᵀ", _POWER
        case ast.List(elts=entries) | ast.Tuple(elts=entries):
            return f"({', '.join(eye(entry) for entry in entries)})", _ATOM
        case ast.Subscript(value=whole, slice=ast.Constant(value=int(place))) if isinstance(whole, ast.Name):
            return f"{symbol(whole.id)}_{place + 1}", _ATOM
        case ast.Subscript(value=whole):
            return _held(whole, _ATOM), _ATOM
        case ast.Compare(left=left, ops=ops, comparators=others):
            parts = [f" {_EYE_SIGNS[type(op).__name__]} {eye(other)}" for op, other in zip(ops, others, strict=True)]
            return eye(left) + "".join(parts), _SUM
    return ast.unparse(node), _SUM


def _held(node: ast.expr, least: int) -> str:
    text, holds = _eye(node)
    return text if holds >= least else f"({text})"


def _call(name: str, args: Sequence[ast.expr]) -> tuple[str, int]:
    if name in ("sin", "cos") and (numbers := _angles(args[0])):
        return f"{name[0]}_{{{numbers}}}" if len(numbers) > 1 else f"{name[0]}_{numbers}", _ATOM
    function = FUNCTIONS.get(name)
    if function is None or not function.eye:
        return f"{name}({', '.join(map(eye, args))})", _ATOM
    texts = [_held(arg, _ATOM) if function.binds else eye(arg) for arg in args]
    return function.eye.format(*texts, all=", ".join(texts)), _POWER if function.binds else _ATOM


def _angles(node: ast.expr) -> str:
    """12 of θ1 + θ2 or q1 + q2; "" of anything else."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _angles(node.left), _angles(node.right)
        return left + right if left and right else ""
    found = re.fullmatch(r"[θq](\d)", node.id) if isinstance(node, ast.Name) else None
    return found[1] if found else ""


def script(question: Question, values: Reckoned | None) -> str:
    """The shown expression as lines of Python, after `import numpy as np`; the last gives `answer`."""
    node = question.closed if question.formula or question.answer else None
    if node is None:
        return ""
    found = []
    for name in (name for name in sorted(names_in(node)) if name not in FUNCTIONS and name not in CONSTANTS):
        value = np.asarray(values.name(name)) if values is not None else None
        text = "..." if value is None else repr(value.item()) if value.ndim == 0 else f"np.array({value.tolist()!r})"
        found.append(f"{name} = {text}")
    return "\n".join([*found, f"answer = {numpy_of(node)}"]) + "\n"


def numpy_of(node: ast.expr) -> str:
    """An expression as Python that needs NumPy alone."""
    return ast.unparse(_NumPy().visit(ast.parse(ast.unparse(node), mode="eval").body))


class _NumPy(ast.NodeTransformer):
    def visit_List(self, node: ast.List) -> ast.expr:
        inner: Callable[[Any], Any] = lambda part: (  # noqa: E731
            ast.List([inner(entry) for entry in part.elts], ast.Load()) if isinstance(part, ast.List) else self.visit(part)
        )
        return _parsed(f"np.array({ast.unparse(inner(node))})")

    def visit_Call(self, node: ast.Call) -> ast.expr:
        assert isinstance(node.func, ast.Name)
        args = [ast.unparse(self.visit(arg)) for arg in node.args]
        return _parsed(FUNCTIONS[node.func.id].numpy.format(*args, all=", ".join(args)))

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return _parsed(CONSTANTS_NUMPY[node.id]) if node.id in CONSTANTS else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        return ast.Subscript(self.visit(node.value), node.slice, ast.Load())


def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body
