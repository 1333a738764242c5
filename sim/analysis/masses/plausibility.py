"""Whether a body can have the mass, the inertia and the centre of mass that its definition gives it.

The principal moments a ≤ b ≤ c of a body are above 0, and c ≤ a + b (equal for what is flat): I_x = ∫ (y² + z²) dm, so that
I_y + I_z - I_x = 2 ∫ x² dm ≥ 0. A uniform box of edges e has ∫ x² dm = m e_x² / 12, a uniform ellipsoid of semi-axes s has
m s_x² / 5. Source: Traversaro et al. 2016, "Identification of fully physical consistent inertial parameters", §III.
"""

from __future__ import annotations

import numpy as np

from ...arrays import Array, frozen
from ...multibody.model.model import Body, Model
from .extents import body_box, body_volume
from .values import MassReport, MassVerdict

SMALLEST_GYRATION = 1e-6  # [m] radius of gyration; below, the inertia counts as 0
NEGATIVE = 1e-6  # of the largest principal moment: what lies further below 0 is no rounding
NEAR_TRIANGLE = 0.01  # of the largest principal moment: by how much rounded files go beyond the sum of the others
ROUNDING = 1e-6  # of the largest principal moment: what six digits in a file cannot tell from 0
SMALLEST_MASS = 1e-200  # [kg] what has less is as far from its centre as if it had this: beyond, numbers overflow
SMALLEST_EXTENT = 0.01  # [m] diagonal of the box about the shapes that the distance of a centre of mass is compared to


def broken_inertia_rules(mass: float, moments: Array) -> tuple[str, ...]:
    """Which rules about inertias a mass [kg] with principal moments (3,), least first [kg m²], breaks."""
    a, b, c = np.asarray(moments, dtype=float).tolist()
    size = max(abs(a), abs(c))
    if mass == 0.0:
        return ("mass-zero",) if size > 0.0 else ()
    if a < -NEGATIVE * size and size > mass * SMALLEST_GYRATION**2:
        return ("inertia-negative",)
    if size <= mass * SMALLEST_GYRATION**2:
        return ("inertia-zero",)
    broken = ["inertia-singular"] if a <= ROUNDING * size else []
    excess = (c - a - b) / c
    if excess > ROUNDING:
        broken.append("inertia-near-triangle" if excess <= NEAR_TRIANGLE else "inertia-triangle")
    return tuple(broken)


def com_distance(body: Body, bounds: tuple[Array, Array]) -> tuple[float, float]:
    """How far the centre of mass is from the box about the shapes, and how far it may be: its diagonal [m]."""
    low, high = bounds
    diagonal = max(float(np.linalg.norm(high - low)), SMALLEST_EXTENT)
    return float(np.linalg.norm(np.maximum(np.maximum(low - body.com, body.com - high), 0.0))), diagonal


def inertia_extent(body: Body, bounds: tuple[Array, Array], moments: Array, axes: Array) -> tuple[float, float] | None:
    """How far the mass is from its centre, root mean square along the principal axis where that is most in doubt, and how far
    the shapes reach there [m]; None where no body has such moments. No mass within the shapes is farther than they reach.

    bounds : of the shapes, along the body's axes [m]; moments, axes : see `equivalent_boxes`
    """
    if body.mass <= 0.0 or broken_inertia_rules(body.mass, moments) not in ((), ("inertia-near-triangle",)):
        return None
    squares = np.maximum(0.5 * moments.sum() - moments, 0.0) / max(
        body.mass, SMALLEST_MASS
    )  # ∫ x² dm / m along each axis
    low, high = (bound - body.com for bound in bounds)
    # the farther end of the box about the shapes, along each axis
    up = np.maximum(axes.T * low, axes.T * high).sum(axis=1)
    down = np.minimum(axes.T * low, axes.T * high).sum(axis=1)
    reach = np.maximum(np.maximum(np.abs(up), np.abs(down)), SMALLEST_EXTENT)
    worst = int(np.argmax(squares / reach**2))
    return float(np.sqrt(squares[worst])), float(reach[worst])


