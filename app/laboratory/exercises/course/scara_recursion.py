"""The SCARA of the course: velocities of its links as formulas, each in its own axes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur import sim
from torseur.sim.arrays import Array

from ..case import Case
from ..question import Exercise, Formula, Options, Quantities, Question
from ..translation import Translation
from .scara_jacobian import COURSE, scara_variables
from .scara_jacobian import numbers as geometry

RATES = (1.0, -2.0, 0.25)  # [rad/s, rad/s, m/s]


def twist(case: Case, link: int) -> Array:
    """Of link 1, 2 or 3, at its origin in its own axes (6,)."""
    links = [
        one for one in sim.link_velocities(case.model, case.q, np.array(RATES), case.frame) if one.parent is not None
    ]
    moving = [one for one in links if case.model.joint(one.joint).kind.nv]
    return moving[link - 1].twist


def turned(case: Case) -> str:
    """Along which of its own axes link 3 turns."""
    spin = twist(case, 3)[3:]
    axis = int(np.argmax(np.abs(spin)))
    return ("minus_" if spin[axis] * sum(RATES[:2]) < 0.0 else "plus_") + "xyz"[axis]


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    return {**geometry(case), "w1": RATES[0], "w2": RATES[1], "v3": RATES[2]}


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    return {**scara_variables(case), "w1": RATES[0], "w2": RATES[1], "v3": RATES[2]}


SCARA_RECURSION = Exercise(
    key="scara_recursion",
    title=Translation("SCARA: velocities link by link", "SCARA : les vitesses, corps par corps"),
    statement=Translation(
        "The SCARA, in standard Denavit-Hartenberg form (a₁ = {l1} m, a₂ = {l2} m, α₂ = 180°), is at θ₁ = "
        "{t1}°, θ₂ = {t2}°, "
        "d₃ = {d3} m and moves with {w1} and {w2} rad/s and {v3} m/s. Velocities are of the origins of the "
        "links, each along "
        "the axes of its own link.",
        "Le SCARA, en Denavit-Hartenberg standard (a₁ = {l1} m, a₂ = {l2} m, α₂ = 180°), est à θ₁ = {t1}°, θ₂ = {t2}°, "
        "d₃ = {d3} m et se déplace à {w1} et {w2} rad/s et {v3} m/s. Les vitesses sont celles des origines "
        "des corps, chacune "
        "suivant les axes de son propre corps.",
    ),
    robot="scara",
    q=COURSE,
    source="kinematic-model, Exercice 3, Application, calcul récursif des vitesses; THEORY §1",
    numbers=numbers,
    variables=variables,
    questions=(
        Question(
            key="first",
            prompt=Translation("Which velocity has link 1?", "Quelle est la vitesse du corps 1 ?"),
            answer=Quantities(("v_x", "v_y", "v_z"), lambda case: twist(case, 1)[:3], ("m/s",)),
            formula=Formula(
                "v_1 = (0, a_1 θ\u0307_1, 0)", r"{}^1v_1 = (0,\ a_1\dot\theta_1,\ 0)", "np.array([0.0, l1*w1, 0.0])"
            ),
            explains=Translation(
                "ω₁ × p₁, with p₁ along the link's own x: no angle is left in its own axes.",
                "ω₁ × p₁, avec p₁ suivant le x du corps : dans ses propres axes, il ne reste aucun angle.",
            ),
        ),
        Question(
            key="second",
            prompt=Translation("Which velocity has link 2?", "Quelle est la vitesse du corps 2 ?"),
            answer=Quantities(("v_x", "v_y", "v_z"), lambda case: twist(case, 2)[:3], ("m/s",)),
            formula=Formula(
                "v_2 = (a_1 θ\u0307_1 s_2, −a_1 θ\u0307_1 c_2 − a_2 (θ\u0307_1 + θ\u0307_2), 0)",
                r"{}^2v_2 = (a_1\dot\theta_1 s_2,\ -a_1\dot\theta_1 c_2 - a_2(\dot\theta_1 + \dot\theta_2),\ 0)",
                "np.array([l1*w1*np.sin(theta2), -l1*w1*np.cos(theta2) - l2*(w1 + w2), 0.0])",
            ),
            explains=Translation(
                "The velocity of link 1 turned by θ₂, plus the link's own turning. α₂ = 180° turns y and z over, "
                "hence the minus.",
                "La vitesse du corps 1 tournée de θ₂, plus la rotation propre du corps. α₂ = 180° retourne y et z, "
                "d'où le moins.",
            ),
        ),
        Question(
            key="turning",
            prompt=Translation("Which angular velocity has link 2?", "Quelle est la vitesse angulaire du corps 2 ?"),
            answer=Quantities(("ω_x", "ω_y", "ω_z"), lambda case: twist(case, 2)[3:], ("rad/s",)),
            formula=Formula(
                "ω_2 = (0, 0, −θ\u0307_1 − θ\u0307_2)",
                r"{}^2\omega_2 = (0,\ 0,\ -\dot\theta_1 - \dot\theta_2)",
                "np.array([0.0, 0.0, -w1 - w2])",
            ),
            explains=Translation(
                "Both axes are vertical, so their rates add; z₂ points down.",
                "Les deux axes sont verticaux, leurs vitesses s'ajoutent ; z₂ pointe vers le bas.",
            ),
        ),
        Question(
            key="third",
            prompt=Translation("Which velocity has link 3, the quill?", "Quelle est la vitesse du corps 3, le vérin ?"),
            answer=Quantities(("v_x", "v_y", "v_z"), lambda case: twist(case, 3)[:3], ("m/s",)),
            formula=Formula(
                "v_3 = v_2 + (0, 0, d\u0307_3)",
                r"{}^3v_3 = {}^2v_2 + (0,\ 0,\ \dot d_3)",
                "np.array([l1*w1*np.sin(theta2), -l1*w1*np.cos(theta2) - l2*(w1 + w2), v3])",
            ),
            explains=Translation(
                "σ₃ = 1: a slide adds no angular velocity, and its rate along z. That p₃ lies along ω₂ adds nothing "
                "either.",
                "σ₃ = 1 : une glissière n'ajoute pas de vitesse angulaire, mais sa vitesse suivant z. Comme p₃ est "
                "parallèle à ω₂, "
                "il n'ajoute rien non plus.",
            ),
        ),
        Question(
            key="axis",
            prompt=Translation(
                "About which of its own axes, and which way, does the quill turn where θ\u0307₁ + θ\u0307₂ is positive?",
                "Autour duquel de ses propres axes, et dans quel sens, le vérin tourne-t-il quand θ\u0307₁ + "
                "θ\u0307₂ est positif ?",
            ),
            answer=Options(
                {
                    "plus_z": Translation("+z", "+z, le sien"),
                    "minus_z": Translation("−z", "−z, le sien"),
                    "plus_x": Translation("+x", "+x, le sien"),
                    "minus_y": Translation("−y", "−y, le sien"),
                },
                turned,
            ),
            formula=Formula(
                "ω_3 = ω_2 = (0, 0, −θ\u0307_1 − θ\u0307_2)",
                r"{}^3\omega_3 = {}^2\omega_2 = (0,\ 0,\ -\dot\theta_1 - \dot\theta_2)",
                "np.array([0.0, 0.0, -w1 - w2])",
            ),
            explains=Translation(
                "The quill does not turn in link 2, so its angular velocity is that of link 2, and its axes are "
                "parallel to those.",
                "Le vérin ne tourne pas dans le corps 2 : sa vitesse angulaire est celle du corps 2, et ses axes lui sont "
                "parallèles.",
            ),
        ),
    ),
)
