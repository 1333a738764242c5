"""The planar robot (θ, h) of the course, which cuts sheet metal: its differential model."""

from __future__ import annotations

from collections.abc import Mapping
from math import radians

import numpy as np

from torseur.sim.arrays import Array

from ..case import Case
from ..question import Exercise, Formula, Options, Quantities, Question
from ..steps import at_tool, motion
from ..translation import Translation

DQ = np.array([radians(5), 1.0])  # of the course [rad, m]
DX = np.array([0.0, 0.1])  # asked back [m]


def planar(case: Case) -> Array:
    """The block (2, 2) of J that is in the plane."""
    return case.J[:2]


def displacement(case: Case) -> Array:
    """What the differential model says of the step `DQ` (2,) [m]."""
    return planar(case) @ DQ


def error(case: Case, share: float) -> float:
    """How far the tool is, after this share of the step, from where the differential model puts it [m]."""
    moved = case.at(case.q + share * DQ).position - case.position
    return float(np.linalg.norm(moved[:2] - share * displacement(case)))


def shrinks(case: Case) -> str:
    """By which power of ten the error shrinks when the step is ten times smaller."""
    return str(10 ** round(float(np.log10(error(case, 0.1) / error(case, 0.01)))))


def step_back(case: Case) -> Array:
    """The small step that displaces the tool by `DX` (2,) [rad, m]."""
    return motion(case, [*DX, 0.0]).speeds


def numbers(case: Case) -> Mapping[str, float]:
    """What the texts say."""
    return {
        "t": float(np.degrees(case.q[0])),
        "h": float(case.q[1]),
        "dt": float(np.degrees(DQ[0])),
        "dt_rad": float(DQ[0]),
        "dh": float(DQ[1]),
        "dy": float(DX[1]),
        "error": error(case, 1.0),
        "error10": 1000 * error(case, 0.1),
        "upper": float(case.model.upper[1]),
    }


def variables(case: Case) -> Mapping[str, float]:
    """What the formulas are of."""
    return {
        "theta": float(case.q[0]),
        "h": float(case.q[1]),
        "dtheta": float(DQ[0]),
        "dh": float(DQ[1]),
        "dy": float(DX[1]),
    }


