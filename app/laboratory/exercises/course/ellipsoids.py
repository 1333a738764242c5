"""Velocity and force ellipsoids of a planar arm: where it is fast it is weak."""

from __future__ import annotations

from collections.abc import Mapping
from math import radians

import numpy as np

from torseur.sim.arrays import Array

from ..case import Case
from ..question import Exercise, Formula, Options, Quantities, Question
from ..steps import decomposed, lever
from ..translation import Translation

TORQUE = 10.0  # [N·m] length of τ


def planar(case: Case) -> Array:
    """The block (2, 2) of J in the arm's vertical plane, x and z [m]."""
    return case.J[[0, 2]]


def sigma(case: Case) -> Array:
    """Its singular values (2,) [m]."""
    return decomposed(case).sigma


def weakest(case: Case) -> str:
    """How the force that ‖τ‖ ≤ 1 gives along the fastest direction compares with those along others."""
    fast = fastest(case)
    angles = np.linspace(0.0, np.pi, 181)
    forces = [force_along(case, np.array([np.cos(a), np.sin(a)])) for a in angles]
    here = force_along(case, fast)
    if here <= min(forces) * (1 + 1e-6):
        return "least"
    return "most" if here >= max(forces) * (1 - 1e-6) else "between"


def fastest(case: Case) -> Array:
    """The direction u₁ in which the tool is fastest (2,)."""
    return decomposed(case).U[[0, 2], 0]


def force_along(case: Case, u: Array) -> float:
    """The largest force along a unit direction u (2,) that ‖τ‖ ≤ 1 can exert [N]."""
    return float(1.0 / np.linalg.norm(planar(case).T @ u))


def when_straight(case: Case) -> str:
    """What becomes of the two ellipses as the elbow goes to 0: compared at 1e-3 rad with where it is."""
    now, then = sigma(case), sigma(case.with_joint(1, 1e-3))
    flat = then[-1] < 0.01 * now[-1]
    long = 1 / then[-1] > 100 / now[-1]
    return "flat_long" if flat and long else "flat_flat" if flat else "long_flat" if long else "same"


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    first, second = np.linalg.norm(lever(case, 0) - lever(case, 1)), np.linalg.norm(lever(case, 1))
    s = sigma(case)
    return {
        "t1": float(np.degrees(case.q[0])),
        "t2": float(np.degrees(case.q[1])),
        "l1": float(first),
        "l2": float(second),
        "torque": TORQUE,
        "s1": float(s[0]),
        "s2": float(s[1]),
    }


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    return {
        "theta1": float(case.q[0]),
        "theta2": float(case.q[1]),
        **{name: numbers(case)[name] for name in ("l1", "l2", "s1", "s2")},
        "tau": TORQUE,
    }


