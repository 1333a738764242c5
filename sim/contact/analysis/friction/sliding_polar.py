"""The friction that a contact gives in each direction, measured: it is pushed just beyond its limit, and the law is solved.

The contact is taken alone, with its own block of W: w is such that holding it would take the normal force given and, against a
push in direction θ, friction of (1 + excess) μ times that. All directions are one problem, of contacts that do not feel each
other.
Under Coulomb's cone friction is μ n against the slip in all directions. In the pyramid it lies on a facet, and what slides goes
at right angles to the facet rather than along the push, unless a corner holds it.
Source: contact-dynamics-lecture16, "The friction pyramid is a coarse approximation"; VALIDATION.md, isotropy.
"""

from __future__ import annotations

import numpy as np

from ....arrays import Array, frozen
from ....errors import ArgumentError
from ...problem.methods import solve_contact_problem
from ...problem.problem import ContactProblem
from ...status import Status
from .values import PolarError, SlidingPolar

DIRECTIONS, EXCESS = 72, 0.02  # as VALIDATION.md has them


def sliding_polar(
    problem: ContactProblem,
    contact: int,
    load: float,
    law: str = "coulomb",
    facets: int = 4,
    *,
    directions: int = DIRECTIONS,
    excess: float = EXCESS,
) -> SlidingPolar:
    """Push one contact beyond its limit in directions all around, and solve each under a law.

    contact : its index; of the others nothing is taken
    load    : the normal force that pressing takes, above 0 [N | N s]
    law     : of `LAWS` but "frictionless"; `facets` are those of the pyramid
    excess  : by what share the push is more than μ times the load
    Raises ArgumentError, also for a contact without friction, and UnknownNameError.
    """
    n = len(problem)
    if not 0 <= contact < n:
        raise ArgumentError("contacts are numbered from 0 to {n}; asked for {contact}", n=n - 1, contact=contact)
    mu = float(problem.friction[contact])
    if not mu > 0.0 or law == "frictionless":
        raise ArgumentError(
            "contact {contact} has no friction to measure: μ is {mu:g}, the law {law!r}", contact=contact, mu=mu, law=law
        )
    if not load > 0.0 or directions < 1 or not excess > 0.0:
        raise ArgumentError(
            "load {load:g}, directions {directions} and excess {excess:g} are to be positive",
            load=load,
            directions=directions,
            excess=excess,
        )
    angle = 2.0 * np.pi * np.arange(directions) / directions
    own = problem.W[3 * contact : 3 * contact + 3, 3 * contact : 3 * contact + 3]
    held = load * np.column_stack(
        [-(1.0 + excess) * mu * np.cos(angle), -(1.0 + excess) * mu * np.sin(angle), np.ones(directions)]
    )
    apart = _side_by_side(problem.part(np.array([contact])), -(held @ own))
    solution = solve_contact_problem(apart, "gauss_seidel", law=law, facets=facets, start=held)
    if solution.status is not Status.SOLVED:
        solution = solve_contact_problem(apart, law=law, facets=facets)
    return SlidingPolar(
        law=law,
        facets=solution.facets,
        mu=mu,
        angle=frozen(angle),
        force=frozen(solution.force),
        velocity=frozen(_without_rounding(solution.velocity, own, load)),
        residual=solution.residual,
    )


def polar_error(found: SlidingPolar, exact: SlidingPolar) -> PolarError:
    """How far one law is from another at worst: friction against the push, and the direction of the slip.

    Raises ArgumentError for two of other directions.
    """
    if len(found.angle) != len(exact.angle):
        raise ArgumentError(
            "{count} directions beside {exact_count}: they are compared one by one",
            count=len(found.angle),
            exact_count=len(exact.angle),
        )
    force = np.abs(found.share / exact.share - 1.0)
    turned = np.nan_to_num(np.abs(_wrapped(found.slip_angle - exact.slip_angle)))
    i, k = int(np.argmax(force)), int(np.argmax(turned))
    return PolarError(float(force[i]), float(exact.angle[i]), float(turned[k]), float(exact.angle[k]))


def _side_by_side(one: ContactProblem, w: Array) -> ContactProblem:
    """The problem of one contact as often as w (m, 3) has rows, each with its own."""
    m = len(w)
    W = np.kron(np.eye(m), one.W)

    def repeated(rows: Array, axis: int = 0) -> Array:
        return frozen(np.repeat(rows, m, axis=axis))

    return ContactProblem(
        bodies=one.bodies * m,
        point=repeated(one.point),
        normal=repeated(one.normal),
        tangent=repeated(one.tangent),
        gap=repeated(one.gap),
        friction=repeated(one.friction),
        restitution=repeated(one.restitution),
        H=one.H,
        T=repeated(one.T, 1),
        M=frozen(W[2::3, 2::3]),
        d=frozen(w[:, 2].copy()),
        W=frozen(W),
        w=frozen(w.ravel()),
    )


def _wrapped(angle: Array) -> Array:
    """The same angle in [-π, π)."""
    return np.asarray((angle + np.pi) % (2.0 * np.pi) - np.pi)


def _without_rounding(velocity: Array, own: Array, load: float) -> Array:
    """Zero where a velocity is what rounding leaves of W r + w."""
    return np.where(np.abs(velocity) > 1e-13 * load * float(np.abs(own).max()), velocity, 0.0)