def equivalent_boxes(mass: Array, inertia: Array) -> tuple[Array, Array, Array]:
    """Uniform boxes that have these masses (n,) [kg] and inertias about their centres (n, 3, 3) [kg m²].

    Returns the principal moments (n, 3), least first [kg m²], their directions (n, 3, 3) as columns, right-handed, and the
    edges (n, 3) along them [m]. An edge is 0 where there is no mass, or where no body has such an inertia.
    """
    moments, axes = np.linalg.eigh(inertia)
    axes[:, :, 2] *= np.sign(np.linalg.det(axes))[:, None]
    twice = moments.sum(axis=1, keepdims=True) - 2.0 * moments  # 2 ∫ x² dm along each
    squares = np.where(mass[:, None] > 0.0, 6.0 * twice / np.maximum(mass[:, None], SMALLEST_MASS), 0.0)
    return moments, axes, np.sqrt(np.maximum(squares, 0.0))


def mass_report(body: Body) -> MassReport:
    """All there is to say of the mass of a body; the rules are those of the load doctor, with its thresholds."""
    moments, axes, edges = equivalent_boxes(np.array([body.mass]), np.asarray(body.inertia, dtype=float)[None])
    bounds = body_box(body)
    distance = com_distance(body, bounds) if bounds is not None else None
    extent = inertia_extent(body, bounds, moments[0], axes[0]) if bounds is not None else None
    return MassReport(
        body=body.name,
        mass=body.mass,
        com=body.com,
        inertia=body.inertia,
        moments=frozen(moments[0]),
        axes=frozen(axes[0]),
        box=frozen(edges[0]),
        bounds=bounds,
        com_distance=distance[0] if distance else None,
        volume=body_volume(body),
        verdicts=_verdicts(body, moments[0], distance, extent),
    )


def mass_reports(model: Model) -> tuple[MassReport, ...]:
    """One for each body of a model, in its order."""
    return tuple(mass_report(body) for body in model.bodies)


def center_of_masses(model: Model, poses: Array) -> tuple[float, Array]:
    """Mass of all bodies [kg] and its centre (3,) in the world [m], from poses (≥ bodies, 4, 4); nan without mass.

    Bodies that are fixed to the world count as well; `center_of_mass` leaves them out, for they never move.
    """
    mass = np.array([body.mass for body in model.bodies])
    com = np.array([body.com for body in model.bodies]).reshape(-1, 3)
    placed = np.einsum("nij,nj->ni", poses[: len(mass), :3, :3], com) + poses[: len(mass), :3, 3]
    total = float(mass.sum())
    return total, (mass @ placed) / total if total > 0.0 else np.full(3, np.nan)


def _verdicts(
    body: Body, moments: Array, distance: tuple[float, float] | None, extent: tuple[float, float] | None
) -> tuple[MassVerdict, ...]:
    a, b, c = moments.tolist()
    broken = broken_inertia_rules(body.mass, moments)
    if body.mass == 0.0:
        return (MassVerdict("mass-zero", False, "0 kg", "above 0"),) if broken else ()
    facts = {
        "inertia-negative": (f"{a:.4g} kg m²", "above 0"),
        "inertia-zero": (f"{c:.4g} kg m²", "above 0"),
        "inertia-singular": (f"{a:.4g} kg m²", "above 0"),
        "inertia-near-triangle": (f"{c:.4g} kg m²", f"at most {a + b:.4g} kg m²"),
        "inertia-triangle": (f"{c:.4g} kg m²", f"at most {a + b:.4g} kg m²"),
    }
    nearly = "inertia-triangle" if "inertia-triangle" in broken else "inertia-near-triangle"  # one says it all
    rules: tuple[str, ...] = ("inertia-negative", "inertia-zero", "inertia-singular", nearly)
    if broken and broken[0] in rules[:2]:
        rules = rules[: rules.index(broken[0]) + 1]  # what has no inertia keeps no rule about its moments
    verdicts = [MassVerdict(rule, rule not in broken, *facts[rule]) for rule in rules]
    if distance is not None:
        offset, limit = distance
        verdicts.append(MassVerdict("com-outside", offset <= limit, f"{offset:.3g} m", f"at most {limit:.3g} m"))
    if extent is not None:
        spread, reach = extent
        verdicts.append(MassVerdict("inertia-extent", spread <= reach, f"{spread:.3g} m", f"at most {reach:.3g} m"))
    return tuple(verdicts)
