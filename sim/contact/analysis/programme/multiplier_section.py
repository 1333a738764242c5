"""The objective of a contact programme over two of its forces: what its level sets and constraints look like there."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ....arrays import Array, frozen
from ....errors import ArgumentError
from ....interruption import checkpoint
from ...problem.own_methods import by_active_set
from ...problem.problem import ContactProblem, frictionless_problem_from
from ...problem.request import SolverRequest
from ...problem.solution import gauge
from .values import MultiplierSection, Programme

OTHERS = ("held", "minimised")
"""What the forces that are not drawn do: stay at the solution, or take at each place the values of least objective."""
_ROOM = 1.45  # how many times the largest value of an axis is drawn
_BEYOND = 0.3  # share of it that is drawn beyond zero, where normals would pull


class _Axis(NamedTuple):
    low: float
    high: float


def multiplier_section(
    programme: Programme, first: int, second: int, *, others: str = "held", cells: int = 61, include: Array | None = None
) -> MultiplierSection:
    """The objective and the constraints over two of the 3n components, about the solution.

    first, second : 3 times the contact, + 0 or 1 for its tangents, 2 for its normal
    others  : "held" at the solution, or "minimised" at each place under λ ≥ 0, which the law without friction alone has
    cells   : values along each axis
    include : (k, 3n) or (k, n, 3) forces that are to be in sight
    Raises ArgumentError.
    """
    n = len(programme)
    for component in (first, second):
        if not 0 <= component < 3 * n:
            raise ArgumentError(
                "there is no component {component}; {n} contacts have 0 to {n_2}", component=component, n=n, n_2=3 * n - 1
            )
    if first == second:
        raise ArgumentError("two different components are drawn; given {first} twice", first=first)
    if others not in OTHERS:
        raise ArgumentError("others are {others}; given {others_2!r}", others=" or ".join(OTHERS), others_2=others)
    if others == "minimised" and programme.law != "frictionless":
        raise ArgumentError("the other forces are minimised without friction alone; hold them")
    if programme.law == "frictionless" and not first % 3 == second % 3 == 2:
        raise ArgumentError("without friction forces are along the normals: components 2, 5, 8, …")
    r, pair = programme.force.ravel(), np.array([first, second])
    seen = np.vstack([r[None], *([] if include is None else [np.reshape(include, (-1, 3 * n))])])[:, pair]
    a, b = (_values(axis, cells) for axis in _axes(programme, pair, seen))
    places = np.stack(np.meshgrid(a, b, indexing="ij"), axis=-1).reshape(-1, 2)
    minimised = others == "minimised" and n > 2
    objective = _minimised(programme, pair, places) if minimised else _held(programme, pair, places)
    return MultiplierSection(
        first=first,
        second=second,
        others=others,
        a=frozen(a),
        b=frozen(b),
        objective=frozen(objective.reshape(len(a), len(b))),
        violation=frozen(_violation(programme, pair, places).reshape(len(a), len(b))),
        place=(float(r[first]), float(r[second])),
        least=programme.objective(r),
    )


def _axes(programme: Programme, pair: np.ndarray, seen: Array) -> list[_Axis]:
    """What is drawn of each component: the solution, what is to be in sight, and where it may be."""
    largest = float(np.max(np.abs(programme.force), initial=0.0))
    size = np.max(np.abs(seen), axis=0)
    size = np.maximum(size, 0.25 * np.max(size, initial=0.0))
    size = np.where(size > 0.0, size, largest or _free_size(programme))
    axes = []
    for component, one, column in zip(pair, size, seen.T, strict=True):
        if component % 3 == 2:
            low = min(-_BEYOND * one, 1.1 * float(column.min()))
            axes.append(_Axis(low, _ROOM * one))
        else:
            bound = float(programme.friction[component // 3] * programme.force[component // 3, 2])
            reach = _ROOM * max(one, bound)
            axes.append(_Axis(-reach, reach))
    return axes


def _free_size(programme: Programme) -> float:
    """A force of the problem where none acts: what its largest acceleration would take, or 1."""
    own = np.diag(programme.W)
    found = np.max(np.abs(programme.w) / np.where(own > 0.0, own, np.inf), initial=0.0)
    return float(found) or 1.0


def _values(axis: _Axis, cells: int) -> Array:
    return np.linspace(axis.low, axis.high, cells)


def _held(programme: Programme, pair: np.ndarray, places: Array) -> Array:
    """½ rᵀWr + rᵀŵ at places (k, 2), the other forces at the solution."""
    rest = programme.force.ravel().copy()
    rest[pair] = 0.0
    Q, slope = programme.W[np.ix_(pair, pair)], (programme.W @ rest + programme.w)[pair]
    return np.asarray(programme.objective(rest) + places @ slope + 0.5 * np.einsum("ki,ij,kj->k", places, Q, places))


def _minimised(programme: Programme, pair: np.ndarray, places: Array) -> Array:
    """The least over the other normals, none negative, of the objective at places (k, 2)."""
    normals = np.arange(2, 3 * len(programme), 3)
    free = np.setdiff1d(normals, pair)
    M, d = programme.W[np.ix_(free, free)], programme.w[free]
    across, Q = programme.W[np.ix_(free, pair)], programme.W[np.ix_(pair, pair)]
    problem = frictionless_problem_from(M, d)
    found, lam = np.empty(len(places)), programme.force.ravel()[free]
    for k, place in enumerate(places):
        checkpoint()
        slope = d + across @ place
        lam = _least(replace(problem, d=slope), lam)
        found[k] = 0.5 * lam @ M @ lam + lam @ slope + 0.5 * place @ Q @ place + place @ programme.w[pair]
    return found


def _least(problem: ContactProblem, start: Array) -> Array:
    """The normal forces of the programme of M and d alone."""
    first = np.zeros(3 * len(problem))
    first[2::3] = start
    size = max(1.0, float(np.max(np.abs(problem.d))))
    return by_active_set(SolverRequest(problem, "frictionless", 0, first, 1e-10 * size, None, False)).force[2::3]


def _violation(programme: Programme, pair: np.ndarray, places: Array) -> Array:
    """How far places (k, 2) are outside of the constraints of the contacts they belong to; ≤ 0 inside."""
    worst = np.full(len(places), -np.inf)
    for contact in np.unique(pair // 3):
        r = np.tile(programme.force[contact], (len(places), 1))
        for column, component in enumerate(pair):
            if component // 3 == contact:
                r[:, component % 3] = places[:, column]
        mu = max(0.0, float(programme.friction[contact]))
        outside = -r[:, 2]
        if mu > 0.0:
            outside = np.maximum(outside, gauge(r[:, :2], programme.facets) - mu * r[:, 2])
        worst = np.maximum(worst, outside)
    return worst
