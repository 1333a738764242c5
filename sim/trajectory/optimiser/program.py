"""A nonlinear program put together from pieces: each kind of piece is differentiated once, by itself, and evaluated for all.

Hessian and Jacobian of the whole are those of the pieces, scattered. To build them takes as long as the differentiation of
one interval, however many there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Function = Any  # casadi.Function, which has no types
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Piece:
    """Cost and rows of a few variables, of which there are many alike: an interval, a knot, a jump.

    function   : (w, p) -> cost (1,), rows (k,); SX
    variables  : (instances, size of w) places in the program's variables, none twice in a row
    parameters : (instances, size of p) places in the program's parameters
    """

    function: Function
    variables: Ints
    parameters: Ints

    @property
    def rows(self) -> int:
        """Of one instance."""
        return int(self.function.size1_out(1))


@dataclass(frozen=True, eq=False)
class NonlinearProgram:
    """Minimise f(x, p) with g(x, p) between bounds. Rows of g stand in the order of the pieces, instance by instance."""

    variables: int
    parameters: int
    pieces: tuple[Piece, ...]
    cost_and_rows: Function  # (x, p) -> f, g
    gradient: Function  # (x, p) -> f, its gradient
    jacobian: Function  # (x, p) -> g, its Jacobian (sparse)
    hessian: Function  # (x, p, lam_f, lam_g) -> upper triangle of the Lagrangian's Hessian (sparse)
    solvers: dict[Any, Function] = field(default_factory=dict)  # by options, made when asked for

    @property
    def rows(self) -> int:
        """All constraints."""
        return int(self.cost_and_rows.size1_out(1))


def make_program(pieces: Sequence[Piece], variables: int, parameters: int) -> NonlinearProgram:
    """Differentiate each kind of piece and put all together."""
    import casadi as ca

    x, p = ca.MX.sym("x", variables), ca.MX.sym("p", parameters)
    lam_f = ca.MX.sym("lam_f")
    count = sum(len(piece.variables) * piece.rows for piece in pieces)
    lam_g = ca.MX.sym("lam_g", count)
    cost, rows = ca.MX(0), []
    gradient, jacobian, hessian = _Scatter(), _Scatter(), _Scatter()
    row = 0
    for piece in pieces:
        many, k = len(piece.variables), piece.rows
        if many == 0:
            continue
        gradient_of, jacobian_of, hessian_of, jac_sparsity, hess_sparsity = derivatives_of(piece.function)
        w = ca.reshape(x[piece.variables.ravel().tolist()], -1, many)
        q = ca.reshape(p[piece.parameters.ravel().tolist()], -1, many)
        costs, values = piece.function.map(many)(w, q)
        cost += ca.sum2(costs)
        rows.append(ca.vec(values))
        lam = ca.reshape(lam_g[row : row + many * k], k, many)
        curved = hessian_of.map(many)(w, q, ca.repmat(lam_f, 1, many), lam)
        numbers = row + np.arange(many * k).reshape(many, k)
        gradient.add(ca.vec(gradient_of.map(many)(w, q)), piece.variables.ravel(), np.zeros(piece.variables.size, np.int64))
        r, c = (np.asarray(part, np.int64) for part in jac_sparsity.get_triplet())
        jacobian.add(ca.vec(jacobian_of.map(many)(w, q)), numbers[:, r].ravel(), piece.variables[:, c].ravel())
        r, c = (np.asarray(part, np.int64) for part in hess_sparsity.get_triplet())
        first, second = piece.variables[:, r].ravel(), piece.variables[:, c].ravel()
        hessian.add(ca.vec(curved), np.minimum(first, second), np.maximum(first, second))
        row += many * k
    g = ca.vertcat(*rows)
    names = ["x", "p"]
    return NonlinearProgram(
        variables,
        parameters,
        tuple(piece for piece in pieces if len(piece.variables)),
        ca.Function("nlp_fg", [x, p], [cost, g], names, ["f", "g"]),
        ca.Function("nlp_grad_f", [x, p], [cost, ca.densify(gradient.whole(variables, 1))], names, ["f", "grad_f_x"]),
        ca.Function("nlp_jac_g", [x, p], [g, jacobian.whole(row, variables)], names, ["g", "jac_g_x"]),
        ca.Function(
            "nlp_hess_l",
            [x, p, lam_f, lam_g],
            [hessian.whole(variables, variables)],
            [*names, "lam_f", "lam_g"],
            ["triu_hess_gamma_x_x"],
        ),
    )


def derivatives_of(function: Function) -> tuple[Function, Function, Function, Any, Any]:
    """Of a piece: (w, p) -> gradient of its cost; (w, p) -> entries of its rows' Jacobian; (w, p, lam_f, lam) -> entries of the
    upper triangle of its Lagrangian's Hessian; and the sparsities of the last two.
    """
    import casadi as ca

    w, p = ca.SX.sym("w", function.size1_in(0)), ca.SX.sym("p", function.size1_in(1))
    cost, rows = function(w, p)
    lam_f, lam = ca.SX.sym("lam_f"), ca.SX.sym("lam", function.size1_out(1))
    jacobian = ca.jacobian(rows, w)
    hessian = ca.triu(ca.hessian(lam_f * cost + ca.dot(lam, rows), w)[0])
    return (
        ca.Function("gradient", [w, p], [ca.densify(ca.gradient(cost, w))]),
        ca.Function("jacobian", [w, p], [entries_of(jacobian)]),
        ca.Function("hessian", [w, p, lam_f, lam], [entries_of(hessian)]),
        jacobian.sparsity(),
        hessian.sparsity(),
    )


def entries_of(matrix: Any) -> Any:
    """The nonzeros of a sparse matrix as a dense column."""
    import casadi as ca

    return ca.vertcat(*matrix.nonzeros()) if matrix.nnz() else ca.SX(0, 1)


class _Scatter:
    """Entries on their way into one sparse matrix; those that fall on one place are added."""

    def __init__(self) -> None:
        self._entries: list[Any] = []
        self._rows: list[Ints] = []
        self._columns: list[Ints] = []

    def add(self, entries: Any, rows: Ints, columns: Ints) -> None:
        self._entries.append(entries)
        self._rows.append(rows)
        self._columns.append(columns)

    def whole(self, height: int, width: int) -> Any:
        import casadi as ca

        rows, columns = np.concatenate(self._rows), np.concatenate(self._columns)
        if rows.size == 0:
            return ca.MX(height, width)
        keys, place = np.unique(columns * height + rows, return_inverse=True)
        sparsity = ca.Sparsity.triplet(height, width, (keys % height).tolist(), (keys // height).tolist())
        entries = ca.vertcat(*self._entries)
        if keys.size == rows.size:  # each place once: no sum
            return ca.MX(sparsity, entries[np.argsort(place).tolist()])
        adding = ca.Sparsity.triplet(keys.size, rows.size, place.ravel().tolist(), list(range(rows.size)))
        return ca.MX(sparsity, ca.DM(adding, 1.0) @ entries)
