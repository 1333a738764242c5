"""The planar arm pushed by its environment: the signs of f_e in the recursion."""

from __future__ import annotations

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array
from torseur.sim.compilation import POSING, PROBLEMS

from ..case import Case
from ..question import Exercise, Formula, Options, Quantities, Question
from ..steps import at_tool
from ..translation import Translation
from .planar_arm import PLANE, POSE, G, body, geometry
from .planar_arm import variables as arm_variables

PUSH = 20.0  # [N] along -x, on the tool
_J = "np.array([-l1*s1 - l2*s12, -l2*s12])"
_WEIGHT = "np.array([(m1*r1 + m2*l1)*g*c1 + m2*r2*g*c12, m2*r2*g*c12])"


def recursion(case: Case) -> sim.NewtonEulerTrace:
    """At rest, pushed."""
    still = np.zeros(2)
    return sim.newton_euler_trace(case.model, case.q, still, still, {case.frame: np.array([-PUSH, 0, 0, 0, 0, 0])})


def held(case: Case) -> Array:
    """Torques that hold it [N·m]."""
    return recursion(case).tau


def at_elbow(case: Case) -> Array:
    """Of link 1 on link 2, in the plane [N]."""
    return recursion(case).of_body(case.model.body_names[body(case, "link2")])[1].force[PLANE]


def signs(case: Case) -> str:
    """With which signs f_e and the forces of the children stand in the force of a joint."""
    inward = recursion(case).of_body(case.model.body_names[body(case, "link1")])[1]
    tip = recursion(case).of_body(case.model.body_names[body(case, "link2")])[1]
    sums = {
        f"{'minus' if e < 0 else 'plus'}_{'minus' if c < 0 else 'plus'}": (e, c)
        for e in (-1.0, 1.0)
        for c in (-1.0, 1.0)
    }
    (found,) = [
        key
        for key, (e, c) in sums.items()
        if all(
            np.allclose(step.net + e * step.external + c * step.from_children, step.force, atol=1e-9)
            for step in (inward, tip)
        )
    ]
    return found


def misprinted(case: Case) -> Array:
    """The shoulder's torque, had link 1 taken off what it hands on [N·m]."""
    inward = recursion(case).of_body(case.model.body_names[body(case, "link1")])[1]
    return np.asarray(inward.S[:, 0] @ (inward.net - inward.external - inward.from_children))


def exerted(case: Case) -> Array:
    """Torques with which the tool pushes a wall along +x [N·m]."""
    return np.asarray(sim.gravity_torque(case.model, case.q) + case.J.T @ [PUSH, 0, 0, 0, 0, 0])


def numbers(case: Case) -> dict[str, float]:
    """What the texts say."""
    q1, q2 = np.degrees(case.q)
    return {**geometry(case), "t1": float(q1), "t2": float(q2), "push": PUSH}


def variables(case: Case) -> dict[str, float]:
    """What the formulas are of."""
    return {**arm_variables(case), "F": PUSH, "g": G}


