"""What the contacts of each state add up to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ....arrays import Array
from ...step_arrays import IMPACT_LEVEL, IMPULSE, NORMAL, NOT_SOLVED
from ..recorded_contacts import sums_by_state

if TYPE_CHECKING:
    from ...running.scene.settings import Settings


class ContactSums(NamedTuple):
    """Of each of n states. In time-stepping a force is the mean over the step; at an impact there is an impulse and no force."""

    force: Array  # (n,) Σλ_n [N]
    friction: Array  # (n,) Σ‖λ_t‖ [N]
    impulse: Array  # (n,) of the normal impulses of impacts [N s]
    normal: Array  # (n,) of the normal impulses of all contacts [N s]; hybrid, between impacts, of forces [N]


def contact_sums(impact: np.ndarray, numbers: Array, first: np.ndarray, last: np.ndarray, settings: Settings) -> ContactSums:
    """From the numbers (k, CONTACT_NUMBERS) of contacts, and which are impacts (k,); state i has those first[i] to last[i]."""
    load, normals = numbers[:, IMPULSE : IMPULSE + 3], numbers[:, NORMAL : NORMAL + 3]
    normal = np.einsum("ck,ck->c", load, normals)
    tangential = np.linalg.norm(load - normal[:, None] * normals, axis=1)
    per_force = 1.0 if settings.scheme == "hybrid" else 1.0 / settings.dt
    columns = (
        np.where(impact, 0.0, normal * per_force),
        np.where(impact, 0.0, tangential * per_force),
        np.where(impact, normal, 0.0),
        normal,
    )
    return ContactSums(*(sums_by_state(column, first, last) for column in columns))


def where_solved(force: Array, level: np.ndarray) -> Array:
    """Forces (n,), NaN where none was solved by the `level` (n,) of their states: at a start, and after a hybrid impact."""
    return np.where(np.isin(level, (NOT_SOLVED, IMPACT_LEVEL)), np.nan, force)
