"""Where the states of a run lie on the corner 0 ≤ φ ⟂ λ ≥ 0 of one pair of bodies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from ....arrays import Array, frozen
from ...recording.gaps import body_gaps
from ...step_arrays import IMPACT, IMPULSE, NORMAL, SHAPE_A, SHAPE_B
from .compared_signals import FAR
from .values import CornerStates, Pair

if TYPE_CHECKING:
    from ...recording.recording import Recording


def corner_states(recording: Recording, pairs: Iterable[Pair] = ()) -> CornerStates | None:
    """The smallest gap of two bodies and the normal force between them alone, state by state.

    pairs : names of two bodies each, the first that has a gap in closed form is taken; where none has, those that start nearest
    None: no two bodies have one. At an impact there is an impulse and no force; in time-stepping a force is the mean over the
    step that ended with the state.
    """
    found, gaps = body_gaps(recording.scene, np.asarray(recording.q), FAR)
    known = [k for k in range(len(found)) if np.isfinite(gaps[:, k]).any()]
    if not known:
        return None
    columns = {frozenset(found[k]): k for k in known}
    nearest = min(known, key=lambda k: float(np.nan_to_num(gaps[0, k], nan=np.inf)))
    k = next((columns[one] for one in map(frozenset, pairs) if one in columns), nearest)
    return CornerStates(found[k], frozen(gaps[:, k].copy()), frozen(_forces(recording, found[k])))


def _forces(recording: Recording, bodies: Pair) -> Array:
    """Normal force between two bodies (n,) [N]."""
    ends, pairs, numbers = recording.contact_rows(slice(None))
    names, shapes = np.array(recording.scene.model.body_names), recording.scene.system.shapes["body"]
    a, b = names[shapes[pairs[:, SHAPE_A]]], names[shapes[pairs[:, SHAPE_B]]]
    mine = ((a == bodies[0]) & (b == bodies[1])) | ((a == bodies[1]) & (b == bodies[0]))
    mine &= pairs[:, IMPACT] == 0
    states = np.searchsorted(ends, np.flatnonzero(mine), side="right")
    normal = np.einsum("ck,ck->c", numbers[mine, IMPULSE : IMPULSE + 3], numbers[mine, NORMAL : NORMAL + 3])
    sums = np.bincount(states, weights=normal, minlength=len(ends)).astype(np.float64)
    return sums / recording.settings.dt if recording.settings.scheme == "time_stepping" else sums
