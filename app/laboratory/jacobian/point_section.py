"""A point P of a link, picked or typed, and how J at it comes from J at the origin O of the link's frame."""

from __future__ import annotations

import numpy as np

from torseur.sim.analysis.jacobian.values import PointTransport
from torseur.sim.texts import marked, tr
from torseur.ui.sheet.blocks import Block, Button, Facts, Formula, Heading, Paragraph, Section, Toggle, Vector, section
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import residual_text
from torseur.ui.text.vector_text import cross_lines, vector_text

from ...documents.body_names import bare_names
from ...sheet.page import Seen
from ...sheet.questions import Questions
from .jacobian_settings import JacobianSettings, columns, point_of, routes

POINT = Heading("point", marked("Point P of a link"))
FARTHEST = 100.0  # [m] from the origin of the link that a point may be typed


def point_section(seen: Seen, settings: JacobianSettings, questions: Questions) -> Section:
    """P, and the matrix that moves J there."""
    point, name = point_of(seen, settings), bare_names(seen.model.frame_names)[seen.frame]
    tip = tr("Press on a body in the view: J is shown at that point of it")
    pick = Toggle("pick", tr("Pick"), settings.picking, icon="pick", tip=tip)
    clear = Button("clear", icon="close", tip=tr("Back to the origin of the frame"))
    tools = (pick,) if point is None else (pick, clear)
    caption = "" if point is None else tr("on {name}", name=name)
    if POINT.key not in settings.open:
        return section(POINT, caption=caption, tools=tools, open=False)
    hint = tr("J is shown at the origin of {frame}. Press Pick and then on a body, or type P along its axes.", frame=name)
    if point is not None:
        hint = tr("P along the axes of {frame}, from its origin.", frame=name)
    if settings.refused:
        still = bare_names(seen.model.frame_names).get(settings.refused, settings.refused)
        hint = f"{tr('{body} does not move: J is zero at every point of it.', body=still)} {hint}"
    moved: tuple[Block, ...] = ()
    copied: ArrayText | bool = False
    if point is not None:
        from torseur.sim.analysis.jacobian.point_transport import point_transport

        found: PointTransport = questions.ask(
            "transport",
            (seen.q, seen.frame, point),
            lambda: point_transport(seen.model, seen.q, seen.frame, point),
            of=seen.model,
        ).value
        moved = _transport(seen, settings, found, questions)
        copied = ArrayText(np.hstack([found.matrix, found.J_origin, found.J_point]))
    return section(
        POINT,
        Paragraph("hint", hint, "text_second"),
        Vector(
            "fields", tr("Point along the axes of the frame"), "P", np.zeros(3) if point is None else point, "m", check=_too_far
        ),
        *moved,
        caption=caption,
        tools=tools,
        copied=copied,
        open=True,
    )


def _transport(seen: Seen, settings: JacobianSettings, found: PointTransport, questions: Questions) -> tuple[Block, ...]:
    """How the column that is looked at moves from O to P, and how far all of J(P) is from that by columns, in world axes."""
    from torseur.sim.analysis.jacobian.jacobian_routes import geometric

    offered, lines = columns(seen, settings, questions), list[str]()
    by_columns = geometric(list(routes(seen, settings, questions).axes), found.point, seen.model.nv)
    difference = float(np.abs(found.J_point - by_columns).max(initial=0.0))
    facts = [
        ("O", vector_text(found.origin), "m"),
        ("P", vector_text(found.point), "m"),
        ("OP = P − O", vector_text(found.r), "m"),
    ]
    if offered.amount is not None:
        at, moved = found.J_origin[:, offered.at], found.J_point[:, offered.at]
        facts += [
            (tr("v(O) of {letter}", letter=offered.amount.letter), vector_text(at[:3]), "m/s"),
            ("ω", vector_text(at[3:]), "rad/s"),
            ("ω × OP", vector_text(moved[:3] - at[:3]), "m/s"),
            ("v(P) = v(O) + ω × OP", vector_text(moved[:3]), "m/s"),
        ]
        lines = cross_lines(at[3:], found.r, ("c", "ω", "r")) if np.any(at[3:]) else []
    law = ("J(P) = [1, −S(OP); 0, 1] J(O)", *((tr("c = ω × r, r = OP:"),) if lines else ()))
    text = tr("Largest difference of J(P) moved from O to J(P) by columns: {x}. World axes.", x=residual_text(difference))
    return (
        Facts("facts", tuple(facts)),
        Formula("law", law),
        Formula("lines", tuple(lines)),
        Paragraph("line", text, "text_hint"),
    )


def _too_far(point: np.ndarray) -> str:
    text = tr("A point up to {most:g} m from the origin of the link.", most=FARTHEST)
    return "" if float(np.linalg.norm(point)) <= FARTHEST else text
