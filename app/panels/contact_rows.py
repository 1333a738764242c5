"""The contacts of an instant, as the inspector's table shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from torseur.sim.contact.contacts import Contacts, Mode
from torseur.ui.panels.contact.values import STILL, ContactRow, ContactRows, LoadBounds

from ..documents.body_names import bare_names
from ..drawing.contact.contact_parts import contact_name, contact_states, normal_and_tangential, tangents

NO_BOUNDS: Mapping[int, LoadBounds] = MappingProxyType({})


def contact_rows(
    contacts: Contacts,
    body_names: tuple[str, ...],
    facets: int = 0,
    bounds: Mapping[int, LoadBounds] = NO_BOUNDS,
    fixed: Sequence[bool] = (),
) -> ContactRows:
    """One row a contact; forces [N], or impulses [N s] where the velocity jumped.

    facets : of the friction's pyramid; bounds : of the loads that are one of many; fixed : which of the bodies cannot move
    """
    n = contacts.normal
    load = np.where(contacts.impact[:, None], contacts.impulse, contacts.force)
    normal, tangential = normal_and_tangential(load, n)
    speed = np.einsum("ck,ck->c", contacts.velocity, n)
    size = np.linalg.norm(tangential, axis=1)
    first, second = (np.einsum("ck,ck->c", tangential, axis) for axis in tangents(n))
    states, read = contact_states(contacts).tolist(), bare_names(body_names)
    bounds = {i: one for i, one in bounds.items() if i < len(n)}
    fixed = fixed or (False,) * len(body_names)

    def make(i: int) -> ContactRow:
        a, b = int(contacts.body_a[i]), int(contacts.body_b[i])
        pair = body_names[a], body_names[b]
        return ContactRow(
            name=contact_name(i),
            pair=f"{read[pair[0]]} · {read[pair[1]]}",
            gap=float(contacts.gap[i]),
            speed=float(speed[i]),
            normal=float(normal[i]),
            tangential=float(size[i]),
            mode=states[i],
            impact=bool(contacts.impact[i]),
            friction=float(contacts.friction[i]),
            force=(float(first[i]), float(second[i])),
            bodies=pair,
            mover=_mover(pair, (fixed[a], fixed[b]), read),
            facets=facets,
            bounds=bounds.get(i),
        )

    closing = (contacts.mode != Mode.OPEN) & (speed < -STILL)
    return ContactRows(normal, contacts.impact, closing, bounds, make)


def _mover(pair: tuple[str, str], fixed: Sequence[bool], read: Mapping[str, str]) -> str:
    movers = [name for name, stays in zip(pair, fixed, strict=True) if not stays]
    return read[movers[0]] if len(movers) == 1 else ""
