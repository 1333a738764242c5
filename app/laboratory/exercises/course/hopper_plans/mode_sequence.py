"""Why the sequence of modes is given in advance, and what another one costs."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur.sim.arrays import Array

from ...case import Case
from ...question import Exercise, Formula, Options, Quantities, Question
from ...translation import Translation
from .hopper_case import FILE, FRAME, LANDING, NAME, TASK, G, masses
from .planned import PLANNED

STEPS = 44
DURATION, FLIGHT = 4.4, 0.5  # [s]
START, GOAL = -1.0, 1.0  # of the foot along x [m]
HOPS = ("one_hop", "two_hops", "three_hops", "four_hops")


def sequences(case: Case) -> Array:
    """That begin and end in stance."""
    return np.asarray(2.0 ** (STEPS - 2))


def push(case: Case) -> Array:
    """What the ground gives along z in all [N·s]."""
    return np.asarray(sum(masses(case)) * G * DURATION)


def rise(case: Case) -> Array:
    """Of the centre of mass in a flight that lands as high as it left [m]."""
    return np.asarray(G * FLIGHT**2 / 8.0)


def possible(case: Case) -> str:
    """Whether stance alone can bring the foot to its goal."""
    return "moves" if GOAL != START else "possible"


def cheapest(case: Case) -> str:
    """Of the numbers of hops."""
    return min(HOPS, key=PLANNED.__getitem__)


def saved(case: Case) -> Array:
    """By shorter flights, of the lecture's cost [%]."""
    return np.asarray(100.0 * (1.0 - PLANNED["short_hops"] / PLANNED["four_hops"]))


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    body, foot = masses(case)
    names = (*HOPS, "short_hops")
    return {
        "mb": body, "mf": foot, "N": STEPS, "T": DURATION, "flight": FLIGHT, "from": START, "to": GOAL,
        **{name.replace("_", ""): PLANNED[name] for name in names},
    }  # fmt: skip


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    body, foot = masses(case)
    return {
        "mb": body, "mf": foot, "g": G, "N": STEPS, "T": DURATION, "t": FLIGHT, "one": PLANNED["one_hop"],
        "two": PLANNED["two_hops"], "three": PLANNED["three_hops"], "four": PLANNED["four_hops"],
        "short": PLANNED["short_hops"],
    }  # fmt: skip


