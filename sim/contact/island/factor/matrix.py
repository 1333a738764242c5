"""The matrix of an island: whole, within the envelope of its rows, or that of a large one, in blocks; as if they were one.

It begins the scratch, flat; `elimination.block_of` says where its blocks are. The leftmost columns of rows of a whole one are in
arrays.places (n,).
"""

from __future__ import annotations

from typing import Any

from ....arrays import Array
from ....kernel import kernel
from ... import envelope, linear_solvers
from ...linear_solvers import matrix
from ..islands import envelope_into
from .block_factor import factor_blocks, solve_blocks
from .elimination import is_laid_out, matrix_numbers

_clear_whole, _clear_whole_for_pivots, _reach_into = (envelope.clear_envelope, envelope.clear_pivoted, envelope.reach_into)
_cholesky, _cholesky_solve = envelope.envelope_cholesky, envelope.envelope_solve
_cholesky_from_end, _solve_from_end = linear_solvers.cholesky_from_end, linear_solvers.solve_from_end
_pivoted_solve = linear_solvers.envelope_pivoted_solve


@kernel
def prepare(arrays: Any, members: Any, trees_in: Any, n: int, with_pivots: bool) -> int:
    """Look where the matrix of n rows may have numbers; how many it takes. `reach` of rows with pivots goes behind it (n,)."""
    total = matrix_numbers(arrays, n)
    if not is_laid_out(arrays, n):
        envelope_into(arrays, members, trees_in, arrays.places[:n])
        if with_pivots:
            _reach_into(arrays.places[:n], arrays.room[total : total + n])
    return total


@kernel
def clear(arrays: Any, n: int, A: Array) -> None:
    """Write 0 where a symmetric factor of A may have numbers."""
    if not is_laid_out(arrays, n):
        _clear_whole(matrix(A, 0, n, n), arrays.places[:n])
        return
    for k in range(A.shape[0]):
        A[k] = 0.0


@kernel
def clear_pivoted(arrays: Any, n: int, reach: Array, A: Array) -> None:
    """Write 0 where `pivoted_solve` looks."""
    if is_laid_out(arrays, n):
        clear(arrays, n, A)
    else:
        _clear_whole_for_pivots(matrix(A, 0, n, n), arrays.places[:n], reach)


@kernel
def factorise(arrays: Any, trees_in: Any, n: int, A: Array) -> bool:
    """Factorise a positive definite A in place for `solve`, of which the lower half is given. False if it fails."""
    if is_laid_out(arrays, n):
        return bool(factor_blocks(arrays, trees_in, A, True))
    return bool(_cholesky(matrix(A, 0, n, n), arrays.places[:n]))


@kernel
def solve(arrays: Any, trees_in: Any, A: Array, x: Array) -> None:
    """Solve with the factors of `factorise`, in place of the right-hand side x (n,)."""
    n = x.shape[0]
    if is_laid_out(arrays, n):
        solve_blocks(arrays, trees_in, A, x)
    else:
        _cholesky_solve(matrix(A, 0, n, n), arrays.places[:n], x)


@kernel
def pivoted_solve(arrays: Any, trees_in: Any, reach: Array, A: Array, x: Array) -> bool:
    """Solve A x = b in place of b (n,), overwriting A; pivots of one in blocks are of a tree's own rows. False if it fails."""
    n = x.shape[0]
    if not is_laid_out(arrays, n):
        return bool(_pivoted_solve(matrix(A, 0, n, n), arrays.places[:n], reach, x))
    if not factor_blocks(arrays, trees_in, A, False):
        return False
    solve_blocks(arrays, trees_in, A, x)
    return True


@kernel
def factorise_from_end(arrays: Any, trees_in: Any, n: int, A: Array) -> bool:
    """As `factorise`, for `solve_from_end`: a whole one from its end, where the branches of a tree are."""
    if is_laid_out(arrays, n):
        return bool(factor_blocks(arrays, trees_in, A, True))
    return bool(_cholesky_from_end(matrix(A, 0, n, n), arrays.places[:n]))


@kernel
def solve_from_end(arrays: Any, trees_in: Any, A: Array, top: int, x: Array) -> None:
    """As `solve`; from number `top` on x (n,) is zero."""
    n = x.shape[0]
    if is_laid_out(arrays, n):
        solve_blocks(arrays, trees_in, A, x)
    else:
        _solve_from_end(matrix(A, 0, n, n), arrays.places[:top], x)
