"""Open loop against feedback: how errors of a plan grow, and what stops them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from torseur.sim.arrays import Array

from ...case import Case
from ...question import Exercise, Formula, Options, Quantities, Question
from ...translation import Translation
from .hopper_case import FILE, FRAME, LANDING, NAME, TASK, G, leg_length
from .planned import PLANNED

STANCE, DURATION = 0.5, 4.4  # [s]
ERROR, WANTED = 1e-6, 0.01  # [m] of the start, and at the end


def falling(case: Case) -> Array:
    """How many times an error of an inverted pendulum grows in a stance."""
    return np.asarray(np.exp(np.sqrt(G / leg_length(case)) * STANCE))


def ends(case: Case) -> Array:
    """What becomes of the error of the start, in the worst direction."""
    return np.asarray(PLANNED["growth"] * ERROR)


def needed(case: Case) -> Array:
    """Of the start, for what is wanted at the end."""
    return np.asarray(WANTED / PLANNED["growth"])


def rate(case: Case) -> Array:
    """Growth a second."""
    return np.asarray(np.log(PLANNED["growth"]) / DURATION)


def nearer(case: Case) -> Array:
    """How many times nearer feedback ends."""
    return np.asarray(PLANNED["miss"] / PLANNED["fed_miss"])


def helps(case: Case) -> str:
    """What makes an error of the start grow less."""
    return "feedback" if PLANNED["fed_growth"] < 1.0 < PLANNED["fine_growth"] else "steps"


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    return {
        "L": leg_length(case), "stance": STANCE, "T": DURATION, "growth": PLANNED["growth"], "miss": PLANNED["miss"],
        "fed": 1e3 * PLANNED["fed_miss"], "fine": PLANNED["fine_growth"], "fedgrowth": PLANNED["fed_growth"],
        "gapalone": PLANNED["gap_alone"], "gapfed": PLANNED["gap_fed"],
    }  # fmt: skip


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    return {
        "L": leg_length(case), "g": G, "t": STANCE, "T": DURATION, "growth": PLANNED["growth"], "e": ERROR, "w": WANTED,
        "miss": PLANNED["miss"], "fed": PLANNED["fed_miss"], "fedgrowth": PLANNED["fed_growth"],
    }  # fmt: skip


OPEN_LOOP = Exercise(
    key="open_loop",
    title=Translation("Open loop against feedback", "Boucle ouverte ou rétroaction"),
    statement=Translation(
        "The lecture's plan brings its hopper to the goal in {T} s, in steps of 0.1 s of RK4. Now its inputs are played back, "
        "and the motion is integrated exactly. An error of the first state grows {growth} times until the end, in the worst "
        "direction.",
        "Le plan du cours amène son sauteur au but en {T} s, par pas RK4 de 0.1 s. On rejoue maintenant ses commandes, et on "
        "intègre exactement le mouvement. Une erreur sur le premier état croît de {growth} fois jusqu'à la fin, dans la pire "
        "direction.",
    ),
    robot=NAME,
    file=FILE,
    frame=FRAME,
    task=TASK,
    q=LANDING,
    source="contact-dynamics-lecture16; Anderson and Moore, Optimal Control, 1990, §2.4; TRAJECTORY §1",
    numbers=numbers,
    variables=variables,
    questions=(
        Question(
            key="pendulum",
            prompt=Translation(
                "In stance the body is an inverted pendulum on a leg of {L} m. Left to itself near the vertical, how many "
                "times does an error grow in {stance} s?",
                "En appui, le corps est un pendule inversé sur une jambe de {L} m. Livré à lui-même près de la verticale, de "
                "combien de fois croît une erreur en {stance} s ?",
            ),
            answer=Quantities(("a",), falling, ("",)),
            formula=Formula("a = e^{t √(g/L)}", r"a = e^{t\sqrt{g/L}}", "np.exp(t*np.sqrt(g/L))"),
            explains=Translation(
                "Five stances alone make about a thousand times; what drives body and foot blindly in flight does the rest.",
                "Cinq appuis font déjà près de mille fois ; en vol, des commandes aveugles au corps et au pied font le reste.",
            ),
        ),
        Question(
            key="ends",
            planned=True,
            prompt=Translation(
                "The start is off by 1 µm. By how much is the end off, to first order?",
                "Le départ est faux de 1 µm. De combien la fin est-elle fausse, au premier ordre ?",
            ),
            answer=Quantities(("e",), ends, ("m",)),
            formula=Formula("‖Φ‖ e_0", r"\|\Phi\|\, e_0", "growth*e"),
            explains=Translation(
                "Φ is the product of the derivatives of all steps, with the jump map's among them. One step of RK4 errs by "
                "far more than 1 µm: played back, the plan ends {miss} m from its goal.",
                "Φ est le produit des dérivées de tous les pas, y compris celle de l'application de saut. Un pas RK4 se "
                "trompe de bien plus que 1 µm : rejoué, le plan finit à {miss} m du but.",
            ),
        ),
        Question(
            key="needed",
            planned=True,
            prompt=Translation(
                "How exactly must it start to end within 1 cm?",
                "Avec quelle précision doit-il partir pour finir à 1 cm près ?",
            ),
            answer=Quantities(("e_0",), needed, ("m",)),
            formula=Formula("e / ‖Φ‖", r"e / \|\Phi\|", "w/growth"),
            explains=Translation(
                "Thirty nanometres: no robot does. Open loop, such a plan is a picture and no control.",
                "Trente nanomètres : aucun robot n'y arrive. En boucle ouverte, un tel plan est une image, pas une commande.",
            ),
        ),
        Question(
            key="rate",
            planned=True,
            prompt=Translation(
                "At which mean rate does the error grow over the {T} s?",
                "À quel taux moyen l'erreur croît-elle sur les {T} s ?",
            ),
            answer=Quantities(("λ",), rate, ("1/s",)),
            formula=Formula("ln ‖Φ‖ / T", r"\ln \|\Phi\| / T", "np.log(growth)/T"),
            explains=Translation(
                "Nearly √(g/L) with 1.2 m, the rate of an inverted pendulum: it is no fault of the method. Finer steps do not "
                "lower it: with ten in each interval the error grows {fine} times.",
                "Presque √(g/L) avec 1.2 m, le taux d'un pendule inversé : la méthode n'y est pour rien. Des pas plus fins "
                "n'y changent rien : avec dix par intervalle, l'erreur croît de {fine} fois.",
            ),
        ),
        Question(
            key="helps",
            planned=True,
            prompt=Translation(
                "What helps against an error of the start?", "Qu'est-ce qui aide contre une erreur de départ ?"
            ),
            answer=Options(
                {
                    "steps": Translation("Finer steps of integration", "Des pas d'intégration plus fins"),
                    "feedback": Translation(
                        "Inputs that answer the measured state", "Des commandes qui répondent à l'état mesuré"
                    ),
                    "weights": Translation("A smaller weight on the inputs", "Un poids plus faible sur les commandes"),
                },
                helps,
            ),
            formula=Formula("u = u_k − K_k (x − x_k)", r"u = u_k - K_k (x - x_k)", "fedgrowth"),
            explains=Translation(
                "With the gains of the linear-quadratic regulator along the plan, read at each knot, the error shrinks to "
                "{fedgrowth} of itself instead of growing.",
                "Avec les gains du régulateur linéaire-quadratique le long du plan, lus à chaque nœud, l'erreur se réduit à "
                "{fedgrowth} fois elle-même au lieu de croître.",
            ),
        ),
        Question(
            key="nearer",
            planned=True,
            prompt=Translation(
                "Played back open loop, the plan misses its goal by {miss} m; fed back at its 44 knots, by {fed} mm. How many "
                "times nearer is that?",
                "Rejoué en boucle ouverte, le plan manque son but de {miss} m ; corrigé à ses 44 nœuds, de {fed} mm. Combien "
                "de fois plus près est-ce ?",
            ),
            answer=Quantities(("n",), nearer, ("",)),
            formula=Formula("e_o / e_f", "e_o / e_f", "miss/fed"),
            explains=Translation(
                "The same plan, with the same errors of its steps. In the program's event-driven simulation a hop over a gap "
                "that is kicked by 1 cm and 5 cm/s ends {gapalone} off (m and m/s) by its inputs alone, and less than "
                "{gapfed} with feedback. Feedback asks for friction beside the plan's own: plan with a margin in the cone.",
                "Le même plan, avec les mêmes erreurs de pas. Dans la simulation événementielle du programme, un bond "
                "par-dessus un fossé, poussé de 1 cm et 5 cm/s au départ, finit à {gapalone} (m et m/s) par ses seules "
                "commandes, et à moins de {gapfed} avec rétroaction. Celle-ci demande du frottement en plus du plan : "
                "prévoyez une marge dans le cône.",
            ),
        ),
    ),
)
