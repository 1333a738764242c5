"""The sections of the page of rotations."""

from __future__ import annotations

import math

import numpy as np

from torseur.sim.analysis.jacobian.small_rotations import AddedAngularVelocities, add_angular_velocities, small_rotation
from torseur.sim.multibody.algebra.plain_spatial import skew
from torseur.sim.multibody.algebra.rotations import axis_angle, rodrigues_terms
from torseur.sim.texts import marked, tr
from torseur.ui.controls.fields.amount import Amount
from torseur.ui.displays.equations.values import EquationView, Term
from torseur.ui.look.math_notation import DOT
from torseur.ui.look.theme import FRICTION, JOINT, VELOCITY, WARNING
from torseur.ui.sheet.blocks import (
    Amounts,
    EquationCards,
    Facts,
    Formula,
    Heading,
    Matrix,
    Paragraph,
    Section,
    SideBySide,
    Toggle,
    Vector,
    section,
)
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import as_shown, number_text, quantity_text, residual_text
from torseur.ui.text.units import AngleUnit, to_display_unit, unit_text, value_text
from torseur.ui.text.vector_text import vector_text

from .typed_rotation import RotationSettings

FORMULA = Heading("formula", "R(u, θ)")
RATE = Heading("rate", f"S(ω) = R{DOT} Rᵀ")
TURNED = Heading("turned", marked("A vector turned"))
PARTS = Heading("parts", marked("Rodrigues by vectors"))
SUM = Heading("sum", marked("Angular velocities add"))
ALONG, ACROSS, CROSS = JOINT, WARNING, FRICTION
"""Colours of v_z, v_x and v_y, here and in the view."""
AXES = ("x", "y", "z")
LARGEST = 1000.0  # number of a vector that may be typed


def formula_section(typed: RotationSettings, unit: AngleUnit) -> Section:
    """Axis and angle, R and the three terms of Rodrigues' formula."""
    u, R, terms = typed.u, typed.R, rodrigues_terms(typed.u, typed.angle)
    (back, angle), norm = axis_angle(R), float(np.linalg.norm(typed.axis))
    word = tr("Normalised: u was divided by its length {norm}, to {u}.", norm=number_text(norm), u=vector_text(u))
    lines = Formula("lines", ("R = u uᵀ (1 − cos θ)", "     + 1 cos θ", "     + S(u) sin θ"))
    along, same, across = (
        _matrix(key, name, term)
        for key, name, term in zip(
            ("along", "same", "across"), ("u uᵀ (1 − cos θ)", "1 cos θ", "S(u) sin θ"), terms, strict=True
        )
    )
    facts = (
        (tr("axis that R gives back"), vector_text(back), ""),
        (tr("angle, 0 to half a turn"), value_text(angle, True, unit), unit_text(True, unit)),
        (tr("R less its three terms"), residual_text(float(np.abs(R - sum(terms)).max())), ""),
    )
    return section(
        FORMULA,
        Vector("axis", tr("axis"), "u", np.array(typed.axis), check=_no_axis),
        _turn("angle", "θ", tr("angle"), typed.angle, math.pi, math.tau, unit),
        Paragraph("word", "" if abs(norm - 1.0) < 1e-9 else word, "text_second", small=False),
        SideBySide("R_and_S", (_matrix("R", "R", R), _matrix("S", "S(u)", skew(u)))),
        SideBySide("two_terms", (along, same)),
        SideBySide("third_term", (across, lines)),
        Facts("facts", facts),
        caption=tr("by Rodrigues' formula"),
        tools=(_drawn(typed, "formula", "R"),),
        copied=ArrayText(R),
        divided=False,
    )


def rate_section(typed: RotationSettings, unit: AngleUnit) -> Section:
    """ω from Ṙ Rᵀ."""
    found = typed.angular_velocity
    facts = [
        (f"ω_{x} = S_{{{s}}}", number_text(w), "rad/s")
        for x, s, w in zip(AXES, ("32", "13", "21"), found.omega.tolist(), strict=True)
    ]
    matrix = _matrix("matrix", f"R{DOT} Rᵀ  1/s", found.matrix, "1/s")
    of_matrix = Facts("facts", (*facts, (tr("not skew by"), residual_text(found.residual), "1/s")))
    return section(
        RATE,
        _turn("rate", f"θ{DOT}", tr("speed"), typed.rate, math.pi, LARGEST, unit, "/s"),
        SideBySide("found", (matrix, of_matrix), (2, 3)),
        tools=(_drawn(typed, "rate", "ω"),),
        copied=ArrayText(found.omega, AXES),
    )


def turned_section(typed: RotationSettings, unit: AngleUnit) -> Section:
    """A vector turned, and turned a little."""
    v, turned, small = typed.v, typed.R @ typed.v, small_rotation(typed.u, typed.step, typed.v)
    size = float(np.linalg.norm(small.exact))
    share = as_shown(f"  {100 * small.gap / size:.2g} %") if size > 1e-12 else ""
    facts = (
        ("R v", vector_text(turned), ""),
        ("δv = δθ u × v", vector_text(small.linear), ""),
        ("R(u, δθ) v − v", vector_text(small.exact), ""),
        (tr("gap, of second order in δθ"), number_text(small.gap) + share, ""),
    )
    rows = ("v", "R v", "δθ u × v", "exact δv")
    return section(
        TURNED,
        Vector("vector", tr("vector"), "v", v, check=_too_large),
        _turn("step", "δθ", tr("small angle"), typed.step, math.radians(30.0), math.pi, unit),
        Facts("facts", facts),
        tools=(_drawn(typed, "turned", tr("the vector")),),
        copied=ArrayText(np.array([v, turned, small.linear, small.exact]), rows, AXES),
    )


