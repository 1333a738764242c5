"""The sections of the page of velocities."""

from __future__ import annotations

import numpy as np

from torseur.sim.multibody.model.coordinate_names import speed_letters
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import DOT
from torseur.ui.sheet.blocks import (
    Amounts,
    EquationCards,
    Formula,
    Heading,
    Line,
    Matrix,
    Options,
    Paragraph,
    Section,
    Toggle,
    Vector,
    options,
    section,
)
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.jacobian_text import ROWS, reference_options
from torseur.ui.text.number_text import residual_text
from torseur.ui.text.short_names import short_names
from torseur.ui.text.units import JACOBIAN_UNITS

from ...documents.body_names import bare_names
from ...sheet.page import Seen
from ...sheet.questions import Questions
from ..jacobian.column_marks import frame_options, rates, short_name
from .velocity_equations import joint_equation, link_equations, relative_equations
from .velocity_settings import (
    VelocitiesSettings,
    chosen_joint,
    chosen_link,
    known_frame,
    links,
    point_in_frame,
    rates_of,
    relative,
    twists,
)

SPEEDS = Heading("head", marked("Speeds of joints"))
TWISTS = Heading("twists", marked("Twists at C"))
RELATIVE = Heading("relative", marked("A point seen from any frame"))
LINKS = Heading("links", marked("Velocities of links"))
TERMS = ("terms", "rotation", "composition")  # equations of a point seen from k
STEPS = ("angular", "linear")  # equations of a link


def speed_section(seen: Seen, settings: VelocitiesSettings, columns: list[int], questions: Questions) -> Section:
    """The frame, and the speeds of the joints that move it."""
    amounts = questions.ask("amounts", (columns,), lambda: tuple(rates(seen.model, columns)), of=seen.model).value
    frame = Options(
        "frame", tr("Frame n, whose velocity it is"), frame_options(seen.model), seen.frame, listed=True, widest=140
    )
    values = tuple(rates_of(seen, settings).tolist())
    return section(
        SPEEDS,
        Amounts("rates", tr("Speeds of joints"), amounts, values, "/s", seen.angle_unit),
        title=f"{tr('Speeds of joints')}  q{DOT}",
        tools=(frame,),
        divided=False,
    )


def twist_section(seen: Seen, settings: VelocitiesSettings, questions: Questions) -> Section:
    """A row a joint, the sum below them, and one of them written out."""
    found = twists(seen, settings, questions)
    at = chosen_joint(settings, found)
    joint, labels, last = found.joints[at], list[str](), 0
    for one in found.joints:
        sigma, last = "" if one.sigma is None else f"  σ {one.sigma:.0f}", one.number
        labels.append(f"v_{{{last}/{one.before}}}{sigma}")
    values = np.array([*(one.twist for one in found.joints), found.total, found.expected])
    table = Matrix(
        "table",
        tr("Twists of joints at C"),
        values,
        (*labels, f"Σ, v_{{{last}/0}}", f"J q{DOT}"),
        ROWS,
        JACOBIAN_UNITS * len(values),
        split=len(found.joints),
        selected=(at, None),
    )
    bases = options(reference_options(seen.model.frame_names, points=False))
    places = options({"frame": tr("frame"), "world": "O", "typed": tr("typed")})
    about = tr("The point C: the frame's origin, the world's, or one that is typed")
    off = residual_text(float(np.abs(found.difference).max()))
    line = tr("v in m/s, ω in rad/s. σ is 0 for a joint that turns, 1 for one that slides. Σ less J q̇ at C: {x}.", x=off)
    each = tr("each [v_C; ω] of body i against the one before")
    equation = joint_equation(joint, short_name(joint.joint), speed_letters(seen.model.joint(joint.joint).kind))
    key = settings.basis if settings.basis in dict(bases) else "world_aligned"
    return section(
        TWISTS,
        Line("point_at", tr("Point C at"), (Options("place", about, places, settings.place),)),
        Vector("point", tr("Point C along the axes of the frame"), "C", point_in_frame(seen, settings), "m"),
        Formula("lines", (f"{{v_{{n/0}}}}_C = Σ {{v_{{i/i−1}}}}_C,  {each}",)),
        table,
        Paragraph("line", line, "text_hint", small=False),
        EquationCards("joint", (equation,), keeps_mark=True),
        caption=tr("torsors"),
        tools=(
            Options("basis", tr("Axes in which twists are written"), bases, key, listed=True, widest=112),
            Toggle("drawn", tr("Draw the twists in the view"), "twists" in settings.drawn),
        ),
        copied=ArrayText(values, [*(one.joint for one in found.joints), "sum", "J q̇"], ROWS),
    )


def relative_section(seen: Seen, settings: VelocitiesSettings, questions: Questions) -> Section:
    """ⁱp, ⁱṗ, and the three terms of its velocity seen from another frame."""
    if RELATIVE.key not in settings.open:
        return section(RELATIVE, open=False)
    names = bare_names(seen.model.frame_names)
    body, observer = names[seen.frame], known_frame(seen, settings.observer)
    found = relative(seen, settings, questions)
    observers = options({"": tr("the world"), **names})
    equations = relative_equations(found, body, names.get(observer) or tr("the world"))
    text = tr("The sum less d(ᵏP)/dt of the coordinates themselves, by a complex step: {x}.", x=residual_text(found.difference))
    chooser = Options("observer", tr("Frame k, from which the point is seen"), observers, observer, listed=True, widest=140)
    return section(
        RELATIVE,
        Line("seen_from", tr("P is of i = {body}, seen from k =", body=body), (chooser,)),
        Vector("p", tr("Coordinates of P in i"), "ⁱp", np.array(settings.p), "m"),
        Vector("p_rate", tr("Velocity of P in i"), f"ⁱp{DOT}", np.array(settings.p_rate), "m/s"),
        EquationCards("equations", equations, TERMS.index(settings.term), keeps_mark=True),
        Paragraph("line", text, "text_hint", small=False),
        tools=(Toggle("drawn", tr("Draw the terms in the view"), "relative" in settings.drawn),),
        open=True,
    )


def link_section(seen: Seen, settings: VelocitiesSettings, questions: Questions) -> Section:
    """How fast each link moves, in its own axes, and one step of the recursion written out."""
    caption = tr("in their own axes")
    if LINKS.key not in settings.open:
        return section(LINKS, caption=caption, open=False)
    moving, difference = links(seen, settings, questions)
    at, names = chosen_link(settings, moving), short_names([link.body.rsplit("/", 1)[-1] for link in moving])
    values = np.array([link.twist for link in moving])
    text = tr(
        "v in m/s, ω in rad/s. Largest difference to J q̇ of each link, turned into its axes: {x}.", x=residual_text(difference)
    )
    steps = link_equations(moving[at], bare_names(seen.model.frame_names)[moving[at].body])
    return section(
        LINKS,
        Formula("lines", ("ω_i = R (ω_{i−1} + (1 − σ) q̇ z)", "v_i = R (v_{i−1} + ω_{i−1} × p_i + q̇ ∂p_i/∂q)")),
        Matrix(
            "table",
            tr("Velocities of links in their own axes"),
            values,
            tuple(names),
            ROWS,
            JACOBIAN_UNITS * len(moving),
            selected=(at, None),
        ),
        Paragraph("line", text, "text_hint", small=False),
        EquationCards("step", steps, STEPS.index(settings.step), keeps_mark=True),
        caption=caption,
        copied=ArrayText(values, names, ROWS),
        open=True,
    )
