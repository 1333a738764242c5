"""The pages of the workspaces Laboratory, Dynamics and Contact, in their order, with their names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from torseur.sim.texts import marked, tr

from ..sheet.page import Page
from .page_context import PageContext
from .sheet_page import SheetPage

if TYPE_CHECKING:
    from .exercises.page import ExercisesBinding

    LaboratoryPage = SheetPage | ExercisesBinding


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page before it is made: all of them together take half a second to import, and half a second to make."""

    folder: str  # of this one; the page is in its module `page`
    binding: str  # name of its class there
    title: str
    about: str  # what is done there, in a sentence

    def load(self) -> type[ExercisesBinding] | type[Page]:
        """Import it, in the window's thread."""
        found: type[ExercisesBinding] | type[Page] = getattr(import_module(f"{__package__}.{self.folder}.page"), self.binding)
        return found

    def make(self, context: PageContext, parent: QObject) -> LaboratoryPage:
        """Make it, in the window's thread."""
        page = self.load()
        return SheetPage(page(), context, parent, title=tr(self.title)) if issubclass(page, Page) else page(context, parent)


PAGES: Mapping[str, Mapping[str, PageEntry]] = {
    "laboratory": {
        "jacobian": PageEntry(
            "jacobian",
            "Jacobian",
            marked("Jacobian"),
            marked("What each joint does to the frame, column by column, and three ways to the same matrix"),
        ),
        "velocities": PageEntry(
            "velocities",
            "Velocities",
            marked("Velocities"),
            marked(
                "The twist of each joint at one point and their sum, a point seen from any frame, and links in their own axes"
            ),
        ),
        "rotation": PageEntry(
            "rotation",
            "Rotation",
            marked("Rotation"),
            marked("Axis and angle, angular velocity, and what infinitesimal rotations are"),
        ),
        "svd": PageEntry(
            "svd",
            "SVD",
            marked("SVD"),
            marked("Singular values of J, its image and its kernel, and motions that leave the frame where it is"),
        ),
        "singularities": PageEntry(
            "singularities",
            "Singularities",
            marked("Singularities"),
            marked("Where a direction is lost: as formulas, on a map of two joints, and the nearest one"),
        ),
        "inverse_kinematics": PageEntry(
            "inverse_kinematics",
            "InverseKinematics",
            marked("Inverse kinematics"),
            marked("Bring the frame to a target, iteration by iteration, and joint speeds for a wanted twist"),
        ),
        "statics": PageEntry(
            "statics",
            "StaticsPage",
            marked("Statics"),
            marked("Torques that hold loads, what the structure carries, and the principle of virtual work"),
        ),
        "exercises": PageEntry(
            "exercises",
            "ExercisesBinding",
            marked("Exercises"),
            marked("Questions with numbers to predict, steps, and answers that are computed"),
        ),
        "working_sheet": PageEntry(
            "working_sheet",
            "WorkingSheet",
            marked("Working sheet"),
            marked("What was kept of pages, with own words between; saved as HTML or PDF"),
        ),
    },
    "dynamics": {
        "state": PageEntry(
            "dynamics.state", "StatePage", marked("State"), marked("The joint speeds and accelerations that all pages share")
        ),
        "algorithm": PageEntry(
            "dynamics.algorithm",
            "Algorithm",
            marked("Algorithm"),
            marked("The recursive Newton-Euler algorithm, equation by equation and link by link"),
        ),
        "one_body": PageEntry(
            "dynamics.one_body",
            "OneBody",
            marked("One body"),
            marked("The forces on one link, and Newton's and Euler's equations of it"),
        ),
        "equation": PageEntry(
            "dynamics.equation",
            "Equation",
            marked("Equation"),
            marked("The equation of motion in numbers, each term joint by joint, and energy"),
        ),
        "derivations": PageEntry(
            "dynamics.derivations",
            "Derivations",
            marked("Derivations"),
            marked("Small robots as formulas: velocities, accelerations, H, C, g and a contact, from symbol to number"),
        ),
        "balances": PageEntry(
            "dynamics.balances",
            "Balances",
            marked("Balances"),
            marked("Momentum, centre of mass and energy, each with what changes it"),
        ),
        "motion": PageEntry(
            "dynamics.motion_task",
            "MotionPage",
            marked("Motion"),
            marked("A motion planned from the pose shown, its torques, played back or saved as a scene"),
        ),
    },
    "contact": {
        "inspector": PageEntry(
            "contact.inspector",
            "Inspector",
            marked("Inspector"),
            marked("The contacts of the instant shown, and the problem behind their forces"),
        ),
        "one_contact": PageEntry(
            "contact.one_contact",
            "OneContact",
            marked("One contact"),
            marked("One contact by hand: it lasts or it ends, and the force that follows"),
        ),
        "several": PageEntry(
            "contact.several",
            "Several",
            marked("Several contacts"),
            marked("N, T, M and d in numbers, Tλ joint by joint, forces that are one of many, and what a regularisation picks"),
        ),
        "programme": PageEntry(
            "contact.programme",
            "ProgrammePage",
            marked("Quadratic programme"),
            marked("Why contact is a quadratic programme (QP): level sets, KKT conditions and active set"),
        ),
        "own_problem": PageEntry(
            "contact.own_problem",
            "OwnProblem",
            marked("Own problem"),
            marked(
                "Bodies, contacts and loads drawn in the plane: N, M, d, the programme, and which contacts are closed, live"
            ),
        ),
        "friction": PageEntry(
            "contact.friction",
            "Friction",
            marked("Friction"),
            marked("The friction of one contact in its plane, three laws of it, all directions, and its modes over time"),
        ),
        "impact": PageEntry(
            "contact.impact",
            "ImpactPage",
            marked("Impact"),
            marked("An impact: before, jump map and after, its energy, other laws, and its exact instant"),
        ),
        "checks": PageEntry(
            "contact.checks",
            "Checks",
            marked("Checks"),
            marked(
                "Whether the state shown is right, number by number against stated tolerances, and the whole recording over time"
            ),
        ),
        "what_if": PageEntry(
            "contact.what_if",
            "WhatIf",
            marked("What if"),
            marked(
                "Another μ, e, mass or wrench at the instant shown: solved again beside what was solved, or a branch of the run"
            ),
        ),
        "sweep": PageEntry(
            "contact.sweep",
            "Sweep",
            marked("Sweep"),
            marked("The scene run many times with some of its values varied, on all cores, and a number of each run"),
        ),
        "contact_exercises": PageEntry(
            "contact.exercises",
            "ContactExercisesBinding",
            marked("Exercises"),
            marked("Questions on contact with numbers to predict, about scenes, and answers that are computed"),
        ),
    },
}
"""By workspace and key."""