EXTERNAL_FORCES = Exercise(
    key="external_forces",
    title=Translation("Pushed by the environment: signs", "Poussé par l'environnement : les signes"),
    statement=Translation(
        "The two-link arm stands still at θ₁ = {t1}°, θ₂ = {t2}°, x forward and z upwards, under its weight (l₁ = {l1} m, "
        "l₂ = {l2} m, r₁ = {r1} m, r₂ = {r2} m, m₁ = {m1} kg, m₂ = {m2} kg). A wall pushes its tool with "
        "{push} N along −x.",
        "Le bras à deux corps est immobile à θ₁ = {t1}°, θ₂ = {t2}°, x vers l'avant et z vers le haut, sous son poids "
        "(l₁ = {l1} m, l₂ = {l2} m, r₁ = {r1} m, r₂ = {r2} m, m₁ = {m1} kg, m₂ = {m2} kg). Un mur pousse son outil avec "
        "{push} N suivant −x.",
    ),
    robot="planar_2r",
    q=POSE,
    source="newton-euler-inverse-dynamics, Résumé; THEORY §3, §4",
    numbers=numbers,
    variables=variables,
    needs=(POSING, PROBLEMS),
    questions=(
        Question(
            key="elbow",
            prompt=Translation(
                "With which force does link 1 act on link 2, through the elbow?",
                "Avec quelle force le corps 1 agit-il sur le corps 2, par le coude ?",
            ),
            answer=Quantities(("x", "z"), at_elbow, ("N",)),
            formula=Formula("f_2 = −m_2 g − f_e", r"f_2 = -m_2\, g - f_e", "np.array([F, m2*g])"),
            explains=Translation(
                "At rest all forces on link 2 add up to zero: the wall's, the weight, and that of link 1, which "
                "undoes both.",
                "Au repos, la somme des forces sur le corps 2 est nulle : celle du mur, le poids, et celle du corps "
                "1, qui compense "
                "les deux.",
            ),
            arrows=lambda case: at_tool(case, "force", [-PUSH, 0.0, 0.0], "f_e"),
        ),
        Question(
            key="signs",
            prompt=Translation(
                "With which signs do fₑ and the forces of the children stand in f = I ξ\u0307 + ξ ×* I ξ …?",
                "Avec quels signes fₑ et les forces des enfants figurent-elles dans f = I ξ\u0307 + ξ ×* I ξ … ?",
            ),
            answer=Options(
                {
                    "minus_plus": Translation("− fₑ + Σ f of the children", "− fₑ + Σ f des enfants"),
                    "minus_minus": Translation("− fₑ − Σ f of the children", "− fₑ − Σ f des enfants"),
                    "plus_plus": Translation("+ fₑ + Σ f of the children", "+ fₑ + Σ f des enfants"),
                    "plus_minus": Translation("+ fₑ − Σ f of the children", "+ fₑ − Σ f des enfants"),
                },
                signs,
            ),
            formula=Formula(
                "f = I ξ\u0307 + ξ ×* I ξ − f_e + Σ f_j",
                r"f = I\dot\xi + \xi \times^* I\xi - f_e + \sum_j f_j",
                "np.array([-1.0, 1.0])",
            ),
            explains=Translation(
                "What the environment gives, the joint need not give; what a child takes from the link, the joint "
                "must give beside. "
                "One slide of the source prints − before the sum; its summary has +.",
                "Ce que donne l'environnement, la liaison n'a pas à le donner ; ce qu'un enfant prend au corps, elle "
                "doit le donner "
                "en plus. Une diapositive de la source imprime − devant la somme ; son résumé a bien +.",
            ),
        ),
        Question(
            key="hold",
            prompt=Translation(
                "With which torques do the motors hold it?", "Avec quels couples les moteurs le tiennent-ils ?"
            ),
            answer=Quantities(("τ_1", "τ_2"), held, ("N·m",)),
            formula=Formula("τ = g(q) − Jᵀ f_e", r"\tau = g(q) - J^T f_e", f"{_WEIGHT} + F*{_J}"),
            explains=Translation(
                "The recursion with fₑ, or statics: −JᵀF against the wall, and g against the weight.",
                "La récursion avec fₑ, ou la statique : −JᵀF contre le mur, et g contre le poids.",
            ),
        ),
        Question(
            key="misprint",
            prompt=Translation(
                "Which torque would the shoulder get with the minus of that slide?",
                "Quel couple l'épaule recevrait-elle avec le moins de cette diapositive ?",
            ),
            answer=Quantities(("τ_1",), misprinted, ("N·m",)),
            formula=Formula(
                "s_1ᵀ (f_1^{own} − f_2)",
                r"s_1^T (f_1^{own} - f_2)",
                f"2*m1*r1*g*c1 - ({_WEIGHT} + F*{_J})[0]",
            ),
            explains=Translation(
                "Its own weight less what link 2 needs, where both must be carried: the arm would fall.",
                "Son propre poids moins ce qu'il faut au corps 2, alors qu'il faut porter les deux : le bras tomberait.",
            ),
        ),
        Question(
            key="exert",
            prompt=Translation(
                "With which torques does the tool push a wall with {push} N along +x?",
                "Avec quels couples l'outil pousse-t-il un mur avec {push} N suivant +x ?",
            ),
            answer=Quantities(("τ_1", "τ_2"), exerted, ("N·m",)),
            formula=Formula("τ = g(q) + Jᵀ F", r"\tau = g(q) + J^T F", f"{_WEIGHT} + F*{_J}"),
            explains=Translation(
                "The same as before: to push the wall along +x is to be pushed along −x.",
                "Les mêmes qu'auparavant : pousser le mur suivant +x, c'est être poussé suivant −x.",
            ),
        ),
    ),
)