def parts_section(typed: RotationSettings) -> Section:
    """v_z along the axis, v_x perpendicular to it, v_y = u × v, and w = R v as their sum, in two ways."""
    found, turned = typed.parts, typed.R @ typed.v
    about = tr(
        "What of v lies along the axis stays. What is perpendicular to it turns towards u × v, which is as long and "
        "perpendicular to both: the tip goes round a circle about the axis."
    )
    facts = (
        ("v_z = (u·v) u", vector_text(found.along), ""),
        ("v_x = v − v_z", vector_text(found.across), ""),
        ("v_y = u × v", vector_text(found.cross), ""),
    )
    three = (found.along, found.across, found.cross, found.cosine, found.sine, found.along, turned)
    names = ("v_z", "v_x", "v_y", "v_x cos θ", "v_y sin θ", "v_z", "w")
    off = residual_text(float(np.abs(found.turned - turned).max()))
    equations = _equations(typed)
    keys = [equation.key for equation in equations]
    return section(
        PARTS,
        Paragraph("about", about, "text_second", small=False),
        Facts("facts", facts),
        EquationCards("equations", equations, keys.index(typed.equation), keeps_mark=True),
        Paragraph("note", tr("The sum less R v: {x}.", x=off), "text_hint", small=False),
        caption="w = R v",
        tools=(_drawn(typed, "parts", tr("the parts of v")),),
        copied=ArrayText(np.array(three), names, AXES),
    )


def sum_section(typed: RotationSettings, unit: AngleUnit) -> Section:
    """ω(i/k) = ω(i/p) + ω(p/k)."""
    found, factor, per = added(typed), to_display_unit(1.0, True, unit), unit_text(True, unit) + "/s"
    about = tr("Frame p turns in k as above, with the ω above; frame i turns in p as typed, along the axes of p.")
    vectors = (
        ("ω_{p/k}", found.carrier),
        (tr("ω_{i/p} along k"), found.relative),
        (tr("ω_{i/k}, the sum"), found.total),
        (tr("ω of R_{p} R_{i}"), found.product),
    )
    facts = tuple((name, vector_text(factor * vector), per) for name, vector in vectors)
    copied = np.array([found.carrier, found.relative, found.total])
    return section(
        SUM,
        Paragraph("about", about, "text_second", small=False),
        Vector(
            "relative",
            tr("ω(i/p) in the axes of p"),
            "ω_{i/p}",
            np.array(typed.relative),
            per,
            factor,
            check=lambda w: _too_large(factor * w),
        ),
        Facts("facts", (*facts, (tr("sum and product differ by"), residual_text(found.gap), "rad/s"))),
        tools=(_drawn(typed, "sum", tr("the sum")),),
        copied=ArrayText(copied, ("ω(p/k)", "ω(i/p)", "ω(i/k)"), AXES),
    )


def added(typed: RotationSettings) -> AddedAngularVelocities:
    """The sum of both angular velocities."""
    return add_angular_velocities(typed.R, np.eye(3), typed.angular_velocity.omega, np.array(typed.relative))


def _equations(typed: RotationSettings) -> tuple[EquationView, EquationView]:
    found = typed.parts
    result = Term("w", typed.R @ typed.v, "", "=", VELOCITY)
    same, along, across = found.terms
    return (
        EquationView(
            "parts",
            tr("By its parts, as they are drawn"),
            (("w = ", ""), ("v_x cos θ", ACROSS), (" + ", ""), ("v_y sin θ", CROSS), (" + ", ""), ("v_z", ALONG)),
            (
                Term("v_x cos θ", found.cosine, "", "", ACROSS),
                Term("v_y sin θ", found.sine, "", "+", CROSS),
                Term("v_z", found.along, "", "+", ALONG),
                result,
            ),
        ),
        EquationView(
            "terms",
            tr("By the three terms of R, each times v"),
            (
                ("w = ", ""),
                ("v cos θ", ACROSS),
                (" + ", ""),
                ("(1 − cos θ)(u·v) u", ALONG),
                (" + ", ""),
                ("sin θ u × v", CROSS),
            ),
            (
                Term("v cos θ", same, "", "", ACROSS),
                Term("(1−cos θ)(u·v) u", along, "", "+", ALONG),
                Term("sin θ u × v", across, "", "+", CROSS),
                result,
            ),
        ),
    )


def _drawn(typed: RotationSettings, key: str, what: str) -> Toggle:
    return Toggle("drawn", tr("Draw {what} in the view", what=what), key in typed.drawn)


def _matrix(key: str, title: str, values: np.ndarray, unit: str = "") -> Matrix:
    return Matrix(key, title, values, columns=AXES, units=(unit,) if unit else (), title=title)


def _turn(key: str, letter: str, name: str, value: float, reach: float, most: float, unit: AngleUnit, per: str = "") -> Amounts:
    return Amounts(key, name, (Amount(0, letter, name, True, reach, most),), (value,), per, unit)


def _no_axis(vector: np.ndarray) -> str:
    if not float(np.linalg.norm(vector)) > 1e-9:
        return tr("An axis of no length has no direction.")
    return _too_large(vector)


def _too_large(vector: np.ndarray) -> str:
    if float(np.abs(vector).max()) <= LARGEST:
        return ""
    return tr("At most {limit}.", limit=quantity_text(LARGEST, ""))
