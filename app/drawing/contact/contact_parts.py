"""One contact as it is shown, in the view and in the table: its name, and the parts of its force."""

from __future__ import annotations

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.contact.contacts import Contacts, Mode
from torseur.sim.superscripts import subscript

_STATES = np.array([{Mode.OPEN: "open", Mode.STICK: "sticking", Mode.SLIP: "sliding"}[mode] for mode in sorted(Mode)])


def contact_states(contacts: Contacts) -> Array:
    """(c,) what each does, by a name of `ui.look.contact_states`; without friction what is closed neither sticks nor slides."""
    smooth = (contacts.friction == 0.0) & (contacts.mode != Mode.OPEN)
    states: Array = np.where(smooth, "closed", _STATES[contacts.mode])
    return states


def contact_label(i: int) -> str:
    """The name of contact i where only plain characters are written; else see `contact_name`."""
    return f"c{subscript(i + 1)}"


def normal_and_tangential(force: Array, normal: Array) -> tuple[Array, Array]:
    """Split forces or impulses (c, 3) into sizes along unit normals (c,), and vectors across them (c, 3)."""
    along = np.einsum("ck,ck->c", force, normal)
    return along, force - along[:, None] * normal


def tangents(normal: Array) -> tuple[Array, Array]:
    """Two unit vectors across each unit normal (c, 3), those along which contacts are solved; for a floor x and y."""
    x, y, z = normal.T
    sign = np.copysign(1.0, z)
    c = -1.0 / (sign + z)
    first = np.column_stack([1.0 + sign * x * x * c, sign * x * y * c, -sign * x])
    return first, np.cross(normal, first)
