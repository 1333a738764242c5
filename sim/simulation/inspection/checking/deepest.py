"""How deep bodies were inside each other at worst, of a whole recording."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...running.scene.start.starting_overlaps import SEEN, starting_overlaps
from ...step_arrays import GAP

if TYPE_CHECKING:
    from ...recording.recording import Recording

_BLOCK = 2**9  # states whose contacts are read in one go: a heap has hundreds in each


class Deepest(NamedTuple):
    """The deepest penetration of a recording."""

    depth: float  # [m]
    t: float  # of the state that has it [s]
    bodies: tuple[str, str]


def deepest_penetration(recording: Recording) -> Deepest | None:
    """The deepest penetration, if it is more than `SEEN`; None too where contact is compliant, and is to be penetrated.

    Of the first state it is found anew, of the others it is what their contacts were recorded with.
    """
    if recording.settings.compliance > 0.0 or not len(recording):
        return None
    worst: Deepest | None = None
    names, body = recording.scene.model.body_names, recording.scene.system.shapes["body"]
    for overlap in starting_overlaps(recording.scene, recording.q[0])[:1]:
        worst = Deepest(overlap.depth, float(recording.t[0]), (names[overlap.one], names[overlap.other]))
    for begin in range(0, len(recording), _BLOCK):
        part = slice(begin, begin + _BLOCK)
        if not np.any(recording.own_counts(part)["contacts"]):  # those that are repeated were looked at
            continue
        ends, shapes, numbers = recording.contact_rows(part)
        k = int(np.argmin(numbers[:, GAP]))
        depth = -float(numbers[k, GAP])
        if depth > (SEEN if worst is None else worst.depth):
            i = begin + int(np.searchsorted(ends, k, side="right"))
            one, other = (names[int(body[int(shape)])] for shape in shapes[k, :2])
            worst = Deepest(depth, float(recording.t[i]), (one, other))
    return worst
