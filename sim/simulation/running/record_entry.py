"""Recording what a solve was asked of one contact or joint, and what it answered: the entry of `step_arrays.ENTRY`."""

from __future__ import annotations

from typing import Any

from ...kernel import kernel
from ..step_arrays import ANSWER, FREE, GIVEN, JOINT_FRICTION, LEAST, SOFTNESS, TARGET


@kernel
def record_entry_into(
    contact: Any, x: float, y: float, z: float, answer: Any, before: Any, least: float, out: Any, at: int
) -> None:
    """Write an entry from column `at` of `out` on, all along the contact's own axes.

    x, y, z : its velocity, or acceleration, without what the solve found
    answer  : (3,) its impulse, or force, with that of `before` (3,), which was there when the solve began
    least   : normal impulse that the solve may not go below
    """
    out[at + FREE], out[at + FREE + 1], out[at + FREE + 2] = x, y, z
    for k in range(3):
        out[at + ANSWER + k] = answer[k]
        out[at + GIVEN + k] = before[k]
    out[at + TARGET], out[at + SOFTNESS], out[at + LEAST] = contact.target, contact.softness, least


@kernel
def record_joint_into(contact: Any, record: Any, at: int) -> None:
    """Write which joint an entry is of, and the friction that holds it."""
    record.joints[at, 0], record.joints[at, 1], record.joints[at, 2] = contact.a, contact.b, contact.feature
    record.joint_numbers[at, JOINT_FRICTION] = contact.friction
