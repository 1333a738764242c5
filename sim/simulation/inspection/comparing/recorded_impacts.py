"""The impacts of a recording as a comparison has them: each pair of bodies that struck, with what its contacts took out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ....arrays import Array
from ....errors import ArgumentError
from ...recording.events import EventKind
from ...step_arrays import IMPACT, IMPULSE, NORMAL, VELOCITY, VELOCITY_BEFORE
from ..jumps.jump_map import jump_map
from .values import ComparedImpact, Pair

if TYPE_CHECKING:
    from ...recording.recording import Recording


def recorded_impacts(recording: Recording) -> tuple[ComparedImpact, ...]:
    """Every impact in the order of time, those of one state of one pair of bodies in one.

    The energy lost is that of the jump map (`jump_map`), -½ Σ Λ·(u⁻ + u⁺) over the contacts of the pair. In time-stepping u⁻ is
    what the step would have ended with without contact: its Λ has gravity's h g to undo as well, and so has the energy. It is NaN
    where the problem is too large to be set up again.
    """
    settings, found = recording.settings, list[ComparedImpact]()
    within = settings.dt if settings.scheme == "time_stepping" else settings.event_tolerance
    for i in _struck_states(recording):
        pairs, numbers = recording.contact_columns(i)
        bodies = _bodies(recording, pairs)
        impulses = np.einsum("ck,ck->c", numbers[:, IMPULSE : IMPULSE + 3], numbers[:, NORMAL : NORMAL + 3])
        before, after = (
            np.einsum("ck,ck->c", numbers[:, k : k + 3], numbers[:, NORMAL : NORMAL + 3]) for k in (VELOCITY_BEFORE, VELOCITY)
        )
        lost, hit = _lost(recording, i), pairs[:, IMPACT].astype(bool)
        for pair in dict.fromkeys(one for one, struck in zip(bodies, hit, strict=True) if struck):
            mine = np.array([one == pair for one in bodies])
            struck = np.flatnonzero(mine & hit)
            k = int(struck[np.argmin(before[struck])])
            found.append(
                ComparedImpact(
                    float(recording.t[i]),
                    within,
                    pair,
                    float(impulses[struck].sum()),
                    float(before[k]),
                    float(after[k]),
                    float(lost[mine].sum()),
                )
            )
    return tuple(found)


def _struck_states(recording: Recording) -> Iterator[int]:
    times = recording.t
    for t in np.unique([event.t for event in recording.events if event.kind is EventKind.IMPACT]):
        for i in range(int(np.searchsorted(times, t)), int(np.searchsorted(times, t, side="right"))):
            if recording.contact_columns(i)[0][:, IMPACT].any():
                yield i


def _bodies(recording: Recording, pairs: np.ndarray) -> list[Pair]:
    names, shapes = recording.scene.model.body_names, recording.scene.system.shapes["body"]
    return [(names[int(shapes[pair[0]])], names[int(shapes[pair[1]])]) for pair in pairs]


def _lost(recording: Recording, i: int) -> Array:
    """Energy that each contact of state i takes out (k,) [J]."""
    count = len(recording.contact_columns(i)[0])
    try:
        jump = jump_map(recording, i)
    except ArgumentError:  # too many contacts for their problem to be set up again
        return np.full(count, np.nan)
    return jump.taken[:count]
