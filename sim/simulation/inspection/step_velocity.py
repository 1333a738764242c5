"""Velocities of a time-stepping step as its contacts were solved for: a recorded state has them after the step has turned on.

Contacts are solved where the step has drifted to; then bodies drift on, and the twists of free-flyers, which are in their own
axes, turn with them (see `time_stepping.step`). Here that is undone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...arrays import Array
from ...kernel import compile_entry, copy_into, entry, f8, i8, v_in, v_out
from ...multibody.model.model import FREE_FLYER
from ..running.time_stepping.free_motion import carry_velocity, drift
from ..running.time_stepping.many_steps import system_in

if TYPE_CHECKING:
    from ..recording.recording import Recording

_MOST_ROUNDS = 60
_EXACT = 1e-16  # change of the last round, share of the fastest velocity


def solved_velocity(recording: Recording, i: int) -> Array:
    """The velocity (nv,) that the contacts of state i of time-stepping were solved to, where they were solved [m/s | rad/s].

    It is the one that the second half of the step takes to the recorded state, free-flyers in the axes that they had.
    """
    system = recording.scene.system
    q, end, v = recording.problems.configuration(i), recording.q[i], recording.v[i]
    compile_entry(_drifted)
    half = recording.settings.theta * recording.settings.dt
    found, there, missing = np.zeros_like(v), np.empty_like(v), np.empty_like(v)
    _drifted(system, 0.0, end, q, v, True, np.empty_like(q), found)
    for _ in range(_MOST_ROUNDS):
        _drifted(system, half, q, end, found, True, np.empty_like(q), there)
        _drifted(system, 0.0, end, q, v - there, False, np.empty_like(q), missing)
        found += missing
        if np.max(np.abs(missing), initial=0.0) <= _EXACT * np.max(np.abs(found), initial=0.0):
            break
    return found


@entry(system_in, f8, v_in, v_in, v_in, i8, v_out, v_out)
def _drifted(system: Any, span: float, q: Array, to: Array, v: Array, keep_energy: int, moved: Array, turned: Array) -> int:
    """Let (q, v) drift over `span` and write v in the axes of free-flyers at the configuration `to` into `turned`."""
    table, trees = system.table, system.trees
    copy_into(q, moved)
    copy_into(v, turned)
    drift(table, trees, span, moved, turned)
    for i in range(1, table.shape[0]):
        if table[i].kind == FREE_FLYER:
            is_free = keep_energy != 0 and trees[system.tree_of[i]].free != 0
            carry_velocity(table[i], is_free, moved, to, turned)
    return 0
