"""The pages of the workspaces Laboratory, Dynamics and Contact, in their order, with their names in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

from PySide6.QtCore import QObject

from .exercises.translation import Translation
from .page_binding import PageBinding
from .page_context import PageContext


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page before it is made: all of them together take half a second to import, and half a second to make."""

    folder: str  # of this one; the page is in its module `page`
    binding: str  # name of its class there
    title: Translation
    about: Translation  # what is done there, in a sentence

    def load(self) -> type[PageBinding]:
        """Import it, in the window's thread."""
        found: type[PageBinding] = getattr(import_module(f"{__package__}.{self.folder}.page"), self.binding)
        return found

    def make(self, context: PageContext, parent: QObject) -> PageBinding:
        """Make it, in the window's thread."""
        return self.load()(context, parent)


PAGES: Mapping[str, Mapping[str, PageEntry]] = {
    "laboratory": {
        "jacobian": PageEntry(
            "jacobian",
            "JacobianBinding",
            Translation("Jacobian", "Jacobienne"),
            Translation(
                "What each joint does to the frame, column by column, and three ways to the same matrix",
                "Ce que chaque liaison fait au repère, colonne par colonne, et trois chemins vers la même matrice",
            ),
        ),
        "velocities": PageEntry(
            "velocities",
            "VelocitiesBinding",
            Translation("Velocities", "Vitesses"),
            Translation(
                "The twist of each joint at one point and their sum, a point seen from any frame, and links in their own axes",
                "Le torseur de chaque liaison en un point et leur somme, un point vu de tout repère, les corps dans leurs axes",
            ),
        ),
        "rotation": PageEntry(
            "rotation",
            "RotationBinding",
            Translation("Rotation", "Rotation"),
            Translation(
                "Axis and angle, angular velocity, and what infinitesimal rotations are",
                "Axe et angle, vitesse angulaire, et ce que sont les rotations infinitésimales",
            ),
        ),
        "svd": PageEntry(
            "svd",
            "SVDBinding",
            Translation("SVD", "SVD"),
            Translation(
                "Singular values of J, its image and its kernel, and motions that leave the frame where it is",
                "Valeurs singulières de J, son image et son noyau, et les mouvements qui laissent le repère en place",
            ),
        ),
        "singularities": PageEntry(
            "singularities",
            "SingularitiesBinding",
            Translation("Singularities", "Singularités"),
            Translation(
                "Where a direction is lost: as formulas, on a map of two joints, and the nearest one",
                "Où une direction est perdue : en formules, sur une carte de deux liaisons, et la plus proche",
            ),
        ),
        "inverse_kinematics": PageEntry(
            "inverse_kinematics",
            "InverseKinematicsBinding",
            Translation("Inverse kinematics", "Cinématique inverse"),
            Translation(
                "Bring the frame to a target, iteration by iteration, and joint speeds for a wanted twist",
                "Amener le repère sur une cible, itération par itération, et les vitesses des liaisons pour un torseur voulu",
            ),
        ),
        "statics": PageEntry(
            "statics",
            "StaticsBinding",
            Translation("Statics", "Statique"),
            Translation(
                "Torques that hold loads, what the structure carries, and the principle of virtual work",
                "Couples qui tiennent des charges, ce que porte la structure, et le principe des travaux virtuels",
            ),
        ),
        "exercises": PageEntry(
            "exercises",
            "ExercisesBinding",
            Translation("Exercises", "Exercices"),
            Translation(
                "Questions with numbers to predict, steps, and answers that are computed",
                "Des questions, des nombres à prévoir, des étapes, et des réponses calculées",
            ),
        ),
    },
    "dynamics": {
        "state": PageEntry(
            "dynamics.state",
            "StateBinding",
            Translation("State", "État"),
            Translation(
                "The joint speeds and accelerations that all pages share",
                "Les vitesses et accélérations des liaisons, communes à toutes les pages",
            ),
        ),
        "algorithm": PageEntry(
            "dynamics.algorithm",
            "AlgorithmBinding",
            Translation("Algorithm", "Algorithme"),
            Translation(
                "The recursive Newton-Euler algorithm, equation by equation and link by link",
                "L'algorithme récursif de Newton-Euler, équation par équation et corps par corps",
            ),
        ),
        "one_body": PageEntry(
            "dynamics.one_body",
            "OneBodyBinding",
            Translation("One body", "Un corps"),
            Translation(
                "The forces on one link, and Newton's and Euler's equations of it",
                "Les efforts sur un corps, et ses équations de Newton et d'Euler",
            ),
        ),
        "equation": PageEntry(
            "dynamics.equation",
            "EquationBinding",
            Translation("Equation", "Équation"),
            Translation(
                "The equation of motion in numbers, each term joint by joint, and energy",
                "L'équation du mouvement en nombres, terme à terme et liaison par liaison, et l'énergie",
            ),
        ),
        "balances": PageEntry(
            "dynamics.balances",
            "BalancesBinding",
            Translation("Balances", "Bilans"),
            Translation(
                "Momentum, centre of mass and energy, each with what changes it",
                "Quantité de mouvement, centre de masse et énergie, et ce qui les fait varier",
            ),
        ),
        "derivatives": PageEntry(
            "dynamics.derivatives",
            "DerivativesBinding",
            Translation("Derivatives", "Dérivées"),
            Translation(
                "What torques and accelerations change by, beside finite differences",
                "De quoi changent couples et accélérations, à côté de différences finies",
            ),
        ),
        "motion": PageEntry(
            "dynamics.motion_task",
            "MotionTaskBinding",
            Translation("Motion", "Mouvement"),
            Translation(
                "A motion planned from the pose shown, its torques, played back or saved as a scene",
                "Un mouvement planifié depuis la pose affichée, ses couples, rejoué ou enregistré comme scène",
            ),
        ),
    },
    "contact": {
        "one_contact": PageEntry(
            "contact.one_contact",
            "OneContactBinding",
            Translation("One contact", "Un contact"),
            Translation(
                "One contact by hand: it lasts or it ends, and the force that follows",
                "Un contact à la main : il dure ou il cesse, et l'effort qui s'ensuit",
            ),
        ),
        "several": PageEntry(
            "contact.several",
            "SeveralBinding",
            Translation("Several contacts", "Plusieurs contacts"),
            Translation(
                "N, T, M and d in numbers, Tλ joint by joint, forces that are one of many, and what a regularisation picks",
                "N, T, M et d en nombres, Tλ liaison par liaison, les efforts non uniques, et ce que choisit une régularisation",
            ),
        ),
        "programme": PageEntry(
            "contact.programme",
            "ProgrammeBinding",
            Translation("Quadratic programme", "Programme quadratique"),
            Translation(
                "Why contact is a quadratic programme (QP): level sets, KKT conditions, active set, and all solvers on it",
                "Pourquoi un programme quadratique (QP) : lignes de niveau, conditions KKT, contraintes actives, solveurs",
            ),
        ),
        "friction": PageEntry(
            "contact.friction",
            "FrictionBinding",
            Translation("Friction", "Frottement"),
            Translation(
                "The friction of one contact in its plane, three laws of it, its modes over time, and Painlevé's regions",
                "Le frottement d'un contact dans son plan, trois lois, ses modes au cours du temps, et les régions de Painlevé",
            ),
        ),
        "impact": PageEntry(
            "contact.impact",
            "ImpactBinding",
            Translation("Impact", "Impact"),
            Translation(
                "An impact: before, jump map and after, its energy, other laws, and its exact instant",
                "Un impact : avant, saut et après, son énergie, d'autres lois, et son instant exact",
            ),
        ),
        "checks": PageEntry(
            "contact.checks",
            "ChecksBinding",
            Translation("Checks", "Vérifications"),
            Translation(
                "Whether the state shown is right, number by number against stated tolerances, and the whole recording over time",
                "Si l'état affiché est juste, nombre par nombre contre des tolérances dites, et tout l'enregistrement",
            ),
        ),
        "what_if": PageEntry(
            "contact.what_if",
            "WhatIfBinding",
            Translation("What if", "Et si"),
            Translation(
                "Another μ, e, mass or wrench at the instant shown: solved again beside what was solved, or a branch of the run",
                "Un autre μ, e, masse ou torseur à l'instant affiché : résolu de nouveau à côté, ou une simulation qui bifurque",
            ),
        ),
        "contact_exercises": PageEntry(
            "contact.exercises",
            "ContactExercisesBinding",
            Translation("Exercises", "Exercices"),
            Translation(
                "Questions on contact with numbers to predict, about scenes, and answers that are computed",
                "Des questions sur le contact, des nombres à prévoir, à propos de scènes, et des réponses calculées",
            ),
        ),
    },
}
"""By workspace and key. The dock of contact has the inspector before its pages."""
