"""One body thrown with spin: Newton's and Euler's equations, and its spatial acceleration."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array
from torseur.sim.compilation import DYNAMICS, POSING, PROBLEMS, STEPPING

from ..case import Case
from ..question import Exercise, Formula, Options, Quantities, Question, QuestionArrow
from ..translation import Translation

VELOCITY, SPIN = (1.0, 0.0, 2.0), (10.0, 0.5, 1.0)  # [m/s], [rad/s], along the body's axes
G = 9.81


def inertia(case: Case) -> Array:
    """Principal moments of inertia (3,) [kg m²]."""
    return np.diag(next(body for body in case.model.bodies if body.mass).inertia)


def mass(case: Case) -> float:
    """Of the body [kg]."""
    return next(body for body in case.model.bodies if body.mass).mass


def spatial(case: Case) -> Array:
    """Spatial acceleration (6,) in free flight, along the body's axes: [v̇; ω̇]."""
    return sim.forward_dynamics(case.model, case.q, np.array([*VELOCITY, *SPIN]), np.zeros(6))


def of_center(case: Case) -> Array:
    """Acceleration of the centre of mass (3,), along the body's axes [m/s²]."""
    return np.asarray(spatial(case)[:3] + np.cross(SPIN, VELOCITY))


def keeping(case: Case) -> Array:
    """Moment that keeps ω as it is (3,) [N·m], by inverse dynamics."""
    return sim.inverse_dynamics(case.model, case.q, np.array([*VELOCITY, *SPIN]), np.zeros(6), gravity=(0.0, 0.0, 0.0))[
        3:
    ]


def momentum(case: Case) -> Array:
    """Angular momentum about the centre of mass (3,) [N m s]."""
    return sim.centroidal_momentum(case.model, case.q, np.array([*VELOCITY, *SPIN]))[3:]


def energy(case: Case) -> Array:
    """Kinetic energy [J]."""
    return np.asarray(sim.kinetic_energy(case.model, case.q, np.array([*VELOCITY, *SPIN])))


def unstable(case: Case) -> str:
    """The principal axis about which a small disturbance of the spin grows."""
    I = inertia(case)  # noqa: E741  (the letter of the field)
    growing = [(I[k] - I[k - 2]) * (I[k] - I[k - 1]) < 0.0 for k in range(3)]
    return "xyz"[growing.index(True)]


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    x, y, z = inertia(case)
    return {
        "m": mass(case), "Ix": 1e6 * x, "Iy": 1e6 * y, "Iz": 1e6 * z, "vx": VELOCITY[0], "vz": VELOCITY[2],
        "wx": SPIN[0], "wy": SPIN[1], "wz": SPIN[2],
    }  # fmt: skip


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    x, y, z = (float(moment) for moment in inertia(case))
    named = dict(zip(("vx", "vy", "vz", "wx", "wy", "wz"), (*VELOCITY, *SPIN), strict=True))
    return {"m": mass(case), "Ix": x, "Iy": y, "Iz": z, "g": G, **named}


_SPIN_RATE = "np.array([(Iy - Iz)*wy*wz/Ix, (Iz - Ix)*wz*wx/Iy, (Ix - Iy)*wx*wy/Iz])"
_W, _V, _L = "np.array([wx, wy, wz])", "np.array([vx, vy, vz])", "np.array([Ix*wx, Iy*wy, Iz*wz])"

