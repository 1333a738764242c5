"""Which contacts of an island press: as the step before had it, and what a wrong guess leads to."""

from __future__ import annotations

import math
from typing import Any

from ....arrays import Array
from ....kernel import kernel
from ...law.contact_laws import COULOMB
from ...law.friction_cone import project
from ..assembly import law_velocity_of
from ..solver_arrays import FINE

_EDGE, _CREEP = 1e-6, 1e-7  # part of a force within which it is at the edge of its cone; slip that may be none [m/s]
_OBLIQUE = 0.7  # of the disc, what is in every pyramid
_NOT_ASKED = -1e99  # a target below this asks nothing


@kernel
def guess_into(arrays: Any, members: Any, is_heap: bool) -> bool:
    """Mark in arrays.active which contacts press; False if some slip or yield.

    They are those that pressed or struck in the step before, and those that would be crossed: as bodies move before the step, and
    new ones as they move without contact; in a heap also those that touch then, as what falls with what bears it.
    """
    pressing = 0
    for k in range(members.shape[0]):
        c = members[k]
        contact = arrays.contacts[c]
        mu, p = contact.friction, contact.impulse
        arrays.active[k] = 0
        if contact.softness > 0.0:
            return False
        if mu < 0.0:
            if math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) >= -mu * (1.0 - _EDGE):
                return False
            arrays.active[k] = 1
        elif p[2] > 0.0:
            if mu > 0.0:
                edge = mu * p[2] * (1.0 - _EDGE if contact.cone <= COULOMB else _OBLIQUE)
                slip = contact.slip[0] * contact.slip[0] + contact.slip[1] * contact.slip[1]
                if slip > _CREEP * _CREEP and p[0] * p[0] + p[1] * p[1] >= edge * edge:
                    return False
            arrays.active[k] = 1
        elif contact.struck != 0:
            arrays.active[k] = 1
        elif contact.target > _NOT_ASKED:
            z = contact.approach + FINE
            if contact.before < 0:
                _, _, z = law_velocity_of(contact, arrays.segments, c, arrays.J, arrays.free)
            arrays.active[k] = 1 if z < contact.target or (is_heap and z <= contact.target + FINE) else 0
        pressing += arrays.active[k]
    return pressing > 0


@kernel
def let_go(arrays: Any, members: Any, u: Array) -> bool:
    """Let go the contact that opens where those that press cannot all have what they ask; whether there is one.

    What they ask in vain, u, is then a pattern of impulses that moves nothing: along it the first to lose its push opens.
    """
    first, least = -1, 1e300
    for k in range(members.shape[0]):
        c = members[k]
        if arrays.active[k] != 0 and arrays.contacts[c].friction >= 0.0 and u[k, 2] > 0.0:
            share = arrays.r[c, 2] / u[k, 2]
            if share < least:
                first, least = k, share
    if first >= 0:
        arrays.active[first] = 0
    return first >= 0


@kernel
def has_guessed(arrays: Any, members: Any, tolerance: float, u: Array, z: Array) -> bool:
    """Whether those that press push, and no other is crossed or touches where it would push; else mark those that do."""
    is_right = True
    for k in range(members.shape[0]):
        contact = arrays.contacts[members[k]]
        if contact.friction < 0.0:
            continue
        if arrays.active[k] != 0:
            if arrays.r[members[k], 2] < 0.0:
                arrays.active[k], is_right = 0, False
        elif u[k, 2] < -tolerance or (u[k, 2] <= tolerance and _shares(contact, tolerance, u[k], z[k])):
            arrays.active[k], is_right = 1, False
    return is_right


@kernel
def _shares(contact: Any, tolerance: float, u: Array, z: Array) -> bool:
    """Whether a contact that touches with the velocity u would bear a part of the impulses of least norm."""
    _, _, push = project(contact.friction, contact.cone, 1.0, z[0], z[1], z[2])
    return bool(push > 0.0 and u[0] * u[0] + u[1] * u[1] <= tolerance * tolerance)
