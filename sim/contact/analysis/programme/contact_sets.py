"""All sets of contacts that may be closed, each with what speaks against it: the law of contact by trial, without a solver.

Source: contact-management, "Résolution"; the 2ⁿ cases of a linear complementarity problem, Acary & Brogliato 2008, §12.4.
"""

from __future__ import annotations

from itertools import chain, combinations

import numpy as np

from ....arrays import Array, frozen
from ....errors import ArgumentError
from .values import ContactSet

MOST = 10  # contacts whose sets are tried: a thousand
_ROUNDING = 1e-9  # share of the largest number of d that is none


def contact_sets(M: Array, d: Array) -> tuple[ContactSet, ...]:
    """Of ζ̇ = M λ + d, M (n, n) and d (n,): ζ̇ = 0 where a contact is closed, λ = 0 where it is open; fewest closed first.

    Of a set whose contacts are redundant the forces are such as push, where there are any. Raises ArgumentError for too many.
    """
    from scipy.optimize import nnls  # 15 MB, for a page that few open

    n, none = len(d), _ROUNDING * float(np.max(np.abs(d), initial=1.0))
    if n > MOST:
        raise ArgumentError("{n} contacts have too many sets to try all; up to {most} are", n=n, most=MOST)
    found = []
    for closed in map(list, chain.from_iterable(combinations(range(n), count) for count in range(n + 1))):
        force, own = np.zeros(n), M[np.ix_(closed, closed)]
        if closed:
            force[closed], missed = nnls(own, -d[closed])
            force[closed] = force[closed] if missed <= none else np.linalg.lstsq(own, -d[closed], rcond=1e-12)[0]
        rate = M @ force + d
        pulling = tuple(k for k in closed if force[k] < -none)
        entering = tuple(k for k in range(n) if k not in closed and rate[k] < -none)
        found.append(ContactSet(tuple(closed), frozen(force), pulling, entering))
    return tuple(found)
