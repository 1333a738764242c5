"""Maps of how near to a singularity a robot is, over two of its joints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, frozen
from ...errors import ArgumentError, UnknownNameError
from ...multibody.model.checks import checked
from ...multibody.model.model import Model
from ...texts import tr
from ..joint_span import joint_span
from .singular_task import singular_task
from .singularity_measures import SingularityMeasures, measures_at


@dataclass(frozen=True, eq=False, slots=True)
class SingularityMap:
    """Measures over the positions of two joints, all others as they are. Arrays are read-only."""

    frame: str
    rows: str
    joint_a: str  # along the first axis of the arrays
    joint_b: str  # along the second
    a: Array  # (na,) [rad | m]
    b: Array  # (nb,) [rad | m]
    measures: SingularityMeasures  # (na, nb) each
    rank: int  # the most the rows have: below it a configuration is singular


def singularity_map(
    model: Model,
    q: Array,
    frame: str,
    joint_a: str,
    joint_b: str,
    *,
    rows: str = "position",
    resolution: int = 121,
    joints: Sequence[str] | None = None,
    weights: str | Sequence[float] | Array | None = None,
    length: float | None = None,
) -> SingularityMap:
    """Measures over two joints between their limits (±π, or ±1 m, where they have none), the others as in q (nq,).

    resolution : how many positions of each joint, 2 at least
    Other arguments and errors as of `task_jacobian`; ArgumentError for a bad q, a bad resolution or one joint given twice.
    """
    task = singular_task(model, frame, rows, joints, weights, length)
    (q,) = checked(model, q=q)
    slices = model.joint_slices()
    for name in (joint_a, joint_b):
        if name not in slices:
            raise UnknownNameError("joint", str(name), slices, tr("model {model!r}", model=model.name))
        if model.joint(name).kind.nv != 1:
            raise ArgumentError(
                "joint {name!r} is {kind}; a map is over joints of one degree", name=name, kind=model.joint(name).kind.value
            )
    if joint_a == joint_b:
        raise ArgumentError("a map is over two joints; given is {joint_a!r} twice", joint_a=joint_a)
    if isinstance(resolution, bool) or not isinstance(resolution, int) or resolution < 2:
        raise ArgumentError("resolution must be a whole number from 2 on; given {resolution!r}", resolution=resolution)
    a, b = (np.linspace(*joint_span(model, name), resolution) for name in (joint_a, joint_b))
    Q = np.tile(q, (resolution * resolution, 1))
    Q[:, slices[joint_a][0].start] = np.repeat(a, resolution)
    Q[:, slices[joint_b][0].start] = np.tile(b, resolution)
    rank = task.rank()
    found = measures_at(task, Q, rank)
    shape = (resolution, resolution)
    grid = SingularityMeasures(*(frozen(found.of(name).reshape(shape)) for name in ("w", "sigma_min", "inverse_condition")))
    return SingularityMap(frame, rows, joint_a, joint_b, frozen(a), frozen(b), grid, rank)
