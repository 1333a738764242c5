"""The joints between the world and a frame as plain numbers: what formulas are made of. Needs no SymPy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...errors import ArgumentError
from ...multibody.model.coordinate_names import joint_numbers
from ...multibody.model.model import FREE_FLYER, PRISMATIC, JointKind, Model
from ...multibody.model.movers import joint_of, rows_to
from ..joint_span import joint_span

Pose = tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """Joints of one degree, each about or along z of its own frame. Plain values: they cross to another process as JSON."""

    frame: str
    joints: tuple[str, ...]  # from the world on
    numbers: tuple[int, ...]  # of them in formulas: those of `joint_numbers`
    prismatic: tuple[bool, ...]
    links: tuple[Pose, ...]  # n + 1 poses 3 × 4: of joint i + 1 (at zero) in the moved frame of joint i; the frame's at last
    low: tuple[float, ...]  # [rad | m]; ±π or ±1 m where there is no limit
    high: tuple[float, ...]


def chain_to(model: Model, frame: str) -> Chain:
    """The chain from the world, or from a free base, to a frame.

    Raises UnknownNameError for an unknown frame; ArgumentError if a joint on the way is not revolute or prismatic, follows
    another one, or if there is none.
    """
    tail = model.frame_placement[model.frame_index(frame)]
    names: list[str] = []
    prismatic: list[bool] = []
    links: list[Pose] = [_numbers(tail)]
    for row in rows_to(model, frame):
        entry = model.table[row]
        if int(entry["kind"]) == FREE_FLYER:
            break  # wherever a free base is, the joints after it lose the same directions of its axes
        name = joint_of(model, row)
        kind = model.joint(name).kind
        if kind.nv != 1 or kind is JointKind.HELICAL:
            raise ArgumentError(
                "frame {frame!r} of model {model!r} is carried by joint {name!r}, which is {kind}; formulas are made of "
                "revolute and prismatic joints alone",
                frame=frame,
                model=model.name,
                name=name,
                kind=kind.value,
            )
        if not int(entry["nv"]):
            raise ArgumentError(
                "frame {frame!r} of model {model!r} is carried by a joint that follows {name!r}; formulas are made of "
                "joints that move on their own",
                frame=frame,
                model=model.name,
                name=name,
            )
        names.append(name)
        prismatic.append(int(entry["kind"]) == PRISMATIC)
        links.append(_numbers(np.column_stack([entry["rotation"], entry["translation"]])))
    if not names:
        raise ArgumentError("frame {frame!r} of model {model!r} is moved by no joint", frame=frame, model=model.name)
    names.reverse()
    spans, numbers = [joint_span(model, name) for name in names], joint_numbers(model)
    return Chain(
        frame,
        tuple(names),
        tuple(numbers[name] for name in names),
        tuple(reversed(prismatic)),
        tuple(reversed(links)),
        tuple(low for low, _ in spans),
        tuple(high for _, high in spans),
    )


def _numbers(pose: np.ndarray) -> Pose:
    return tuple(tuple(float(value) for value in line) for line in np.asarray(pose)[:3])


def chain_of(fields: dict[str, Any]) -> Chain:
    """A chain as it was read from JSON."""
    return Chain(**{key: tuples(value) for key, value in fields.items()})


def tuples(value: Any) -> Any:
    """Lists, and lists in them, as tuples."""
    return tuple(map(tuples, value)) if isinstance(value, list) else value