MODE_SEQUENCE = Exercise(
    key="mode_sequence",
    title=Translation("Why the sequence of modes matters", "Pourquoi la séquence des modes compte"),
    statement=Translation(
        "The lecture's problem brings the hopper ({mb} and {mf} kg) from x = {from} m to x = {to} m in {T} s, from rest to "
        "rest, in {N} steps of 0.1 s. Which steps are stance and which flight is given in advance; the lecture gives four "
        "flights of {flight} s.",
        "Le problème du cours amène le sauteur ({mb} et {mf} kg) de x = {from} m à x = {to} m en {T} s, du repos au repos, en "
        "{N} pas de 0.1 s. On fixe d'avance quels pas sont d'appui et lesquels de vol ; le cours fixe quatre vols de {flight} "
        "s.",
    ),
    robot=NAME,
    file=FILE,
    frame=FRAME,
    task=TASK,
    q=LANDING,
    source="contact-dynamics-lecture16, Hybrid Trajectory Optimization; TRAJECTORY §1",
    numbers=numbers,
    variables=variables,
    questions=(
        Question(
            key="count",
            prompt=Translation(
                "The first and the last step are stance, each other one may be either. How many sequences are there?",
                "Le premier et le dernier pas sont d'appui, chaque autre est l'un ou l'autre. Combien de séquences y a-t-il ?",
            ),
            answer=Quantities(("n",), sequences, ("",)),
            formula=Formula("2^{N−2}", "2^{N-2}", "2.0**(N - 2)"),
            explains=Translation(
                "Nobody tries them all. Given the sequence, what is left is smooth, and one problem for IPOPT; to find it is "
                "what contact-implicit planning pays for, with complementarity in place of modes.",
                "Personne ne les essaie toutes. La séquence fixée, le reste est lisse : un seul problème pour IPOPT. La "
                "trouver est ce que paie la planification implicite, où des complémentarités remplacent les modes.",
            ),
        ),
        Question(
            key="stance",
            prompt=Translation(
                "Could one long stance do it, without any flight?", "Un seul long appui, sans vol, suffirait-il ?"
            ),
            answer=Options(
                {
                    "possible": Translation("Yes, at a higher cost", "Oui, mais plus cher"),
                    "moves": Translation("No: the foot could not move", "Non : le pied ne pourrait pas bouger"),
                    "force": Translation("No: the leg is too weak", "Non : la jambe est trop faible"),
                },
                possible,
            ),
            formula=Formula("r_f(0) = −1 ≠ 1 = r_f(T)", r"r_f(0) = -1 \ne 1 = r_f(T)", "np.array(2.0)"),
            explains=Translation(
                "In stance the foot is held, and its goal is 2 m away. No guess and no weight can mend a sequence that cannot "
                "be.",
                "En appui le pied est tenu, et son but est à 2 m. Aucune initialisation ni aucun poids ne répare une séquence "
                "impossible.",
            ),
        ),
        Question(
            key="rise",
            prompt=Translation(
                "A flight of {flight} s lands as high as it left. How far does the centre of mass rise, whatever the motors "
                "do?",
                "Un vol de {flight} s atterrit à la hauteur du départ. De combien monte le centre de masse, quoi que fassent "
                "les moteurs ?",
            ),
            answer=Quantities(("h",), rise, ("m",)),
            formula=Formula("h = g t² / 8", r"h = \tfrac18 g t^2", "g*t**2/8"),
            explains=Translation(
                "In flight the centre of mass falls along a parabola. The time of flight is given, and so is what stance must "
                "give it: four times the height for twice the time.",
                "En vol le centre de masse suit une parabole. La durée de vol étant fixée, ce que l'appui doit fournir l'est "
                "aussi : quatre fois la hauteur pour une durée double.",
            ),
        ),
        Question(
            key="push",
            prompt=Translation(
                "Which impulse must the ground give along z in the {T} s, forces of stance and impacts together?",
                "Quelle impulsion le sol doit-il donner suivant z pendant les {T} s, forces d'appui et chocs réunis ?",
            ),
            answer=Quantities(("P",), push, ("N·s",)),
            formula=Formula("(m_b + m_f) g T", r"(m_b + m_f)\, g\, T", "(mb + mf)*g*T"),
            explains=Translation(
                "From rest to rest it is that of the weight, whatever the sequence. The less time there is stance, the "
                "greater the forces.",
                "Du repos au repos, c'est celle du poids, quelle que soit la séquence. Moins il y a d'appui, plus les forces "
                "sont grandes.",
            ),
        ),
        Question(
            key="hops",
            planned=True,
            prompt=Translation(
                "With flights of {flight} s and even stances between, which number of hops costs least?",
                "Avec des vols de {flight} s et des appuis égaux entre eux, quel nombre de bonds coûte le moins ?",
            ),
            answer=Options(
                {
                    "one_hop": Translation("One", "Un"),
                    "two_hops": Translation("Two", "Deux"),
                    "three_hops": Translation("Three", "Trois"),
                    "four_hops": Translation("Four, as in the lecture", "Quatre, comme dans le cours"),
                },
                cheapest,
            ),
            formula=Formula(
                "min(J_1, J_2, J_3, J_4)",
                r"\min(J_1, J_2, J_3, J_4)",
                "min(one, two, three, four)",
            ),
            explains=Translation(
                "One hop costs {onehop}, two {twohops}, three {threehops}, four {fourhops}: each from every guess that was "
                "tried. Each is the best of its own sequence, and says nothing of the others.",
                "Un bond coûte {onehop}, deux {twohops}, trois {threehops}, quatre {fourhops}, depuis toutes les "
                "initialisations essayées. Chacun est le meilleur de sa séquence, et ne dit rien des autres.",
            ),
        ),
        Question(
            key="short",
            planned=True,
            prompt=Translation(
                "Three hops with flights of 0.3 s cost {shorthops}, the lecture's four of {flight} s {fourhops}. By how many "
                "percent is the former cheaper?",
                "Trois bonds de 0.3 s de vol coûtent {shorthops}, les quatre du cours, de {flight} s, {fourhops}. De combien "
                "de pour cent les premiers sont-ils moins chers ?",
            ),
            answer=Quantities(("s",), saved, ("%",)),
            formula=Formula("1 − J_s / J_4", r"1 - J_s / J_4", "100*(1 - short/four)"),
            explains=Translation(
                "Given times are part of the sequence. Where durations are free variables, the optimiser finds them; the "
                "number and order of modes it cannot change.",
                "Les durées imposées font partie de la séquence. Libres, l'optimiseur les trouve ; le nombre et l'ordre des "
                "modes, il ne peut les changer.",
            ),
        ),
    ),
)
