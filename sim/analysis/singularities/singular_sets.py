"""Where several polynomials vanish together: each factor of one of them is followed into the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..symbolic.exact_chain import ExactChain
from ..symbolic.trig_factors import TrigFactor, common_factors, factored
from ..symbolic.trig_ring import TrigRing
from ..symbolic.trig_roots import Root, roots_of

_DEPTH = 4
_TERMS = 400  # of polynomials that are not followed any further


@dataclass(frozen=True, eq=False, slots=True)
class SingularSet:
    """Joints at a place, and polynomials that vanish; all of it is what is left of the minors."""

    roots: tuple[Root, ...]
    curves: tuple[Any, ...]  # polynomials of several joints
    closed: bool  # the curve is one factor, not what could not be solved


def sets_of_factor(chain: ExactChain, factor: TrigFactor) -> list[SingularSet]:
    """Where one factor is zero."""
    if not factor.joints:
        return []
    if len(factor.joints) > 1:
        return [SingularSet((), (factor.polynomial,), True)]
    return [SingularSet((root,), (), root.closed) for root in roots_of(chain, factor.polynomial, factor.joints[0])]


def common_zeros(chain: ExactChain, polynomials: Sequence[Any], depth: int = 0) -> list[SingularSet]:
    """Where all of them vanish, those contained in others left out."""
    ring = chain.ring
    remaining = _different(ring, [p for p in (ring.reduced(q) for q in polynomials) if p])
    if not remaining:
        return [SingularSet((), (), True)]
    if any(not ring.joints_of(p) for p in remaining):
        return []
    if depth >= _DEPTH or any(len(p) > _TERMS for p in remaining):
        return [SingularSet((), tuple(remaining), False)]
    common, rests = common_factors(ring, remaining)
    found = [place for factor in common for place in sets_of_factor(chain, factor)]
    rests = _different(ring, rests)
    if any(not ring.joints_of(p) for p in rests):
        return found
    first = min(rests, key=lambda p: _effort(ring, p))
    others = [p for p in rests if p is not first]
    for factor in factored(ring, first).factors:
        found += _followed(chain, factor, others, depth)
    return _largest(found)


def _followed(chain: ExactChain, factor: TrigFactor, others: Sequence[Any], depth: int) -> list[SingularSet]:
    """Where a factor and the others vanish."""
    ring, found = chain.ring, []
    if len(factor.joints) > 1:
        return [SingularSet((), (factor.polynomial, *others), False)]
    for root in roots_of(chain, factor.polynomial, factor.joints[0]) if factor.joints else ():
        if root.exact is None:
            found.append(SingularSet((root,), tuple(others), False))
            continue
        inner = common_zeros(chain, [ring.put(p, root.joint, *root.exact) for p in others], depth + 1)
        found += [
            SingularSet(tuple(sorted((root, *place.roots), key=lambda r: r.joint)), place.curves, place.closed and root.closed)
            for place in inner
        ]
    return found


def _different(ring: TrigRing, polynomials: Sequence[Any]) -> list[Any]:
    found: dict[Any, Any] = {}
    for p in polynomials:
        found.setdefault(p.monic(), p)
    return list(found.values())


def _effort(ring: TrigRing, p: Any) -> tuple[int, int]:
    factors = factored(ring, p).factors
    return sum(len(f.joints) > 1 for f in factors), sum(len(f.polynomial) for f in factors)


def contained(place: SingularSet, others: Sequence[SingularSet]) -> bool:
    """Whether one of the others, with conditions that this one has too, contains it."""
    roots, curves = _conditions(place)
    return any(more <= roots and other <= curves for more, other in map(_conditions, others))


def _conditions(place: SingularSet) -> tuple[set[tuple[int, float]], set[str]]:
    return {(root.joint, round(root.value, 9)) for root in place.roots}, {str(p.monic()) for p in place.curves}


def _largest(sets: Sequence[SingularSet]) -> list[SingularSet]:
    """Those that no other one contains."""
    maximal: list[SingularSet] = []
    for place in sorted(sets, key=lambda place: (len(place.curves), len(place.roots))):
        if not contained(place, maximal):
            maximal.append(place)
    return maximal
