"""Functions of expressions that NumPy has: what they compute, and how they are written in NumPy, for the eye, and in LaTeX."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from torseur.sim.arrays import Array, leading_entry
from torseur.sim.definition.expressions import Value

_LEAST = 1e-12  # of a singular value to the largest


@dataclass(frozen=True, slots=True)
class Function:
    """{0}, {1} stand for its arguments; an eye or LaTeX of "" is the name with its arguments in brackets."""

    compute: Callable[..., Value]
    numpy: str
    eye: str = ""
    latex: str = ""
    binds: bool = True  # whether arguments that are sums need brackets in eye and LaTeX


def inverse(A: Array) -> Array:
    """Of a matrix. Raises LinAlgError where it has lost a direction but for rounding."""
    if rank(A) < len(A):
        raise np.linalg.LinAlgError("the matrix has lost a direction")
    return np.asarray(np.linalg.inv(A))


def solve(A: Array, b: Array) -> Array:
    """A⁻¹ b. Raises LinAlgError as `inverse` does."""
    return inverse(A) @ b


def rank(A: Array) -> float:
    """Of a matrix, its singular values counted that are not 0 but for rounding."""
    return float(np.linalg.matrix_rank(A, rtol=_LEAST))


def kernel(A: Array) -> Array:
    """The unit vector that A takes to 0, its leading entry positive. Raises LinAlgError unless all are along one."""
    A = np.atleast_2d(A)
    if A.shape[1] - rank(A) != 1:
        raise np.linalg.LinAlgError("the matrix takes no vector to 0, or several")
    u = np.linalg.svd(A)[2][-1]
    return np.asarray(u * np.sign(leading_entry(u)))


def angle(y: Value, x: Value) -> Value:
    """Of the vector (x, y) from x [rad]."""
    return np.arctan2(y, x)


def is_zero(*values: Value) -> bool:
    """Whether all are 0 but for rounding."""
    return all(bool(np.all(np.abs(value) < 1e-9)) for value in values)


def skew(a: Array) -> Array:
    """S(a) (3, 3), which takes b to a × b."""
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def join(*parts: Value) -> Array:
    """Numbers and vectors one after the other."""
    return np.hstack(parts)


def turned(axis: int) -> Callable[[float], Array]:
    """The rotation matrix about x, y or z, by an angle [rad]."""

    def R(a: float) -> Array:
        c, s = np.cos(a), np.sin(a)
        found = np.eye(3)
        i, j = (axis + 1) % 3, (axis + 2) % 3
        found[i, i], found[i, j], found[j, i], found[j, j] = c, -s, s, c
        return found

    return R


_PI = "pi"
CONSTANTS: dict[str, float] = {_PI: np.pi, "deg": np.pi / 180.0}
CONSTANTS_NUMPY = {_PI: "np.pi", "deg": "(np.pi / 180)"}

FUNCTIONS: dict[str, Function] = {
    "sin": Function(np.sin, "np.sin({0})", "sin {0}", r"\sin {0}"),
    "cos": Function(np.cos, "np.cos({0})", "cos {0}", r"\cos {0}"),
    "tan": Function(np.tan, "np.tan({0})", "tan {0}", r"\tan {0}"),
    "asin": Function(np.arcsin, "np.arcsin({0})", "arcsin {0}", r"\arcsin {0}"),
    "acos": Function(np.arccos, "np.arccos({0})", "arccos {0}", r"\arccos {0}"),
    "atan": Function(np.arctan, "np.arctan({0})", "arctan {0}", r"\arctan {0}"),
    "angle": Function(angle, "np.arctan2({0}, {1})", "atan2({0}, {1})", r"\mathrm{{atan2}}({0}, {1})", binds=False),
    "sqrt": Function(np.sqrt, "np.sqrt({0})", "√({0})", r"\sqrt{{{0}}}", binds=False),
    "exp": Function(np.exp, "np.exp({0})", "exp({0})", r"e^{{{0}}}", binds=False),
    "log": Function(np.log, "np.log({0})", "ln {0}", r"\ln {0}"),
    "abs": Function(np.abs, "np.abs({0})", "|{0}|", r"|{0}|", binds=False),
    "sign": Function(np.sign, "np.sign({0})"),
    "ceil": Function(np.ceil, "np.ceil({0})", "⌈{0}⌉", r"\lceil {0} \rceil", binds=False),
    "round": Function(np.round, "np.round({0})"),
    "sum": Function(np.sum, "np.sum({0})", "Σ {0}", r"\sum {0}"),
    "mean": Function(np.mean, "np.mean({0})"),
    "product": Function(np.prod, "np.prod({0})"),
    "least": Function(np.min, "np.min({0})", "min({0})", r"\min {0}", binds=False),
    "greatest": Function(np.max, "np.max({0})", "max({0})", r"\max {0}", binds=False),
    "min": Function(np.minimum, "np.minimum({0}, {1})"),
    "max": Function(np.maximum, "np.maximum({0}, {1})"),
    "norm": Function(np.linalg.norm, "np.linalg.norm({0})", "‖{0}‖", r"\|{0}\|", binds=False),
    "dot": Function(np.dot, "np.dot({0}, {1})", "{0} · {1}", r"{0} \cdot {1}"),
    "cross": Function(np.cross, "np.cross({0}, {1})", "{0} × {1}", r"{0} \times {1}"),
    "det": Function(np.linalg.det, "np.linalg.det({0})", "det {0}", r"\det {0}"),
    "inv": Function(inverse, "np.linalg.inv({0})", "{0}⁻¹", "{0}^{{-1}}"),
    "pinv": Function(np.linalg.pinv, "np.linalg.pinv({0})", "{0}⁺", "{0}^{{+}}"),
    "solve": Function(solve, "np.linalg.solve({0}, {1})", "{0}⁻¹ {1}", "{0}^{{-1}} {1}"),
    "rank": Function(rank, "np.linalg.matrix_rank({0}, rtol=1e-12)", "rank {0}", r"\mathrm{{rank}}\,{0}"),
    "sigma": Function(lambda A: np.linalg.svd(A)[1], "np.linalg.svd({0})[1]", "σ({0})", r"\sigma({0})", binds=False),
    "kernel": Function(kernel, "np.linalg.svd(np.atleast_2d({0}))[2][-1]", "ker {0}", r"\ker {0}"),
    "diag": Function(np.diag, "np.diag({0})"),
    "eye": Function(lambda n: np.eye(_size(n)), "np.eye({0})", "1", "1"),
    "zeros": Function(lambda n: np.zeros(_size(n)), "np.zeros({0})", "0", "0"),
    "join": Function(join, "np.hstack([{all}])", "({all})", "({all})", binds=False),
    "stack": Function(lambda *rows: np.vstack(rows), "np.vstack([{all}])", "[{all}]", "[{all}]", binds=False),
    "S": Function(skew, "np.cross(np.eye(3), {0})", "S({0})", r"S({0})", binds=False),
    "Rx": Function(turned(0), "np.array([[1, 0, 0], [0, np.cos({0}), -np.sin({0})], [0, np.sin({0}), np.cos({0})]])"),
    "Ry": Function(turned(1), "np.array([[np.cos({0}), 0, np.sin({0})], [0, 1, 0], [-np.sin({0}), 0, np.cos({0})]])"),
    "Rz": Function(turned(2), "np.array([[np.cos({0}), -np.sin({0}), 0], [np.sin({0}), np.cos({0}), 0], [0, 0, 1]])"),
    "zero": Function(is_zero, "np.allclose({0}, 0)", "{0} = 0", "{0} = 0", binds=False),
}
"""What expressions may call besides quantities of the exercise's robot or scene, by name."""


def _size(n: float) -> int:
    if not 1 <= n <= 20:
        raise ValueError(f"1 to 20 entries, not {n:g}")
    return int(n)
