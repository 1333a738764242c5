"""What is drawn of a contact problem in the plane, how it was solved in arrows, and the numbers of what is selected."""

from __future__ import annotations

import math
from dataclasses import replace

from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import written
from torseur.ui.look.theme import ENERGY, FORCE, MASS
from torseur.ui.sheet.blocks import (
    Button,
    Custom,
    Heading,
    Line,
    Number,
    NumberGrid,
    Options,
    Paragraph,
    Section,
    options,
    section,
)
from torseur.ui.sheet.sketch import Sketch, SketchShape
from torseur.ui.text.number_text import number_text
from torseur.ui.text.units import unit_text

from ....sheet.page import Seen
from .plane import EXAMPLES, LEAST, Item, Items, bodies_at, metre, names_of, places_of
from .plane_problem import PlaneProblem

HEAD = Heading("drawing", marked("Own problem"))
FALL = 0.5 * 0.2**2  # of an acceleration, how far it leads in 0.2 s [s²]


def drawing_section(items: Items, chosen: int, tool: str, seen: Seen, own: PlaneProblem | None) -> Section:
    """Write what is drawn, with the numbers of the one chosen."""
    k = min(chosen, len(items) - 1)
    texts = {str(i): written(name) for i, name in enumerate(names_of(items))}
    example = next((key for key, (_, one) in EXAMPLES.items() if one == items), "")
    examples = {"": tr("drawn")} | {key: tr(title) for key, (title, _) in EXAMPLES.items()}
    tools = {"move": tr("Move"), "body": tr("Body"), "contact": tr("Contact"), "force": tr("Force")}
    name = tr("Bodies in the plane; Enter draws, arrow keys move what is selected, Delete removes it")
    note = tr("Drag bodies, points and tips. Orange: λ, blue: forces, violet: weights; dashed: where bodies are 0.2 s later.")
    remove = Button("remove", "", "close", items[k].kind != "gravity", tr("Remove it"))
    return section(
        HEAD,
        Line("tools", "", (Options("tool", tr("What a press in the plane draws"), options(tools), tool),)),
        Custom("canvas", "sketch", Sketch(name, _shapes(items, k, own), tool != "move"), ", ".join(texts.values())),
        Paragraph("note", note, "text_hint"),
        Line("selected", tr("Selected"), (Options("chosen", tr("Selected"), options(texts), str(k), True, 90), remove)),
        NumberGrid("numbers", _numbers(items[k], seen)),
        tools=(Options("example", tr("Example"), options(examples), example, True, 160),),
        divided=False,
    )


def _numbers(one: Item, seen: Seen) -> tuple[Number, ...]:
    above, turns, is_body = tr("Above 0."), unit_text(True, seen.angle_unit), one.kind == "body"
    size, unit = {"body": (tr("Mass"), "kg"), "force": (tr("Force"), "N")}.get(one.kind, ("g", "m/s²"))
    numbers = (
        Number("x", "x", one.at.real, "m"),
        Number("y", "y", one.at.imag, "m"),
        Number("angle", tr("Angle"), one.angle, turns, math.degrees(1.0) if turns == "°" else 1.0),
        Number("size", size, one.size, unit, lower=LEAST if is_body else -math.inf, reason=above),
        Number("width", tr("Width"), one.width, "m", lower=LEAST, reason=above),
        Number("height", tr("Height"), one.height, "m", lower=LEAST, reason=above),
    )
    return numbers[: {"body": 6, "contact": 3}.get(one.kind, 4)]


def _shapes(items: Items, chosen: int, own: PlaneProblem | None) -> tuple[SketchShape, ...]:
    found, names, per = list[SketchShape](), names_of(items), 1.0 / metre(items)
    solved = own if own is not None and names_of(own.items) == names else None  # else of what was drawn before
    for k, (x, y, turn) in zip(places_of(items, "body"), (FALL * solved.acceleration).tolist() if solved else (), strict=False):
        after = replace(items[k], at=items[k].at + complex(x, y), angle=items[k].angle + turn)
        found.append(SketchShape("dashed", after.corners))
    weight = sum((items[k].size * items[k].way for k in places_of(items, "gravity")), 0j) * per
    for k, (one, name) in enumerate(zip(items, names, strict=True)):
        strong, color = k == chosen, "accent" if k == chosen else "text_hint"
        tip = one.at + {"body": 0.5 * one.width + 0.15, "force": one.size * per}.get(one.kind, 0.35) * one.way
        if one.kind == "body":
            found.append(SketchShape("polygon", one.corners, "accent" if strong else "warning", name, strong, (k, "move")))
            found.append(SketchShape("arrow", (one.at, one.at + one.size * weight), MASS))
            ends = ((tip, "turn"), (one.corners[2], "stretch")) if strong else ()
            found += [SketchShape("ring", (end,), "accent", taken=(k, part)) for end, part in ends]
        elif one.kind == "contact":
            force = float(solved.view.force[places_of(items, "contact").index(k), 2]) if solved else 0.0
            if bodies_at(items, k)[1] < 0:
                found.append(SketchShape("ground", (one.at, one.at + one.way)))
            found.append(SketchShape("arrow", (one.at, tip), color, "", strong, (k, "turn")))
            if force > 0.0:
                tail = one.at - force * per * one.way
                found.append(SketchShape("arrow", (tail, one.at), FORCE))
                found.append(SketchShape("text", (tail,), "force_text", f"{number_text(force, 3)} N"))
            color = FORCE if force > 0.0 else "text_second"
            found.append(SketchShape("point" if force > 0.0 else "ring", (one.at,), color, name, taken=(k, "move")))
        else:
            color = ENERGY if one.kind == "force" else MASS
            found.append(SketchShape("point", (one.at,), color, taken=(k, "move")))
            found.append(SketchShape("arrow", (one.at, tip), color, name, strong, (k, "turn")))
    return tuple(found)
