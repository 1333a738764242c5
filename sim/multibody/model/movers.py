"""Which joints move a frame, and where their numbers are."""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import ArgumentError, UnknownNameError
from ...texts import tr
from .model import Model


def rows_to(model: Model, frame: str) -> list[int]:
    """Rows of the table that carry a frame, that of the last joint first. Raises UnknownNameError for an unknown frame."""
    row, rows = int(model.frame_row[model.frame_index(frame)]), []
    parents = model.table["parent"].tolist()
    while row > 0:
        rows.append(row)
        row = parents[row]
    return rows


def joint_of(model: Model, row: int) -> str:
    """The joint by whose numbers a row moves; of one that follows another, its leader."""
    column = int(model.table["iv"][row])
    return next(name for name, (_, place) in model.joint_slices().items() if place.start <= column < place.stop)


def joints_moving(model: Model, frame: str) -> tuple[str, ...]:
    """The joints by whose numbers a frame moves, in the order of q; one that follows another counts as its leader.

    Raises UnknownNameError for an unknown frame.
    """
    columns = set(model.table["iv"][rows_to(model, frame)].tolist())
    return tuple(
        name for name, (_, place) in model.joint_slices().items() if not columns.isdisjoint(range(place.start, place.stop))
    )


def movers(model: Model, frame: str) -> tuple[str, ...]:
    """Those of `joints_moving` that have one degree of freedom."""
    return tuple(name for name in joints_moving(model, frame) if model.joint(name).kind.nv == 1)


def columns_to(model: Model, frame: str) -> list[int]:
    """The numbers of v that can move a frame, in their order. Raises UnknownNameError for an unknown frame."""
    slices = model.joint_slices()
    return [k for name in joints_moving(model, frame) for k in range(slices[name][1].start, slices[name][1].stop)]


def one_degree_columns(model: Model, joints: Sequence[str]) -> list[int]:
    """Where each joint, of one degree of freedom, has its number in v. Raises UnknownNameError, ArgumentError."""
    slices = model.joint_slices()
    for name in joints:
        if name not in slices:
            raise UnknownNameError("joint", str(name), slices, tr("model {model!r}", model=model.name))
        in_v = slices[name][1]
        if in_v.stop - in_v.start != 1:
            raise ArgumentError(
                "joint {name!r} has {stop} degrees of freedom; wanted joints of one", name=name, stop=in_v.stop - in_v.start
            )
    return [slices[name][1].start for name in joints]
