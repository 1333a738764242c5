"""What a user sets on the page of the Jacobian, and what is computed for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from torseur.sim.analysis.jacobian.values import JacobianRoutes, JointAxis, SmallDisplacement
from torseur.sim.arrays import Array
from torseur.sim.multibody.model.coordinate_names import velocity_names
from torseur.sim.multibody.model.movers import columns_to
from torseur.ui.controls.fields.amount import Amount
from torseur.ui.text.jacobian_text import reference_of

from ...sheet.page import PageSettings, Seen
from ...sheet.questions import Questions
from ..joint_numbers import TypedNumbers, joint_values
from .column_marks import STEP, first_column, rates, steps


class LinkPoint(NamedTuple):
    """A frame, and a point of it."""

    frame: str = ""
    point: tuple[float, ...] | None = None  # (3,) along its axes [m]; None: its origin


@dataclass(frozen=True, slots=True)
class JacobianSettings(PageSettings):
    """How J is written, its point, the column looked at, small displacements, and what is drawn."""

    reference: str = "world_aligned"  # a key of `reference_options`
    route: str = "geometric"
    point: LinkPoint = LinkPoint()  # while its frame is the one that is chosen
    before: LinkPoint | None = None  # what there was before the drag that goes on
    picking: bool = False
    refused: str = ""  # a body that was pressed, and does not move
    column: str = ""  # name of a number of v; empty: the first of one degree
    joint: str = ""  # whose share of the column is written out; empty: the first
    steps: TypedNumbers = ()  # δq [rad | m]
    lengths: str = "names"  # in formulas: as "names" or "numbers"
    drawn: frozenset[str] = frozenset({"column"})  # keys of sections


class Columns(NamedTuple):
    """Of J that can move the frame, the one that is looked at, and its axes."""

    speeds: tuple[Amount, ...]  # what the columns are of
    steps: tuple[Amount, ...]
    at: int  # the column in v; -1: there is none
    axes: tuple[JointAxis, ...]  # that add up to it
    axis: int  # the one that is written out

    @property
    def amount(self) -> Amount | None:
        """The speed that the column is of."""
        return next((amount for amount in self.speeds if amount.column == self.at), None)


def point_of(seen: Seen, settings: JacobianSettings) -> Array | None:
    """P (3,) along the axes of the frame, from its origin [m]; None: the origin."""
    chosen = settings.point
    return np.array(chosen.point) if chosen.point is not None and chosen.frame == seen.frame else None


def basis_of(seen: Seen, settings: JacobianSettings) -> tuple[str, str | None]:
    """Reference of J, and the frame in whose axes it is written instead; one that is gone is none."""
    reference, basis = reference_of(settings.reference)
    return reference, basis if basis in seen.model.frame_names else None


def routes(seen: Seen, settings: JacobianSettings, questions: Questions) -> JacobianRoutes:
    """J by the routes that every robot has."""
    from torseur.sim.analysis.jacobian.jacobian_routes import jacobian_routes

    reference, basis = basis_of(seen, settings)
    point = point_of(seen, settings)
    found: JacobianRoutes = questions.ask(
        "routes",
        (seen.q, seen.frame, reference, point, basis),
        lambda: jacobian_routes(seen.model, seen.q, seen.frame, reference, point=point, basis=basis),
        of=seen.model,
    ).value
    return found


def columns(seen: Seen, settings: JacobianSettings, questions: Questions) -> Columns:
    """What is offered, and what is looked at."""

    def offered() -> tuple[tuple[Amount, ...], tuple[Amount, ...]]:
        numbers = columns_to(seen.model, seen.frame)
        return tuple(rates(seen.model, numbers)), tuple(steps(seen.model, numbers))

    speeds, small = questions.ask("columns", seen.frame, offered, of=seen.model).value
    names, numbers = velocity_names(seen.model), [amount.column for amount in speeds]
    at = next((k for k in numbers if names[k] == settings.column), first_column(seen.model, numbers))
    axes = routes(seen, settings, questions).axes_of(at)
    axis = next((k for k, one in enumerate(axes) if one.joint == settings.joint), 0)
    return Columns(speeds, small, at, axes, axis)


def joint_of(seen: Seen, column: int) -> str:
    """The joint that a number of v belongs to."""
    return next(name for name, (_, v) in seen.model.joint_slices().items() if v.start <= column < v.stop)


def displacement_steps(seen: Seen, settings: JacobianSettings) -> Array:
    """δq (nv,) [rad | m]."""
    return joint_values(seen.model, settings.steps, STEP)


def displacement(seen: Seen, settings: JacobianSettings, questions: Questions, share: float = 1.0) -> SmallDisplacement:
    """What a share of δq does to P."""
    from torseur.sim.analysis.jacobian.differential_model import small_displacement

    about = seen.q, seen.frame, share * displacement_steps(seen, settings), point_of(seen, settings)
    q, frame, dq, point = about
    found: SmallDisplacement = questions.ask(
        f"displacement {share}", about, lambda: small_displacement(seen.model, q, frame, dq, point=point), of=seen.model
    ).value
    return found
