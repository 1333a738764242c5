"""Contacts from the columns that a recording keeps of them, and sums over those of each state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Array, frozen
from ...contact.contacts import Contacts
from ..step_arrays import ACROSS, ALONG, ENTRY, FRICTION, GAP, IMPACT, IMPULSE, MODE, NORMAL, POINT, SHAPE_A, SHAPE_B, VELOCITY

if TYPE_CHECKING:
    from ..running.scene.scene import Scene
    from ..running.scene.settings import Settings


def contacts_of(scene: Scene, settings: Settings, pairs: np.ndarray, numbers: Array) -> Contacts:
    """Contacts from the columns of a `Record`: shapes (k, 4), numbers (k, CONTACT_NUMBERS)."""
    bodies = scene.system.shapes["body"]
    impact = pairs[:, IMPACT].astype(bool)
    impulse = numbers[:, IMPULSE : IMPULSE + 3]
    interval = settings.dt
    if settings.scheme == "hybrid":
        # In the hybrid scheme forces are forces, and only impacts have impulses.
        force = np.where(impact[:, None], 0.0, impulse)
        impulse = np.where(impact[:, None], impulse, 0.0)
    else:
        force = impulse / interval
    return Contacts(
        body_a=frozen(bodies[pairs[:, SHAPE_A]]),
        body_b=frozen(bodies[pairs[:, SHAPE_B]]),
        point=frozen(numbers[:, POINT : POINT + 3]),
        normal=frozen(numbers[:, NORMAL : NORMAL + 3]),
        gap=frozen(numbers[:, GAP]),
        velocity=frozen(numbers[:, VELOCITY : VELOCITY + 3]),
        impulse=frozen(impulse.copy()),
        force=frozen(force),
        friction=frozen(numbers[:, FRICTION]),
        mode=frozen(pairs[:, MODE]),
        impact=frozen(impact),
    )


def acting_points(numbers: Array) -> tuple[Array, Array]:
    """Where the impulses of contacts (k, CONTACT_NUMBERS) act on a and on b (k, 3), in the world [m].

    Where the simulation has their law: see `from_midway` of `contact.island.assembly`, and `CONTACT.across`.
    """
    along = np.nan_to_num(numbers[:, ENTRY + ALONG, None])  # the oldest recordings do not have it
    normal = numbers[:, NORMAL : NORMAL + 3]
    on_a = numbers[:, POINT : POINT + 3] + along * normal
    return on_a, on_a + across_of(numbers)


def across_of(numbers: Array) -> Array:
    """`CONTACT.across` of contacts (k, CONTACT_NUMBERS) in the world (k, 3) [m]."""
    x, y = numbers[:, ENTRY + ACROSS, None], numbers[:, ENTRY + ACROSS + 1, None]
    normal = numbers[:, NORMAL : NORMAL + 3]
    tangent = tangents_to(normal)
    across: Array = x * tangent + y * np.cross(normal, tangent)
    return across


def tangents_to(normal: Array) -> Array:
    """The first friction direction (k, 3) of contacts of such normals (k, 3), as `finish_contact` has it."""
    sign = np.copysign(1.0, normal[:, 2])
    c = -1.0 / (sign + normal[:, 2])
    x, y = normal[:, 0], normal[:, 1]
    return np.stack([1.0 + sign * x * x * c, sign * x * y * c, -sign * x], axis=1)


def sums_by_state(values: Array, first: np.ndarray, last: np.ndarray) -> Array:
    """Sums (n,) of values of contacts over each state, which has those from `first` (n,) up to `last` (n,)."""
    own = np.flatnonzero(np.diff(last, prepend=0))  # states that are not without contacts and repeat none
    states = np.repeat(np.arange(len(own)), last[own] - first[own])
    sums = np.bincount(states, weights=values[: len(states)], minlength=len(own))
    result = np.zeros(len(last))
    touched = first < last
    result[touched] = sums[np.searchsorted(last[own], last[touched])]
    return result
