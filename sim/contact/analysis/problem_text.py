"""A contact problem as text for other programs: LaTeX, CSV, and arrays of NumPy. Numbers keep every digit.

Source: THEORY §5, ζ̇ = M λ + d and u = W r + w; contact-management, "Résolution".
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import numpy as np

from ...arrays import Array
from ...errors import ArgumentError
from ..problem.problem import ContactProblem
from ..problem.solution import friction_under

UNITS = {"acceleration": ("N", "m/s²"), "velocity": ("N·s", "m/s"), "impact": ("N·s", "m/s")}
AXES = ("t1", "t2", "n")


def problem_as_latex(
    problem: ContactProblem, force: Array | None = None, *, names: Sequence[str] = (), level: str = "acceleration"
) -> str:
    """ζ̇ = M λ + d in LaTeX, with friction ζ̇ = M λ + M_t λ_t + d and u = W r + w.

    force : (n, 3) along tangent, normal × tangent, normal gives λ, λ_t and r
    level : "acceleration", or "velocity" or "impact", whose impulses are in N s; names : c_1 … of the contacts
    Raises ArgumentError for forces or names that do not fit.
    """
    found, called, (unit, rate) = _checked(problem, force, names, level)
    n = len(problem)
    mass = "1/\\mathrm{kg}"
    lines = [f"% {', '.join(called)}; M in 1/kg, d in {rate}" + ("" if found is None else f", λ in {unit}")]
    dot = "\\dot\\zeta" if level == "acceleration" else "\\zeta"
    lines.append("\\[")
    rubs = bool(np.any(problem.friction != 0.0))
    friction = " + M_t \\lambda_t" if rubs else ""
    lines.append(f"{dot} = M \\lambda{friction} + d, \\qquad 0 \\le \\lambda \\perp {dot} \\ge 0, \\qquad [M] = {mass}")
    lines.append("\\]")
    if rubs:
        lines.append("% M_t, λ_t: of friction along tangent 1, tangent 2 of each contact")
    lines += _latex_line("M", problem.M) + _latex_line("d", problem.d)
    if found is not None:
        lines += _latex_line("\\lambda", found[:, 2]) + _latex_line(dot, problem.M @ found[:, 2] + _rest(problem, found))
    if rubs:
        tangential = np.arange(3 * n) % 3 != 2
        lines += _latex_line("M_t", problem.W[2::3][:, tangential])
        if found is not None:
            lines += _latex_line("\\lambda_t", found.ravel()[tangential])
        lines.append(f"% with friction: along tangent 1, tangent 2, normal of each; μ = {_numbers(problem.friction)}")
        lines += _latex_line("W", problem.W) + _latex_line("w", problem.w)
        if found is not None:
            lines += _latex_line("r", found.ravel()) + _latex_line("u", problem.W @ found.ravel() + problem.w)
    return "\n".join(lines) + ("\n" if n else "")


def problem_as_csv(
    problem: ContactProblem, force: Array | None = None, *, names: Sequence[str] = (), level: str = "acceleration"
) -> str:
    """The contacts, a row each, then M with d, then W with w, each after an empty line; see `problem_as_latex`."""
    found, called, (unit, rate) = _checked(problem, force, names, level)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    columns = [
        "contact",
        "first",
        "second",
        *(f"point {a} [m]" for a in "xyz"),
        *(f"normal {a} [-]" for a in "xyz"),
        "gap [m]",
        "friction [-]",
        "restitution [-]",
    ]
    u = None if found is None else (problem.W @ found.ravel() + problem.w).reshape(-1, 3)
    if found is not None:
        columns += [f"force {a} [{unit}]" for a in AXES] + [f"u {a} [{rate}]" for a in AXES]
    writer.writerow(columns)
    for c, name in enumerate(called):
        numbers = [*problem.point[c], *problem.normal[c], problem.gap[c], problem.friction[c], problem.restitution[c]]
        if found is not None and u is not None:
            numbers += [*found[c], *u[c]]
        writer.writerow([name, *problem.bodies[c], *(repr(float(x)) for x in numbers)])
    axes = [f"{name} {axis}" for name in called for axis in AXES]
    for title, matrix, rest, rows in (("M [1/kg]", problem.M, problem.d, called), ("W [1/kg]", problem.W, problem.w, axes)):
        out.write("\n")
        writer.writerow([title, *rows, f"{'d' if rows is called else 'w'} [{rate}]"])
        for name, row, last in zip(rows, matrix.tolist(), rest.tolist(), strict=True):
            writer.writerow([name, *map(repr, row), repr(last)])
    return out.getvalue()


def problem_as_numpy(
    problem: ContactProblem,
    force: Array | None = None,
    *,
    names: Sequence[str] = (),
    level: str = "acceleration",
    law: str = "coulomb",
    title: str = "",
) -> str:
    """W, w, μ under a law, M and d as NumPy reads them back to the same bits, and of forces r and u; see `problem_as_latex`.

    title : a line to say what it is of
    """
    found, called, (unit, rate) = _checked(problem, force, names, level)
    lines = [f"# {title or 'A contact problem'}: u = W r + w", f"# Contacts: {', '.join(called)}", "import numpy as np", ""]
    for name, values, told in (
        ("W", problem.W, "[1/kg], along tangent 1, tangent 2, normal of each contact"),
        ("w", problem.w, f"[{rate}]"),
        ("mu", friction_under(law, problem.friction), "[-]; negative: the largest dry friction of a joint"),
    ):
        lines.append(f"{name} = {_array(values)}  # {told}")
    lines.append(f"M, d = W[2::3, 2::3], w[2::3]  # of the normals alone [1/kg], [{rate}]")
    if found is not None:
        lines += [f"r = {_array(found.ravel())}  # [{unit}]", f"u = W @ r + w  # [{rate}]"]
    return "\n".join([*lines, ""])


def _checked(
    problem: ContactProblem, force: Array | None, names: Sequence[str], level: str
) -> tuple[Array | None, list[str], tuple[str, str]]:
    n = len(problem)
    if force is not None and np.shape(force) != (n, 3):
        raise ArgumentError("force has shape {shape}; the problem wants ({n}, 3)", shape=np.shape(force), n=n)
    if names and len(names) != n:
        raise ArgumentError("{count} names are given; the problem has {n} contacts", count=len(names), n=n)
    if level not in UNITS:
        raise ArgumentError("level is one of {units}; given {level!r}", units=", ".join(UNITS), level=level)
    called = list(names) or [f"c_{k + 1}" for k in range(n)]
    return None if force is None else np.asarray(force, dtype=np.float64), called, UNITS[level]


def _rest(problem: ContactProblem, found: Array) -> Array:
    """What is added to M λ along the normals: d, and what friction gives."""
    tangential = found.copy()
    tangential[:, 2] = 0.0
    return np.asarray(problem.d + (problem.W @ tangential.ravel())[2::3])


def _latex_line(symbol: str, values: Array) -> list[str]:
    table = values[:, None] if values.ndim == 1 else values
    rows = " \\\\\n".join(" & ".join(_latex_number(x) for x in row) for row in table.tolist())
    return ["\\[", f"{symbol} = \\begin{{bmatrix}}\n{rows}\n\\end{{bmatrix}}", "\\]"]


def _latex_number(x: float) -> str:
    if not np.isfinite(x):
        return "\\text{nan}" if np.isnan(x) else "-\\infty" if x < 0 else "\\infty"
    mantissa, _, power = repr(x).partition("e")
    return mantissa if not power else f"{mantissa} \\cdot 10^{{{int(power)}}}"


def _numbers(values: Array) -> str:
    return ", ".join(map(repr, values.tolist()))


def _array(values: Array) -> str:
    """What NumPy reads back to the same bits."""
    if values.ndim == 1:
        return f"np.array([{_numbers(values)}])"
    if not len(values):
        return f"np.zeros({values.shape})"
    return "np.array([\n" + "".join(f"    [{_numbers(row)}],\n" for row in values) + "])"
