"""The Jacobian of a frame: from velocities v to the frame's twist.

Source: kinematic-model, "Calcul de la jacobienne"; THEORY §1, route 1 (geometric columns), built along the frame's own axes.
"""

from __future__ import annotations

from typing import Any

from ..errors import UnknownNameError
from ..kernel import kernel, small
from ..native import integer, matrix_of, native, new_array, refuse, scratch, vector
from .arrays import Array
from .checks import checked, usable_q
from .model import PRISMATIC, REVOLUTE, SPHERICAL, Model
from .placements import joint_placement_into
from .spatial import compose_into
from .table import placements, row_numbers, rows

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
        return _jacobian.call(model.table, model.work, model.frame_row, model.frame_placement, q, index, code)
    except TypeError:
        pass  # something to convert, or to refuse in words
    (q,) = checked(model, q=q)
    return _jacobian.call(model.table, model.work, model.frame_row, model.frame_placement, q, index, code)


@native
def _jacobian(numpy: int, given: int, count: int) -> int:
    table, q = rows(given, 0), vector(numpy, given, 4)
    if not usable_q(table, q):
        return refuse()
    n = table[0].iv
    result = new_array(numpy, (6, n))
    if result:
        work, index = scratch(given, 1, 0, 3, 12), integer(given, 5)
        placement, row = placements(given, 3), row_numbers(given, 2)[index]
        jacobian_into(table, q, row, placement[index], integer(given, 6), work, matrix_of(result, 6, n))
    return result


@kernel
def jacobian_into(table: Any, q: Array, row: int, placement: Array, reference: int, work: Array, J: Array) -> None:
    """Write the Jacobian (6, nv) of a frame carried by a row at `placement` (4, 4) in it; work (3, 12) is scratch.

    Walk from the frame to the root, with the frame's pose in the row of the moment: columns along the frame's axes.
    """
    J[:, :] = 0.0
    X, F, G = work[0], work[1], work[2]
    for i in range(3):
        for j in range(3):
            F[3 * i + j] = placement[i, j]
        F[9 + i] = placement[i, 3]
    while row > 0:
        _add_columns(table[row], F, J)
        joint_placement_into(table[row], q, X)
        compose_into(X, F, G)
        F, G = G, F
        row = table[row].parent
    if reference != LOCAL:
        _turn_columns(F, J)
        if reference == WORLD:
            _shift_columns(F[9], F[10], F[11], J)


@small
def _add_columns(row: Any, F: Array, J: Array) -> None:
    """Add what a row's joint does to a frame placed at F in it: twists at the frame, along the frame's axes."""
    iv, ratio, x, y, z = row.iv, row.ratio, F[9], F[10], F[11]
    if row.kind == REVOLUTE:
        for j in range(3):
            J[j, iv] += ratio * (x * F[3 + j] - y * F[j])
            J[3 + j, iv] += ratio * F[6 + j]
    elif row.kind == PRISMATIC:
        for j in range(3):
            J[j, iv] += ratio * F[6 + j]
    elif row.kind == SPHERICAL:
        for j in range(3):
            a, b, c = F[j], F[3 + j], F[6 + j]
            J[3 + j, iv], J[3 + j, iv + 1], J[3 + j, iv + 2] = a, b, c
            J[j, iv], J[j, iv + 1], J[j, iv + 2] = y * c - z * b, z * a - x * c, x * b - y * a
    else:
        for j in range(3):
            a, b, c = F[j], F[3 + j], F[6 + j]
            J[j, iv], J[j, iv + 1], J[j, iv + 2] = a, b, c
            J[3 + j, iv + 3], J[3 + j, iv + 4], J[3 + j, iv + 5] = a, b, c
            J[j, iv + 3], J[j, iv + 4], J[j, iv + 5] = y * c - z * b, z * a - x * c, x * b - y * a


@small
def _turn_columns(F: Array, J: Array) -> None:
    """Turn the columns of J from the axes of the frame F (12,) into those F is given in."""
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
