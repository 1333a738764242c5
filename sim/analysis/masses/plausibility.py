"""Whether a body can have the mass, the inertia and the centre of mass that its definition gives it.

The principal moments a ≤ b ≤ c of a body are above 0, and c ≤ a + b (equal for what is flat): I_x = ∫ (y² + z²) dm, so that
I_y + I_z - I_x = 2 ∫ x² dm ≥ 0. A uniform box of edges e has ∫ x² dm = m e_x² / 12, a uniform ellipsoid of semi-axes s has
m s_x² / 5. Source: Traversaro et al. 2016, "Identification of fully physical consistent inertial parameters", §III.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from ...arrays import Array, frozen
from ...multibody.model.model import Body, Model
from ...texts import as_shown, tr
from .extents import body_boxes, body_volume
from .values import MassReport, MassVerdict

SMALLEST_GYRATION = 1e-6  # [m] radius of gyration; below, the inertia counts as 0
NEGATIVE = 1e-6  # of the largest principal moment: what lies further below 0 is no rounding
NEAR_TRIANGLE = 0.01  # of the largest principal moment: by how much rounded files go beyond the sum of the others
ROUNDING = 1e-6  # of the largest principal moment: what six digits in a file cannot tell from 0
NOISE = 1e-12  # of the largest principal moment: what finding them by rounded numbers leaves of 0
SMALLEST_MASS = 1e-200  # [kg] what has less is as far from its centre as if it had this: beyond, numbers overflow
SMALLEST_EXTENT = 0.01  # [m] diagonal of the box about the shapes that the distance of a centre of mass is compared to
_BODIES: tuple[tuple[str, ...], ...] = ((), ("inertia-near-triangle",))
"""Rules that a body's moments may break: rounding does."""


def broken_inertia_rules(mass: float, moments: Iterable[float]) -> tuple[str, ...]:
    """Which rules about inertias a mass [kg] with principal moments (3,), least first [kg m²], breaks."""
    a, b, c = map(float, moments)
    size = max(abs(a), abs(c))
    if mass == 0.0:
        return ("mass-zero",) if size > 0.0 else ()
    if a < -NEGATIVE * size and size > mass * SMALLEST_GYRATION**2:
        return ("inertia-negative",)
    if size <= mass * SMALLEST_GYRATION**2:
        return ("inertia-zero",)
    if b <= ROUNDING * size:
        return ("inertia-singular",)  # that c is larger than a + b, which are both 0, is no second fault
    broken = ["inertia-singular"] if a <= ROUNDING * size else []
    excess = (c - a - b) / c
    if excess > ROUNDING:
        broken.append("inertia-near-triangle" if excess <= NEAR_TRIANGLE else "inertia-triangle")
    return tuple(broken)


def principal_moments(inertia: Array) -> tuple[Array, Array]:
    """Principal moments (n, 3) of inertias (n, 3, 3) [kg m²], least first, and their directions (n, 3, 3) as columns.

    What rounding alone tells from 0 is 0.
    """
    moments, axes = np.linalg.eigh(inertia)
    size = np.abs(moments).max(axis=1, keepdims=True)
    return np.where(np.abs(moments) <= NOISE * size, 0.0, moments), axes


def moment_text(moment: float) -> str:
    """A moment in four digits, with a true minus."""
    return as_shown(f"{moment:.4g}")


def com_distances(com: Array, low: Array, high: Array) -> tuple[Array, Array]:
    """How far (n,) centres of mass (n, 3) are from boxes about shapes, and how far they may be: the boxes' diagonals [m].

    low, high : see `body_boxes`; where they are NaN, so is what comes of them
    """
    diagonal = np.maximum(np.linalg.norm(high - low, axis=1), SMALLEST_EXTENT)
    return np.linalg.norm(np.maximum(np.maximum(low - com, com - high), 0.0), axis=1), diagonal


def inertia_extents(mass: Array, com: Array, low: Array, high: Array, moments: Array, axes: Array) -> tuple[Array, Array]:
    """How far (n,) the mass of bodies is from its centre, root mean square along the principal axis where that is most in doubt,
    and how far (n,) the shapes reach there [m]. No mass within the shapes is farther than they reach.

    mass, com     : (n,) [kg], (n, 3) [m]
    low, high     : see `body_boxes`
    moments, axes : see `equivalent_boxes`
    NaN where no body has such moments, or there is no box.
    """
    extents = np.full((2, len(mass)), np.nan)
    sound = [
        m > 0.0 and broken_inertia_rules(m, own) in _BODIES for m, own in zip(mass.tolist(), moments.tolist(), strict=True)
    ]
    judged = np.flatnonzero(np.array(sound, dtype=bool) & ~np.isnan(low).any(axis=1))
    if not len(judged):
        return extents[0], extents[1]
    mass, com, low, high, moments, axes = (of[judged] for of in (mass, com, low, high, moments, axes))
    rest = np.maximum(0.5 * moments.sum(axis=1, keepdims=True) - moments, 0.0)  # ∫ x² dm along each axis
    squares = rest / np.maximum(mass, SMALLEST_MASS)[:, None]
    along = axes.transpose(0, 2, 1)
    below, above = along * (low - com)[:, None], along * (high - com)[:, None]
    # the farther end of the box about the shapes, along each axis
    up, down = np.maximum(below, above).sum(axis=2), np.minimum(below, above).sum(axis=2)
    reach = np.maximum(np.maximum(np.abs(up), np.abs(down)), SMALLEST_EXTENT)
    worst = np.argmax(squares / reach**2, axis=1)[:, None]
    extents[0, judged] = np.sqrt(np.take_along_axis(squares, worst, axis=1))[:, 0]
    extents[1, judged] = np.take_along_axis(reach, worst, axis=1)[:, 0]
    return extents[0], extents[1]


