"""The page Own problem: a contact problem that is drawn in the plane, its matrices, and its programme."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from torseur.sim.compilation import PROBLEMS, SOLVERS
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import written
from torseur.ui.look.theme import ENERGY, FORCE, MASS
from torseur.ui.sheet import blocks
from torseur.ui.sheet.blocks import Heading, Number, Options, UserEvent, options
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.sheet.sketch import Sketch, SketchShape
from torseur.ui.text.number_text import number_text
from torseur.ui.text.units import unit_text

from ....sheet.page import Page, Seen, Undoable
from ....sheet.questions import Cost, Questions
from ..programme.page import ProgrammePage, ProgrammeSettings, mapped_programme, programme_blocks, programme_event
from ..several.contact_tables import FORCES, MATRICES, forces_section, matrices_section
from . import plane
from .plane import EXAMPLES, Item, Items, PlaneProblem, bodies_at, changed, names_of, places_of

HEAD = Heading("drawing", marked("Own problem"))
FALL = 0.5 * 0.2**2  # of an acceleration, how far it leads in 0.2 s [s²]


@dataclass(frozen=True, slots=True)
class OwnSettings(ProgrammeSettings):
    """What is drawn, and what is looked at of it."""

    items: Items = EXAMPLES["feet"][1]
    chosen: int = 1
    tool: str = "move"  # or the kind that the next press draws
    before: Items = ()  # what was drawn when a drag began
    held: tuple[Items, int, str, complex] | None = None  # as `plane.dragged` takes it, while there is one
    matrix: str = "M"


class OwnProblem(Page):
    """All of it follows what is drawn; a thread solves the problem."""

    key = "own_problem"
    settings_type = OwnSettings
    outline = (HEAD, FORCES, MATRICES, *ProgrammePage.outline)
    waits_for = (PROBLEMS, SOLVERS)
    tells_state = False

    def sheet(self, seen: Seen, settings: OwnSettings, questions: Questions) -> Sheet:
        """Write the drawing, and what is told of its problem."""
        found = questions.ask("own", settings.items, partial(plane.plane_problem, settings.items), Cost.QUICK)
        own: PlaneProblem | None = found.value
        drawing = _drawing(settings, seen, own)
        if own is None:
            return Sheet((drawing, *([blocks.absent(found.error)] if found.error else [])))
        contacts, view, force = places_of(own.items, "contact"), own.view, own.view.force
        place = contacts.index(settings.chosen) if settings.chosen in contacts else -1
        mapped = mapped_programme(own.programme, settings, questions)
        free = tr("Bodies are free: T is N of their v and ω, H their masses and inertias I, and M = Nᵀ I⁻¹ N.")
        tables = forces_section(view, force, place), matrices_section(view, force, settings.matrix, place, -1)
        note = blocks.Paragraph("free", free, "text_hint")
        return Sheet((drawing, *tables, note, *programme_blocks(own.programme, mapped, settings, place)))

    def reduce(self, settings: OwnSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Draw, change and remove, each of which is a step to undo; or look at something."""
        items, k, own = settings.items, min(settings.chosen, len(settings.items) - 1), questions.known("own")
        one = items[k]
        match event.path.removeprefix("drawing."), event.kind, event.value:
            case "example", "chosen", key if key:
                return _drawn(settings, EXAMPLES[key][1], 1)
            case "tool", "chosen", tool:
                return replace(settings, tool=tool)
            case "matrices.which", "chosen", matrix:
                return replace(settings, matrix=matrix)
            case "selected.chosen", "chosen", place:
                return replace(settings, chosen=int(place))
            case "forces.contacts" | "conditions.table", "selected", row if row >= 0:
                return replace(settings, chosen=places_of(own.items, "contact")[row])
            case "canvas", "pressed", (at, taken):
                after, taken = plane.begun(items, settings.tool, at) or (items, taken)
                held, k = ((after, *taken, at), taken[0]) if taken else (None, k)
                return replace(settings, items=after, before=items, held=held, chosen=k, tool="move")
            case "canvas", "dragged", at if settings.held is not None:
                return replace(settings, items=plane.dragged(*settings.held, at))
            case "canvas", "released", _ if settings.held is not None:
                before = replace(settings, items=settings.before, held=None)
                return before if items == before.items else _drawn(before, items, k)
            case "canvas", "stepped", way:
                return _drawn(settings, changed(items, k, at=one.at + plane.GRID * way), k)
            case "canvas" | "selected.remove", "deleted" | "pressed", _ if one.kind != "gravity":
                return _drawn(settings, (*items[:k], *items[k + 1 :]), 0)
            case name, "entered", value:
                numbers = {"x": one.at.real, "y": one.at.imag, name.removeprefix("numbers."): value}
                at = complex(numbers.pop("x"), numbers.pop("y"))
                return _drawn(settings, changed(items, k, at=at, **numbers), k)
        return programme_event(settings, event, None if own is None else own.programme)


def _drawn(settings: OwnSettings, items: Items, chosen: int) -> Any:
    """Something else is drawn, which can be undone."""
    return replace(settings, items=items, chosen=chosen), Undoable(tr("Draw in the plane"), ("items",), settings)


def _drawing(settings: OwnSettings, seen: Seen, own: PlaneProblem | None) -> blocks.Section:
    """What is drawn, with the numbers of the one chosen."""
    items, k = settings.items, min(settings.chosen, len(settings.items) - 1)
    texts = {str(i): written(name) for i, name in enumerate(names_of(items))}
    example = next((key for key, (_, one) in EXAMPLES.items() if one == items), "")
    examples = {"": tr("drawn")} | {key: tr(title) for key, (title, _) in EXAMPLES.items()}
    tools = {"move": tr("Move"), "body": tr("Body"), "contact": tr("Contact"), "force": tr("Force")}
    name = tr("Bodies in the plane; Enter draws, arrow keys move what is selected, Delete removes it")
    note = tr("Drag bodies, points and tips. Orange: λ, blue: forces, violet: weights; dashed: where bodies are 0.2 s later.")
    remove = blocks.Button("remove", "", "close", items[k].kind != "gravity", tr("Remove it"))
    return blocks.section(
        HEAD,
        Options("tool", tr("What a press in the plane draws"), options(tools), settings.tool),
        blocks.Custom(
            "canvas", "sketch", Sketch(name, _shapes(items, k, own), settings.tool != "move"), ", ".join(texts.values())
        ),
        blocks.Paragraph("note", note, "text_hint"),
        blocks.Line("selected", tr("Selected"), (Options("chosen", tr("Selected"), options(texts), str(k), True, 90), remove)),
        blocks.NumberGrid("numbers", _numbers(items[k], seen)),
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
        Number("size", size, one.size, unit, lower=plane.LEAST if is_body else -math.inf, reason=above),
        Number("width", tr("Width"), one.width, "m", lower=plane.LEAST, reason=above),
        Number("height", tr("Height"), one.height, "m", lower=plane.LEAST, reason=above),
    )
    return numbers[: {"body": 6, "contact": 3}.get(one.kind, 4)]


def _shapes(items: Items, chosen: int, own: PlaneProblem | None) -> tuple[SketchShape, ...]:
    found, names, per = list[SketchShape](), names_of(items), 1.0 / plane.metre(items)
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
