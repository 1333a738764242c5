"""Friction of one contact as it was solved: the section of the cone at its load, and b = D d in numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from torseur.sim.contact.analysis.friction.values import FrictionInPlane
from torseur.sim.contact.law.contact_laws import LAWS
from torseur.sim.simulation.inspection.inspected_problem import InspectedProblem
from torseur.sim.texts import marked, tr
from torseur.ui.laboratory.contact.friction.values import PlaneArrow, PlaneDrawing
from torseur.ui.sheet.blocks import Custom, Fact, Facts, Formula, Heading, Line, Paragraph, Section, Slider, section
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import listed, number_text, quantity_text
from torseur.ui.text.units import AngleUnit, limit_text

from .friction_answers import ContactLoad, contact_load

PLANE = Heading("plane", marked("In the plane of the contact"))
LEAST_FACETS, MOST_FACETS = 4, 32
STILL = 1e-9  # [m/s | m/s²]: what the tolerances of solvers leave of no slip
MOST_WEIGHTS = 8  # written one by one


class ContactPlane(NamedTuple):
    """The section of one contact, in forces or impulses."""

    solved: InspectedProblem
    place: int
    load: ContactLoad
    section: FrictionInPlane


def plane_of(solved: InspectedProblem, place: int, facets: int) -> ContactPlane:
    """The section of a contact of a problem, with a pyramid of so many facets."""
    from torseur.sim.contact.analysis.friction.friction_section import friction_section

    load = contact_load(solved, place)
    mu = max(float(solved.problem.friction[place]), 0.0)
    return ContactPlane(solved, place, load, friction_section(mu, load.force, load.slip, facets))


def plane_section(plane: ContactPlane, angle_unit: AngleUnit) -> Section:
    """Write it."""
    solved, cut = plane.solved, plane.section
    columns = "[I  −I]" if cut.facets == LEAST_FACETS else "D"
    slider = Slider(
        "facets",
        tr("Facets of the pyramid"),
        cut.facets / 2,
        LEAST_FACETS / 2,
        MOST_FACETS / 2,
        whole=True,
        home=LEAST_FACETS / 2,
        scale=2.0,
    )
    about = tr(
        "Friction b lies in a disc of radius μ n: the section of the cone at the normal force n. A pyramid has a "
        "polygon instead, that a programme with straight constraints can hold b in. Slip goes against b."
    )
    law = LAWS[solved.law].title(solved.facets)
    return section(
        PLANE,
        Paragraph("about", about, "text_second"),
        Formula("formula", ("|b| ≤ μ n", f"b = {columns} d,   d ≥ 0,   eᵀ d ≤ μ n"), boxed=True),
        Line("pyramid", tr("Facets"), (slider, Paragraph("count", tr("{n} facets", n=cut.facets), weight=600))),
        _drawing(plane) if cut.limit > 0.0 else None,
        Facts("facts", _facts(plane, angle_unit)),
        Paragraph("weights", _weights(plane), "text_hint"),
        caption=solved.names[plane.place],
        note=tr("solved: {law}", law=law) if solved.problem.friction[plane.place] > 0.0 and LAWS[solved.law].rubs else "",
        copied=ArrayText(np.vstack([cut.directions, cut.weights]), ["D 1", "D 2", "d"]),
        divided=False,
    )


def _slips(cut: FrictionInPlane) -> bool:
    return bool(np.any(np.abs(cut.slip) > STILL))


def _drawing(plane: ContactPlane) -> Custom:
    cut, name = plane.section, tr("Section of the friction cone at the normal force")
    arrows = (PlaneArrow("b", cut.friction, cut.slip, "coulomb"),) if cut.size > 0.0 or _slips(cut) else ()
    parts = (cut.directions * cut.weights).T
    drawing = PlaneDrawing(name, cut.limit, cut.corners, arrows, plane.load.unit, plane.load.slip_unit, parts)
    return Custom("drawing", "friction_plane", drawing, name)


def _facts(plane: ContactPlane, angle_unit: AngleUnit) -> tuple[Fact, ...]:
    cut, unit, slip_unit = plane.section, plane.load.unit, plane.load.slip_unit
    zero = 1e-9 * max(cut.load, 1.0)

    def plus(x: float) -> str:
        return number_text(x, zero=zero)

    facts: list[Fact] = [
        ("n,  μ", f"{quantity_text(cut.load, unit)},  {number_text(cut.mu)}", ""),
        ("b = (b_1, b_2)", f"({plus(cut.friction[0])}, {plus(cut.friction[1])})", unit),
        ("|b| ≤ μ n", f"{plus(cut.size)} ≤ {plus(cut.limit)}", unit),
        (tr("margin μ n − |b|"), plus(cut.margin), unit),
        ("eᵀd ≤ μ n", f"{plus(float(cut.weights.sum()))} {_sign(cut)} {plus(cut.limit)}", unit),
        (tr("margin μ n − eᵀd"), plus(cut.pyramid_margin), unit),
    ]
    if not _slips(cut):
        return (*facts, (tr("slip"), tr("none: it sticks") if cut.load > 0.0 else tr("none"), ""))
    text = f"({number_text(cut.slip[0], zero=STILL)}, {number_text(cut.slip[1], zero=STILL)})"
    facts.append((tr("slip") if slip_unit else tr("slip, direction"), text, slip_unit))
    if (angle := cut.angle_to_slip) is not None:
        facts.append((tr("angle between b and −slip"), limit_text(angle if angle > 1e-9 else 0.0, True, angle_unit), ""))
    return tuple(facts)


def _sign(cut: FrictionInPlane) -> str:
    return "≤" if cut.pyramid_margin >= -1e-9 * max(cut.limit, 1e-300) else ">"


def _weights(plane: ContactPlane) -> str:
    cut, weights = plane.section, plane.section.weights.tolist()
    zero = 1e-9 * max(cut.load, 1.0)
    if cut.facets <= MOST_WEIGHTS:
        d = "(" + listed(number_text(x, zero=zero) for x in weights) + f") {plane.load.unit}"
    else:
        step = 360.0 / cut.facets
        used = [(k, x) for k, x in enumerate(weights) if x > zero]
        terms = (tr("{x} at {angle}°", x=number_text(x), angle=number_text(k * step)) for k, x in used)
        d = ", ".join(terms) or "0"
    text = tr("d = {d}: of all d ≥ 0 with this b the one of least sum.", d=d)
    if _sign(cut) == ">":
        text += " " + tr("The pyramid would not allow this b, the cone does: this contact was not solved with that pyramid.")
    return text
