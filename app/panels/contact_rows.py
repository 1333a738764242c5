"""The contacts of an instant, as the inspector's table shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from torseur.sim.contact.contacts import Contacts
from torseur.ui.panels.contact.values import ContactRow, LoadBounds

from ..documents.body_names import bare_names
from ..drawing.contact.contact_parts import contact_name, contact_state, normal_and_tangential, tangents

NO_BOUNDS: Mapping[int, LoadBounds] = MappingProxyType({})


def contact_rows(
    contacts: Contacts,
    body_names: tuple[str, ...],
    facets: int = 0,
    bounds: Mapping[int, LoadBounds] = NO_BOUNDS,
    fixed: Sequence[bool] = (),
) -> tuple[ContactRow, ...]:
    """One row a contact; forces [N], or impulses [N s] where the velocity jumped.

    facets : of the friction's pyramid; bounds : of the loads that are one of many; fixed : which of the bodies cannot move
    """
    if not len(contacts):
        return ()
    n = contacts.normal
    load = np.where(contacts.impact[:, None], contacts.impulse, contacts.force)
    normal, tangential = normal_and_tangential(load, n)
    speed = np.einsum("ck,ck->c", contacts.velocity, n)
    size = np.linalg.norm(tangential, axis=1)
    first, second = (np.einsum("ck,ck->c", tangential, axis) for axis in tangents(n))
    pairs = [(body_names[int(a)], body_names[int(b)]) for a, b in zip(contacts.body_a, contacts.body_b, strict=True)]
    read = bare_names(body_names)
    fixed = fixed or (False,) * len(body_names)
    return tuple(
        ContactRow(
            name=contact_name(i),
            pair=f"{read[pairs[i][0]]} · {read[pairs[i][1]]}",
            gap=float(contacts.gap[i]),
            speed=float(speed[i]),
            normal=float(normal[i]),
            tangential=float(size[i]),
            mode=contact_state(contacts, i),
            impact=bool(contacts.impact[i]),
            friction=float(contacts.friction[i]),
            force=(float(first[i]), float(second[i])),
            bodies=pairs[i],
            mover=_mover(pairs[i], [fixed[int(k)] for k in (contacts.body_a[i], contacts.body_b[i])], read),
            facets=facets,
            bounds=bounds.get(i),
        )
        for i in range(len(contacts))
    )


def _mover(pair: tuple[str, str], fixed: Sequence[bool], read: Mapping[str, str]) -> str:
    movers = [name for name, stays in zip(pair, fixed, strict=True) if not stays]
    return read[movers[0]] if len(movers) == 1 else ""
