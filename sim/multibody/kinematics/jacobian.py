"""The Jacobian of a frame: from velocities v to the frame's twist.

Source: kinematic-model, "Calcul de la jacobienne"; THEORY §1, route 1 (geometric columns), built along the frame's own axes.
"""

from __future__ import annotations

from typing import Any

from ...arrays import Array
from ...errors import UnknownNameError
from ...kernel import kernel, small
from ...native import integer, matrix_of, native, new_array, refuse, scratch, vector
from ..model.checks import checked
from ..model.input_validation import valid_q
from ..model.model import PRISMATIC, REVOLUTE, Model
from .placements import joint_placement_into
from .table import placements, row_numbers, rows

Twelve = tuple[float, float, float, float, float, float, float, float, float, float, float, float]

WORLD_ALIGNED, LOCAL, WORLD = 0, 1, 2

REFERENCES = {"world_aligned": WORLD_ALIGNED, "local": LOCAL, "world": WORLD}
"""Where the twist is taken and along which axes: at the frame's origin in world axes, at the frame's origin in its own
axes, or at the world's origin in world axes."""


def jacobian(model: Model, q: Array, frame: str, reference: str = "world_aligned") -> Array:
    """Jacobian J (6, nv) of a frame: twist [v; ω] = J v, in m/s and rad/s per unit of v.

    reference : "world_aligned", "local" or "world", see `REFERENCES`.
    Raises UnknownNameError for an unknown frame or reference, ArgumentError for a bad q.
    """
    try:
        index, code = model._frame_index[frame], REFERENCES[reference]
    except (KeyError, TypeError):
        model.frame_index(frame)  # raises, unless it was the reference
        raise UnknownNameError("reference", str(reference), REFERENCES) from None
    try:
        call = _jacobian.call
        return call(model.table, model.work, model.frame_row, model.frame_placement, q, index, code)
    except TypeError:
        pass  # something to convert, or to refuse in words
    (q,) = checked(model, q=q)
    return _jacobian.call(model.table, model.work, model.frame_row, model.frame_placement, q, index, code)


@native
def _jacobian(numpy: int, given: int, count: int) -> int:
    table, q = rows(given, 0), vector(numpy, given, 4)
    if not valid_q(table, q):
        return refuse()
    n = table[0].iv
    result = new_array(numpy, (6, n))
    if result:
        X, index = scratch(given, 1, 0, table.shape[0], 12), integer(given, 5)
        placement, row = placements(given, 3), row_numbers(given, 2)[index]
        _path_placements_into(table, q, row, X)
        jacobian_into(table, X, row, placement[index], integer(given, 6), matrix_of(result, 6, n))
    return result


@kernel
def _path_placements_into(table: Any, q: Array, row: int, X: Array) -> None:
    """Write the poses in their parents of a row and those before it into X (n, 12)."""
    while row > 0:
        joint_placement_into(table[row], q, X[row])
        row = table[row].parent


@kernel
def jacobian_into(table: Any, X: Array, row: int, placement: Array, reference: int, J: Array) -> None:
    """Write the Jacobian (6, nv) of a frame carried by a row at `placement` (4, 4) in it.

    X (n, 12) : poses in their parents of the row and those before it
    Walk from the frame to the root, with the frame's pose in the row of the moment: columns along the frame's axes.
    """
    J[:, :] = 0.0
    F = _numbers_of(placement)
    while row > 0:
        _add_columns(table[row], F, J)
        F = _composed(X[row], F)
        row = table[row].parent
    if reference != LOCAL:
        _turn_columns(F, J)
        if reference == WORLD:
            _shift_columns(F[9], F[10], F[11], J)


@small
def _numbers_of(p: Array) -> Twelve:
    """A pose (4, 4) as the twelve numbers of a placement, in registers."""
    return (p[0, 0], p[0, 1], p[0, 2], p[1, 0], p[1, 1], p[1, 2], p[2, 0], p[2, 1], p[2, 2], p[0, 3], p[1, 3], p[2, 3])