def equivalent_boxes(mass: Array, inertia: Array) -> tuple[Array, Array, Array]:
    """Uniform boxes that have these masses (n,) [kg] and inertias about their centres (n, 3, 3) [kg m²].

    Returns the principal moments (n, 3), least first [kg m²], their directions (n, 3, 3) as columns, right-handed, and the
    edges (n, 3) along them [m]. An edge is 0 where there is no mass, or where no body has such an inertia.
    """
    moments, axes = principal_moments(inertia)
    axes[:, :, 2] *= np.sign(np.linalg.det(axes))[:, None]
    twice = moments.sum(axis=1, keepdims=True) - 2.0 * moments  # 2 ∫ x² dm along each
    squares = np.where(mass[:, None] > 0.0, 6.0 * twice / np.maximum(mass[:, None], SMALLEST_MASS), 0.0)
    return moments, axes, np.sqrt(np.maximum(squares, 0.0))


def mass_report(body: Body) -> MassReport:
    """All there is to say of the mass of a body; the rules are those of the load doctor, with its thresholds."""
    return _mass_reports([body])[0]


def mass_reports(model: Model) -> tuple[MassReport, ...]:
    """One for each body of a model, in its order."""
    return _mass_reports(model.bodies)


def mass_numbers(bodies: Sequence[Body]) -> tuple[Array, Array, Array]:
    """Masses (n,) [kg], centres of mass (n, 3) [m] and inertias about them (n, 3, 3) [kg m²], along the bodies' axes."""
    com = np.array([body.com for body in bodies], dtype=float).reshape(-1, 3)
    inertia = np.array([body.inertia for body in bodies], dtype=float).reshape(-1, 3, 3)
    return np.array([body.mass for body in bodies], dtype=float), com, inertia


def _mass_reports(bodies: Sequence[Body]) -> tuple[MassReport, ...]:
    mass, com, inertia = mass_numbers(bodies)
    moments, axes, edges = equivalent_boxes(mass, inertia)
    low, high = body_boxes(bodies)
    distances = np.transpose(com_distances(com, low, high)).tolist()
    extents = np.transpose(inertia_extents(mass, com, low, high, moments, axes)).tolist()
    reports = []
    for i, body in enumerate(bodies):
        distance = None if np.isnan(low[i]).any() else distances[i]
        reports.append(
            MassReport(
                body=body.name,
                mass=body.mass,
                com=body.com,
                inertia=body.inertia,
                moments=frozen(moments[i]),
                axes=frozen(axes[i]),
                box=frozen(edges[i]),
                bounds=None if distance is None else (low[i], high[i]),
                com_distance=None if distance is None else distance[0],
                volume=body_volume(body),
                verdicts=_verdicts(body, moments[i], distance, None if math.isnan(extents[i][0]) else extents[i]),
            )
        )
    return tuple(reports)


def center_of_masses(model: Model, poses: Array) -> tuple[float, Array]:
    """Mass of all bodies [kg] and its centre (3,) in the world [m], from poses (≥ bodies, 4, 4); nan without mass.

    Bodies that are fixed to the world count as well; `center_of_mass` leaves them out, for they never move.
    """
    mass = np.array([body.mass for body in model.bodies])
    com = np.array([body.com for body in model.bodies]).reshape(-1, 3)
    placed = np.einsum("nij,nj->ni", poses[: len(mass), :3, :3], com) + poses[: len(mass), :3, 3]
    total = float(mass.sum())
    return total, (mass @ placed) / total if total > 0.0 else np.full(3, np.nan)


def _verdicts(body: Body, moments: Array, distance: list[float] | None, extent: list[float] | None) -> tuple[MassVerdict, ...]:
    a, b, c = moments.tolist()
    broken = broken_inertia_rules(body.mass, moments)
    if body.mass == 0.0:
        return (MassVerdict("mass-zero", False, "0 kg", tr("above 0")),) if broken else ()
    at_most = tr("at most {x}", x=moment_text(a + b) + " kg m²")
    facts = {
        "inertia-negative": (f"{moment_text(a)} kg m²", tr("above 0")),
        "inertia-zero": (f"{moment_text(c)} kg m²", tr("above 0")),
        "inertia-singular": (f"{moment_text(a)} kg m²", tr("above 0")),
        "inertia-near-triangle": (f"{moment_text(c)} kg m²", at_most),
        "inertia-triangle": (f"{moment_text(c)} kg m²", at_most),
    }
    nearly = "inertia-triangle" if "inertia-triangle" in broken else "inertia-near-triangle"  # one says it all
    rules: tuple[str, ...] = ("inertia-negative", "inertia-zero", "inertia-singular", nearly)
    if broken and broken[0] in rules[:2]:
        rules = rules[: rules.index(broken[0]) + 1]  # what has no inertia keeps no rule about its moments
    elif b <= ROUNDING * c:
        rules = rules[:3]  # of two that are 0 the sum is no limit
    verdicts = [MassVerdict(rule, rule not in broken, *facts[rule]) for rule in rules]
    if distance is not None:
        offset, limit = distance
        wanted = tr("at most {x:.3g} m", x=limit)
        verdicts.append(MassVerdict("com-outside", offset <= limit, as_shown(f"{offset:.3g} m"), wanted))
    if extent is not None:
        spread, reach = extent
        wanted = tr("at most {x:.3g} m", x=reach)
        verdicts.append(MassVerdict("inertia-extent", spread <= reach, as_shown(f"{spread:.3g} m"), wanted))
    return tuple(verdicts)
