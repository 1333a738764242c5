"""The page One body: a link alone, the forces on it and its motion at the centre of mass and at any point."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from torseur.sim.compilation import DYNAMICS
from torseur.sim.texts import marked, tr
from torseur.ui.displays.equations.values import EquationView
from torseur.ui.look.theme import MASS
from torseur.ui.sheet.blocks import (
    EquationCards,
    Fact,
    Facts,
    Heading,
    Line,
    Options,
    UserEvent,
    Vector,
    absent,
    options,
    section,
)
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.number_text import number_text, quantity_text, residual_text
from torseur.ui.viewport.marks import Arrow, Label, Overlays, Point

from ....documents.body_names import bare_names
from ....sheet.page import NOTHING_DRAWN, Layer, Page, PageSettings, Seen
from ....sheet.questions import Questions
from ..term_arrows import TermArrows
from .body_equations import KEYS, body_equations

if TYPE_CHECKING:
    from torseur.sim.arrays import Array
    from torseur.sim.multibody.dynamics.values import BodyDynamics

BODY = Heading("one_body", marked("One body"))
CHECKS = Heading("checks", marked("What must hold"))
DRAWN = {  # at which point, and in which units
    "forces": ("center", ("N", "N·m")),
    "euler": ("center", ("N·m",)),
    "transport": ("point", ("N·m",)),
    "velocity": ("point", ("m/s",)),
    "spatial": ("point", ("N", "N·m")),
    "acceleration": ("point", ("m/s²",)),
}


@dataclass(frozen=True, slots=True)
class OneBodySettings(PageSettings):
    """The link and the point P, the equation at hand, and the term of it that comes in just now; -1: all are there."""

    body: str = ""  # none, or one that is not there: the last that moves
    place: str = "world"  # of P: the origin of the "world", of the "body", its "center", or "typed"
    point: tuple[float, ...] = (0.0, 0.0, 0.0)  # in the world, where it is typed [m]
    at: str = KEYS[0]
    marked: int = -1


class BodyFound(NamedTuple):
    """What is computed of a link, and how it is written."""

    dynamics: BodyDynamics
    equations: tuple[EquationView, ...]
    checks: tuple[Fact, ...]


class OneBody(Page):
    """Of one link, which is outlined."""

    key = "one_body"
    settings_type = OneBodySettings
    outline = (BODY, CHECKS)
    waits_for = (DYNAMICS,)
    needs_motion = True

    def sheet(self, seen: Seen, settings: OneBodySettings, questions: Questions) -> Sheet:
        """Write the equations, and what must hold."""
        found = _found(seen, settings, questions)
        if found is None:
            return Sheet((absent(seen.motion),))
        places = {"world": "O", "body": tr("origin"), "center": "c", "typed": tr("typed")}
        name = tr("The point P: the world's origin, the link's, its centre of mass, or what is typed")
        names = options(bare_names(seen.model.body_names))
        body = Options("body", tr("Link that is looked at"), names, found.dynamics.body, listed=True, widest=210)
        return Sheet(
            (
                section(
                    BODY,
                    Line("of_point", tr("Point P at"), (Options("place", name, options(places), settings.place),)),
                    Vector("point", tr("Point P in the world"), "P", found.dynamics.point, "m"),
                    EquationCards("equations", found.equations, KEYS.index(settings.at), settings.marked),
                    tools=(body,),
                    divided=False,
                ),
                section(CHECKS, Facts("facts", found.checks)),
            )
        )

    def layer(self, seen: Seen, settings: OneBodySettings, questions: Questions) -> Layer:
        """Draw the centre of mass, P, and the terms of the equation at hand."""
        found = _found(seen, settings, questions)
        if found is None:
            return NOTHING_DRAWN
        arrows, of, size = questions.kept("arrows", TermArrows), found.dynamics, seen.size
        arrows.clear()
        terms = found.equations[KEYS.index(settings.at)].up_to(settings.marked).terms
        if settings.at == "inertia":
            drawn: tuple[Arrow, ...] = (Arrow(of.point, of.lever, MASS, "ĉ", "dashed"),)
        elif settings.at == "newton":
            drawn = (*arrows.of(terms[1:2], ("m/s²",), of.center, size), *arrows.of(terms[2:], ("N",), of.center, size))
        else:
            where, units = DRAWN[settings.at]
            drawn = arrows.of(terms, units, of.center if where == "center" else of.point, size)
        points = (Point(of.center, "closed", MASS), Point(of.point, "closed"))
        labels = (Label(of.center, f"c, m {quantity_text(of.mass, 'kg')}", MASS), Label(of.point, "P"))
        return Overlays(arrows=drawn, points=points, labels=labels), arrows.legend()

    def outlined(self, seen: Seen, settings: OneBodySettings, questions: Questions) -> str:
        """Return the link."""
        return "" if isinstance(seen.motion, str) else _body(seen, settings)

    def reduce(self, settings: OneBodySettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Have another link, another point, or another equation or term at hand."""
        match event.path.rpartition(".")[2], event.kind:
            case "body", "chosen":
                return replace(settings, body=event.value)
            case "", "picked":
                return replace(settings, body=event.value) if event.value in seen.model.body_names else settings
            case "place", "chosen":
                return replace(settings, place=event.value, point=tuple(_point(seen, settings).tolist()))
            case "point", "entered":
                return replace(settings, place="typed", point=tuple(event.value.tolist()))
            case "equations", "chosen":
                return replace(settings, at=event.value, marked=-1)
            case "equations", "term":
                return replace(settings, marked=event.value)
        return settings


def _body(seen: Seen, settings: OneBodySettings) -> str:
    model = seen.model
    if settings.body in model.body_names:
        return settings.body
    return [joint.child for joint in model.joints if joint.kind.nv][-1]


def _point(seen: Seen, settings: OneBodySettings) -> Array:
    """P in the world (3,) [m]."""
    if settings.place == "world":
        return np.zeros(3)
    if settings.place == "typed":
        return np.array(settings.point)
    k = seen.model.frame_index(_body(seen, settings))
    pose, center = seen.poses[k], seen.model.bodies[k].com
    return np.array(pose[:3, 3] + (pose[:3, :3] @ center if settings.place == "center" else 0.0))


def _found(seen: Seen, settings: OneBodySettings, questions: Questions) -> BodyFound | None:
    """What is shown; None: there is nothing."""
    if isinstance(seen.motion, str):
        return None
    body, point = _body(seen, settings), _point(seen, settings)

    def compute() -> BodyFound:
        from torseur.sim.multibody.newton_euler.body_dynamics import body_dynamics

        of = seen.motion
        found = body_dynamics(of.model, of.q, of.v, of.a, body, of.acting, of.gravity, point)
        return BodyFound(found, body_equations(found, bare_names(of.model.body_names)), _checks(found))

    found: BodyFound = questions.ask("body", (seen.motion, body, point), compute).value
    return found


def _checks(found: BodyDynamics) -> tuple[Fact, ...]:
    at_c = found.total - np.concatenate([found.force, found.torque_at_center])
    both = found.inertial + found.gyroscopic - np.concatenate([found.force, found.torque_at_point])
    apart = float(np.linalg.norm(found.point_acceleration - found.spatial_acceleration[:3]))
    return (
        (tr("Forces at c less [m c̈; n_c], at most"), residual_text(float(np.abs(at_c).max())), "N, N·m"),
        (tr("Spatial form at P less the same, at most"), residual_text(float(np.abs(both).max())), "N, N·m"),
        (tr("Acceleration of P less v̇_P: |ω × v_P|"), number_text(apart), "m/s²"),
    )