PLANAR_RP = Exercise(
    key="planar_rp",
    title=Translation("Planar RP: a small displacement", "Robot plan RP : un petit déplacement"),
    statement=Translation(
        "A beam turns by θ, and a head slides along it to the distance h; at θ = 0 the beam lies along x. It "
        "stands at θ = {t}°, h = {h} m.",
        "Une poutre tourne de θ, et une tête coulisse dessus jusqu'à la distance h ; à θ = 0, la poutre est suivant "
        "x. Elle est placée à θ = {t}°, h = {h} m.",
    ),
    robot="planar_rp",
    q=(radians(30), 4.0),
    source="direct-kinematic-model, §4.3, Robot plan ayant deux axes; THEORY §1, §8",
    numbers=numbers,
    variables=variables,
    questions=(
        Question(
            key="position",
            prompt=Translation("Where is the tool in the plane?", "Où se trouve l'outil dans le plan ?"),
            answer=Quantities(("x", "y"), lambda case: case.position[:2], ("m",)),
            formula=Formula(
                "(x, y) = (h cos θ, h sin θ)",
                r"(x,\ y) = (h\cos\theta,\ h\sin\theta)",
                "np.array([h*np.cos(theta), h*np.sin(theta)])",
            ),
            explains=Translation("These are polar coordinates.", "Ce sont des coordonnées polaires."),
        ),
        Question(
            key="jacobian",
            prompt=Translation(
                "Which matrix takes small changes of θ and h to those of x and y?",
                "Quelle matrice donne les petites variations de x et y en fonction de celles de θ et h ?",
            ),
            answer=Quantities(("δx", "δy"), planar, ("",), ("δθ", "δh")),
            formula=Formula(
                (("-h sin θ", "cos θ"), ("h cos θ", "sin θ")),
                r"J = \begin{bmatrix} -h\sin\theta & \cos\theta \\ h\cos\theta & \sin\theta \end{bmatrix}",
                "np.array([[-h*np.sin(theta), np.cos(theta)], [h*np.cos(theta), np.sin(theta)]])",
            ),
            explains=Translation(
                "Differentiate x and y by θ, then by h. The angle counts in radians: otherwise the derivative of the sine "
                "is not the cosine.",
                "On dérive x et y par rapport à θ, puis à h. L'angle est en radians : sinon la dérivée du sinus n'est pas le "
                "cosinus.",
            ),
        ),
        Question(
            key="displacement",
            prompt=Translation(
                "By how much does the differential model move the tool for δθ = {dt}°, δh = {dh} m?",
                "De combien le modèle différentiel déplace-t-il l'outil pour δθ = {dt}°, δh = {dh} m ?",
            ),
            answer=Quantities(("δx", "δy"), displacement, ("m",)),
            formula=Formula(
                "δX = J δq",
                r"\delta X = J\,\delta q",
                "np.array([-h*np.sin(theta)*dtheta + np.cos(theta)*dh, h*np.cos(theta)*dtheta + np.sin(theta)*dh])",
            ),
            explains=Translation(
                "Turn {dt}° into {dt_rad} rad first; then δx = −h sin θ δθ + cos θ δh, and likewise δy.",
                "On convertit d'abord {dt}° en {dt_rad} rad ; puis δx = −h sin θ δθ + cos θ δh, et de même δy.",
            ),
            arrows=lambda case: at_tool(case, "displacement", [*displacement(case), 0.0], "δX"),
        ),
        Question(
            key="error",
            prompt=Translation(
                "The tool ends elsewhere than the differential model says. When the step is ten times smaller, how much "
                "smaller is that error?",
                "L'outil n'arrive pas exactement où le dit le modèle différentiel. Si le pas est dix fois plus petit, de "
                "combien cette erreur est-elle réduite ?",
            ),
            answer=Options(
                {
                    "1": Translation("Not at all", "Pas du tout"),
                    "10": Translation("About 10 times", "Environ 10 fois"),
                    "100": Translation("About 100 times", "Environ 100 fois"),
                    "1000": Translation("About 1000 times", "Environ 1000 fois"),
                },
                shrinks,
            ),
            formula=Formula(
                "f(q + δq) = f(q) + J δq + O(δq²)",
                r"f(q+\delta q) = f(q) + J\,\delta q + O(\delta q^2)",
                "10**2",
            ),
            explains=Translation(
                "The error is of second order: {error} m for the whole step, and {error10} mm for a tenth of it. (After the "
                "whole step h would be beyond the end of the beam at {upper} m; the formula does not mind.)",
                "L'erreur est du second ordre : {error} m pour le pas entier, et {error10} mm pour un dixième. (Après le pas "
                "entier, h dépasserait le bout de la poutre à {upper} m ; la formule n'en sait rien.)",
            ),
        ),
        Question(
            key="back",
            prompt=Translation(
                "Which small step moves the tool by δx = 0, δy = {dy} m, by the differential model?",
                "Quel petit pas déplace l'outil de δx = 0, δy = {dy} m, selon le modèle différentiel ?",
            ),
            answer=Quantities(("δθ", "δh"), step_back, ("rad", "m")),
            formula=Formula(
                "δq = J⁻¹ δX",
                r"\delta q = J^{-1}\,\delta X",
                "np.array([np.cos(theta)*dy/h, np.sin(theta)*dy])",
            ),
            explains=Translation(
                "Split the displacement along the beam, sin θ δy, and across it, cos θ δy; the latter over h is the angle.",
                "On décompose le déplacement le long de la poutre, sin θ δy, et en travers, cos θ δy ; ce dernier divisé par h "
                "est l'angle.",
            ),
            arrows=lambda case: at_tool(case, "displacement", [*DX, 0.0], "δX"),
        ),
        Question(
            key="determinant",
            prompt=Translation("What is the determinant of J?", "Que vaut le déterminant de J ?"),
            answer=Quantities(("det",), lambda case: np.asarray(np.linalg.det(planar(case))), ("m",)),
            formula=Formula(
                "det J = −h",
                r"\det J = -h",
                "-h",
            ),
            explains=Translation(
                "It vanishes at h = 0 alone, where turning does not move the tool. Its sign only says that (δθ, δh) is a "
                "left-handed pair here.",
                "Il ne s'annule qu'en h = 0, où la rotation ne déplace pas l'outil. Son signe dit seulement que le couple "
                "(δθ, δh) est ici indirect.",
            ),
        ),
    ),
)