@small
def _composed(A: Array, B: Twelve) -> Twelve:
    """The placement A·B (B given in A's frame)."""
    return (
        A[0] * B[0] + A[1] * B[3] + A[2] * B[6],
        A[0] * B[1] + A[1] * B[4] + A[2] * B[7],
        A[0] * B[2] + A[1] * B[5] + A[2] * B[8],
        A[3] * B[0] + A[4] * B[3] + A[5] * B[6],
        A[3] * B[1] + A[4] * B[4] + A[5] * B[7],
        A[3] * B[2] + A[4] * B[5] + A[5] * B[8],
        A[6] * B[0] + A[7] * B[3] + A[8] * B[6],
        A[6] * B[1] + A[7] * B[4] + A[8] * B[7],
        A[6] * B[2] + A[7] * B[5] + A[8] * B[8],
        A[9] + A[0] * B[9] + A[1] * B[10] + A[2] * B[11],
        A[10] + A[3] * B[9] + A[4] * B[10] + A[5] * B[11],
        A[11] + A[6] * B[9] + A[7] * B[10] + A[8] * B[11],
    )


@small
def _add_columns(row: Any, F: Twelve, J: Array) -> None:
    """Add what a row's joint does to a frame placed at F in it: twists at the frame, along the frame's axes."""
    iv, ratio, x, y = row.iv, row.ratio, F[9], F[10]
    if row.kind == REVOLUTE:
        J[0, iv] += ratio * (x * F[3] - y * F[0])
        J[1, iv] += ratio * (x * F[4] - y * F[1])
        J[2, iv] += ratio * (x * F[5] - y * F[2])
        J[3, iv] += ratio * F[6]
        J[4, iv] += ratio * F[7]
        J[5, iv] += ratio * F[8]
    elif row.kind == PRISMATIC:
        J[0, iv] += ratio * F[6]
        J[1, iv] += ratio * F[7]
        J[2, iv] += ratio * F[8]
    else:
        if row.nv == 6:
            J[0, iv], J[0, iv + 1], J[0, iv + 2] = F[0], F[3], F[6]
            J[1, iv], J[1, iv + 1], J[1, iv + 2] = F[1], F[4], F[7]
            J[2, iv], J[2, iv + 1], J[2, iv + 2] = F[2], F[5], F[8]
        _add_turns(F, iv + row.nv - 3, J)


@small
def _add_turns(F: Twelve, iv: int, J: Array) -> None:
    """Write the columns of turning about the three axes of a row, in which the frame is placed at F."""
    x, y, z = F[9], F[10], F[11]
    J[3, iv], J[3, iv + 1], J[3, iv + 2] = F[0], F[3], F[6]
    J[4, iv], J[4, iv + 1], J[4, iv + 2] = F[1], F[4], F[7]
    J[5, iv], J[5, iv + 1], J[5, iv + 2] = F[2], F[5], F[8]
    J[0, iv], J[0, iv + 1], J[0, iv + 2] = y * F[6] - z * F[3], z * F[0] - x * F[6], x * F[3] - y * F[0]
    J[1, iv], J[1, iv + 1], J[1, iv + 2] = y * F[7] - z * F[4], z * F[1] - x * F[7], x * F[4] - y * F[1]
    J[2, iv], J[2, iv + 1], J[2, iv + 2] = y * F[8] - z * F[5], z * F[2] - x * F[8], x * F[5] - y * F[2]


@small
def _turn_columns(F: Twelve, J: Array) -> None:
    """Turn the columns of J from the axes of the frame F into those F is given in."""
    for b in (0, 3):
        for c in range(J.shape[1]):
            x, y, z = J[b, c], J[b + 1, c], J[b + 2, c]
            J[b, c] = F[0] * x + F[1] * y + F[2] * z
            J[b + 1, c] = F[3] * x + F[4] * y + F[5] * z
            J[b + 2, c] = F[6] * x + F[7] * y + F[8] * z


@small
def _shift_columns(x: float, y: float, z: float, J: Array) -> None:
    """From twists at the point (x, y, z) to those at the origin: v + p × ω."""
    for c in range(J.shape[1]):
        J[0, c] += y * J[5, c] - z * J[4, c]
        J[1, c] += z * J[3, c] - x * J[5, c]
        J[2, c] += x * J[4, c] - y * J[3, c]