ELLIPSOIDS = Exercise(
    key="ellipsoids",
    title=Translation("Fast or strong: two ellipsoids", "Rapide ou fort : deux ellipsoïdes"),
    statement=Translation(
        "A planar arm of two links, {l1} m and {l2} m, moves in the vertical plane of x and z. It stands at θ₁ = {t1}° "
        "above x, θ₂ = {t2}° further up.",
        "Un bras plan à deux segments, {l1} m et {l2} m, se déplace dans le plan vertical x, z. Il est placé à θ₁ = {t1}° "
        "au-dessus de x, puis θ₂ = {t2}° encore vers le haut.",
    ),
    robot="planar_2r",
    q=(radians(30), radians(60)),
    source="kinematic-model, décomposition en valeurs singulières; THEORY §2",
    numbers=numbers,
    variables=variables,
    questions=(
        Question(
            key="sigma",
            prompt=Translation(
                "Which are the semi-axes of the velocity ellipse, the longer first? It is what joint rates of norm up to "
                "1 rad/s give.",
                "Quels sont les demi-axes de l'ellipse de vitesse, le plus grand d'abord ? C'est ce que donnent des vitesses "
                "articulaires de norme au plus 1 rad/s.",
            ),
            answer=Quantities(("σ_1", "σ_2"), sigma, ("m/s",)),
            formula=Formula(
                "σ_i² = λ_i(J Jᵀ)",
                r"\sigma_i^2 = \lambda_i(J J^T)",
                "np.sqrt((l1**2 + 2*l2**2 + 2*l1*l2*np.cos(theta2) + np.array([1, "
                "-1])*np.sqrt((l1**2 + 2*l2**2 + 2*l1*l2*np.cos(theta2))**2 - "
                "4*(l1*l2*np.sin(theta2))**2))/2)",
            ),
            explains=Translation(
                "J takes the unit circle of rates to an ellipse. Its axes are σᵢ uᵢ, of the decomposition J = UΣVᵀ.",
                "J transforme le cercle unité des vitesses articulaires en une ellipse. Ses axes sont σᵢ uᵢ, de la décomposition "
                "J = UΣVᵀ.",
            ),
            ellipsoids=("velocity",),
        ),
        Question(
            key="product",
            prompt=Translation(
                "What is the product of the semi-axes of the velocity ellipse?",
                "Que vaut le produit des demi-axes de l'ellipse de vitesse ?",
            ),
            answer=Quantities(("w",), lambda case: np.asarray(np.prod(sigma(case))), ("(m/s)²",)),
            formula=Formula(
                "w = σ_1 σ_2 = |det J| = a_1 a_2 |sin θ_2|",
                r"w = \sigma_1\sigma_2 = |\det J| = a_1\,a_2\,|\sin\theta_2|",
                "l1*l2*abs(np.sin(theta2))",
            ),
            explains=Translation(
                "It is the manipulability of Yoshikawa. No need to find the singular values first: take the determinant.",
                "C'est la manipulabilité de Yoshikawa. Inutile de chercher d'abord les valeurs singulières : il suffit du "
                "déterminant.",
            ),
        ),
        Question(
            key="force_axes",
            prompt=Translation(
                "Which are the semi-axes of the force ellipse, the longer first? It is what torques of norm up to 1 N·m can "
                "exert.",
                "Quels sont les demi-axes de l'ellipse de force, le plus grand d'abord ? C'est ce que peuvent exercer des "
                "couples de norme au plus 1 N·m.",
            ),
            answer=Quantities(("1/σ_2", "1/σ_1"), lambda case: 1.0 / sigma(case)[::-1], ("N",)),
            formula=Formula(
                "‖Jᵀ F‖ ≤ 1:   F_i = ± u_i / σ_i",
                r"\|J^T F\| \le 1:\quad F_i = \pm u_i/\sigma_i",
                "1/np.sqrt((l1**2 + 2*l2**2 + 2*l1*l2*np.cos(theta2) + np.array([1, "
                "-1])*np.sqrt((l1**2 + 2*l2**2 + 2*l1*l2*np.cos(theta2))**2 - "
                "4*(l1*l2*np.sin(theta2))**2))/2)[::-1]",
            ),
            explains=Translation(
                "Jᵀ takes forces to torques, so the ellipse of forces is the inverse image of a circle: the same directions, "
                "the reciprocal lengths.",
                "Jᵀ transforme les forces en couples : l'ellipse des forces est donc l'image réciproque d'un cercle. Mêmes "
                "directions, longueurs inverses.",
            ),
            ellipsoids=("force",),
        ),
        Question(
            key="weakest",
            prompt=Translation(
                "Along the direction in which the tool is fastest, how large is the force it can exert?",
                "Dans la direction où l'outil est le plus rapide, que dire de la plus grande force qu'il peut exercer ?",
            ),
            answer=Options(
                {
                    "most": Translation("The largest too", "La plus grande aussi"),
                    "least": Translation("The smallest of all directions", "La plus petite de toutes"),
                    "between": Translation(
                        "Neither the largest nor the smallest", "Ni la plus grande ni la plus petite"
                    ),
                },
                weakest,
            ),
            formula=Formula(
                "v_i · F_i = σ_i · 1/σ_i = 1",
                r"v_i \cdot F_i = \sigma_i \cdot \frac{1}{\sigma_i} = 1",
                "1/s1 <= 1/s2",
            ),
            explains=Translation(
                "A long lever moves far and pushes weakly. Along each axis, speed times force is 1 W for unit rates and "
                "torques: power is neither won nor lost.",
                "Un long levier va loin et pousse peu. Le long de chaque axe, vitesse fois force donne 1 W pour des vitesses et "
                "couples unitaires : la puissance n'est ni gagnée ni perdue.",
            ),
            ellipsoids=("velocity", "force"),
        ),
        Question(
            key="push",
            prompt=Translation(
                "With ‖τ‖ ≤ {torque} N·m, how large is the force along that fastest direction at most?",
                "Avec ‖τ‖ ≤ {torque} N·m, que vaut au plus la force dans cette direction la plus rapide ?",
            ),
            answer=Quantities(("F",), lambda case: np.asarray(TORQUE * force_along(case, fastest(case))), ("N",)),
            formula=Formula(
                "F = ‖τ‖ / σ_1",
                r"F = \|\tau\| / \sigma_1",
                "tau/s1",
            ),
            explains=Translation(
                "{torque} N·m over {s1} m. Along the other axis it would be {torque} N·m over {s2} m.",
                "{torque} N·m divisé par {s1} m. Suivant l'autre axe, ce serait {torque} N·m divisé par {s2} m.",
            ),
            ellipsoids=("force",),
        ),
        Question(
            key="straight",
            prompt=Translation(
                "What becomes of the two ellipses as the elbow is straightened?",
                "Que deviennent les deux ellipses quand on tend le coude ?",
            ),
            answer=Options(
                {
                    "flat_flat": Translation("Both become flat", "Toutes deux s'aplatissent"),
                    "flat_long": Translation(
                        "That of velocity becomes flat, that of force grows without end",
                        "Celle de vitesse s'aplatit, celle de force s'allonge sans fin",
                    ),
                    "long_flat": Translation(
                        "That of velocity grows without end, that of force becomes flat",
                        "Celle de vitesse s'allonge sans fin, celle de force s'aplatit",
                    ),
                    "same": Translation("Neither changes much", "Aucune ne change beaucoup"),
                },
                when_straight,
            ),
            formula=Formula(
                "σ_2 → 0,   1/σ_2 → ∞",
                r"\sigma_2 \to 0,\qquad 1/\sigma_2 \to \infty",
                "l1*l2*abs(np.sin(theta2))/s1",
            ),
            explains=Translation(
                "Along the arm the tool stops moving, and there the structure takes any force. The view cuts such an "
                "ellipsoid off, and says so.",
                "Le long du bras, l'outil ne bouge plus, et la structure y supporte n'importe quelle force. La vue coupe alors "
                "l'ellipsoïde, et le dit.",
            ),
            ellipsoids=("velocity", "force"),
        ),
    ),
)