THROWN_BODY = Exercise(
    key="thrown_body",
    title=Translation("One body thrown with spin", "Un solide lancé en rotation"),
    statement=Translation(
        "A T-handle of {m} kg flies freely. At this instant the principal axes x, y, z of its inertia, {Ix}, {Iy} and {Iz} "
        "(10⁻⁶ kg·m²), lie along those of the world, z upwards; its centre of mass moves with ({vx}, 0, "
        "{vz}) m/s and it turns "
        "with ({wx}, {wy}, {wz}) rad/s.",
        "Une poignée en T de {m} kg vole librement. À cet instant, les axes principaux x, y, z de son inertie, {Ix}, {Iy} et "
        "{Iz} (10⁻⁶ kg·m²), sont ceux du monde, z vers le haut ; son centre de masse se déplace à ({vx}, "
        "0, {vz}) m/s et elle "
        "tourne à ({wx}, {wy}, {wz}) rad/s.",
    ),
    robot="t_handle",
    file="t_handle.urdf",
    frame="handle",
    q=(0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0),
    source="newton-euler-inverse-dynamics, Equilibre d'un solide S, (1) and (2); THEORY §4",
    numbers=numbers,
    variables=variables,
    needs=(POSING, STEPPING, PROBLEMS, DYNAMICS),
    questions=(
        Question(
            key="center",
            prompt=Translation(
                "Which acceleration has its centre of mass?", "Quelle est l'accélération de son centre de masse ?"
            ),
            answer=Quantities(("x", "y", "z"), of_center, ("m/s²",)),
            formula=Formula("f = m c\u0308", r"f = m\,\ddot c", "np.array([0.0, 0.0, -g])"),
            explains=Translation(
                "Its weight is the only force: the spin does not matter to the centre of mass.",
                "Son poids est la seule force : la rotation n'a pas d'effet sur le centre de masse.",
            ),
            arrows=lambda case: (QuestionArrow("velocity", case.position, np.array(VELOCITY), "v"),),
        ),
        Question(
            key="momentum",
            prompt=Translation(
                "Which angular momentum has it about its centre of mass?",
                "Quel est son moment cinétique en son centre de masse ?",
            ),
            answer=Quantities(("L_x", "L_y", "L_z"), momentum, ("kg·m²/s",)),
            formula=Formula("L = I ω", r"L = I\,\omega", _L),
            explains=Translation(
                "It is not along ω, as the moments of inertia differ; in flight it stays where it is.",
                "Il n'est pas parallèle à ω, car les moments d'inertie diffèrent ; en vol, il ne change pas.",
            ),
        ),
        Question(
            key="keep",
            prompt=Translation(
                "Which moment would keep its angular velocity as it is?",
                "Quel moment maintiendrait sa vitesse angulaire constante ?",
            ),
            answer=Quantities(("x", "y", "z"), keeping, ("N·m",)),
            formula=Formula("τ = ω × I ω", r"\tau^{(c)} = \omega \times I\omega", f"np.cross({_W}, {_L})"),
            explains=Translation(
                "Euler's equation with ω\u0307 = 0: to turn L with the body takes the moment ω × L.",
                "L'équation d'Euler avec ω\u0307 = 0 : faire tourner L avec le solide demande le moment ω × L.",
            ),
        ),
        Question(
            key="spin",
            prompt=Translation(
                "In free flight, which angular acceleration has it?",
                "En vol libre, quelle est son accélération angulaire ?",
            ),
            answer=Quantities(("x", "y", "z"), lambda case: spatial(case)[3:], ("rad/s²",)),
            formula=Formula("ω\u0307 = −I⁻¹ (ω × I ω)", r"\dot\omega = -I^{-1}(\omega \times I\omega)", _SPIN_RATE),
            explains=Translation(
                "No moment acts, and yet ω changes: only L does not.",
                "Aucun moment n'agit, et pourtant ω varie : seul L est constant.",
            ),
        ),
        Question(
            key="unstable",
            prompt=Translation(
                "About which axis does a small disturbance of the spin grow?",
                "Autour de quel axe une petite perturbation de la rotation croît-elle ?",
            ),
            answer=Options(
                {
                    "x": Translation("x, of the middle inertia", "x, d'inertie intermédiaire"),
                    "y": Translation("y, of the least inertia", "y, de plus petite inertie"),
                    "z": Translation("z, of the largest inertia", "z, de plus grande inertie"),
                },
                unstable,
            ),
            formula=Formula(
                "(I_x − I_y) (I_x − I_z) < 0", r"(I_x - I_y)(I_x - I_z) < 0", "np.array((Ix - Iy)*(Ix - Iz))"
            ),
            explains=Translation(
                "The tennis racket theorem: press Space in the scene Dzhanibekov and see the handle turn over.",
                "Le théorème de la raquette de tennis : lancez la scène Dzhanibekov et voyez la poignée se retourner.",
            ),
        ),
        Question(
            key="spatial",
            prompt=Translation(
                "Which is the linear part of its spatial acceleration, taken at the centre of mass?",
                "Que vaut la partie linéaire de son accélération spatiale, prise au centre de masse ?",
            ),
            answer=Quantities(("x", "y", "z"), lambda case: spatial(case)[:3], ("m/s²",)),
            formula=Formula(
                "v\u0307 = c\u0308 − ω × c\u0307",
                r"\dot v = \ddot c - \omega \times \dot c",
                f"np.array([0.0, 0.0, -g]) - np.cross({_W}, {_V})",
            ),
            explains=Translation(
                "Not the acceleration of any point: it is how fast the velocity changes at a place that does not "
                "go with the body.",
                "Ce n'est l'accélération d'aucun point : c'est la variation de la vitesse en un lieu qui ne suit "
                "pas le solide.",
            ),
        ),
        Question(
            key="energy",
            prompt=Translation("What is its kinetic energy?", "Quelle est son énergie cinétique ?"),
            answer=Quantities(("T",), energy, ("J",)),
            formula=Formula(
                "T = ½ m |c\u0307|² + ½ ωᵀ I ω",
                r"T = \tfrac12 m |\dot c|^2 + \tfrac12 \omega^T I \omega",
                f"0.5*m*np.dot({_V}, {_V}) + 0.5*np.dot({_W}, {_L})",
            ),
            explains=Translation(
                "That of the centre of mass and that of the spin, each by itself: König's theorem.",
                "Celle du centre de masse et celle de la rotation, chacune à part : le théorème de König.",
            ),
        ),
    ),
)
