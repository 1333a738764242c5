"""The page Own problem: a contact problem in the plane that is drawn, with its matrices, its programme and its modes."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from torseur.sim.compilation import PROBLEMS, SOLVERS
from torseur.sim.contact.analysis.programme.values import ContactSet
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import written
from torseur.ui.look.theme import ENERGY, FORCE, MASS
from torseur.ui.sheet.blocks import (
    Block,
    Button,
    Custom,
    DataTable,
    Heading,
    Line,
    Number,
    NumberGrid,
    Options,
    Paragraph,
    Section,
    TableCell,
    TableColumn,
    UserEvent,
    absent,
    options,
    section,
)
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.sheet.sketch import Sketch, SketchShape
from torseur.ui.text.number_text import listed, number_text
from torseur.ui.text.units import unit_text

from ....sheet.page import Page, Seen, Undoable
from ....sheet.questions import Cost, Questions
from ..programme.page import ProgrammeSettings, mapped_programme, programme_blocks, programme_event
from ..several.contact_tables import FORCES, MATRICES, forces_section, matrices_section
from .plane import (
    EXAMPLES,
    GRID,
    LEAST,
    Items,
    begun,
    bodies_at,
    changed,
    dragged,
    metre,
    names_of,
    places_of,
    taken,
    turned_at,
)
from .plane_problem import PlaneProblem, plane_problem

HEAD = Heading("drawing", marked("Own problem"))
MODES = Heading("modes", marked("Which contacts are closed"))
FALL = 0.5 * 0.2**2  # of an acceleration, how far it leads in 0.2 s [s²]


@dataclass(frozen=True, slots=True)
class OwnSettings(ProgrammeSettings):
    """What is drawn, and what is looked at of it."""

    items: Items = EXAMPLES["feet"][1]
    chosen: int = 1
    tool: str = "move"  # or the kind that the next press draws
    held: tuple[int, str, complex] | None = None  # as `taken` has it
    before: Items = ()  # what was drawn when the drag began
    matrix: str = "M"


class OwnProblem(Page):
    """All of it follows what is drawn; a thread solves the problem."""

    key = "own_problem"
    settings_type = OwnSettings
    outline = (HEAD, FORCES, MODES, MATRICES)
    waits_for = (PROBLEMS, SOLVERS)

    def sheet(self, seen: Seen, settings: OwnSettings, questions: Questions) -> Sheet:
        """Write the drawing, and what is told of its problem."""
        found = questions.ask("own", settings.items, partial(plane_problem, settings.items), Cost.QUICK)
        own: PlaneProblem | None = found.value
        drawing = _drawing(settings, seen, own)
        if own is None:
            return Sheet((drawing, *([absent(found.error)] if found.error else [])))
        contacts, view, force = places_of(own.items, "contact"), own.view, own.view.force
        place = contacts.index(settings.chosen) if settings.chosen in contacts else -1
        mapped = mapped_programme(own.programme, settings, questions)
        modes = (_modes(own),) if own.sets else ()
        tables = forces_section(view, force, place), *modes, matrices_section(view, force, settings.matrix, place, -1)
        return Sheet((drawing, *tables, *programme_blocks(own.programme, mapped, settings, place)))

    def reduce(self, settings: OwnSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Draw, change and remove, each of which is a step to undo; or look at something."""
        items, k, own = settings.items, min(settings.chosen, len(settings.items) - 1), questions.known("own")
        match event.path.rpartition(".")[2], event.kind, event.value:
            case "example", "chosen", key:
                return _drawn(settings, EXAMPLES[key][1] if key else items, 1)
            case "tool", "chosen", kind:
                return replace(settings, tool=kind)
            case "which", "chosen", matrix:
                return replace(settings, matrix=matrix)
            case "chosen", "chosen", place:
                return replace(settings, chosen=int(place))
            case (("contacts" | "table"), "selected", row) if row >= 0 and event.path in (
                "forces.contacts",
                "conditions.table",
            ):
                return replace(settings, chosen=places_of(own.items, "contact")[row])
            case "canvas", "pressed", (at, near):
                after = items if settings.tool == "move" else begun(items, settings.tool, at)
                held = taken(items, at, near, k)
                if len(after) > len(items):
                    held = len(items), *(("stretch", after[-1].at) if settings.tool == "body" else ("turn", 0j))
                chosen = k if held is None else held[0]
                return replace(settings, items=after, held=held, before=items, chosen=chosen, tool="move")
            case "canvas", "dragged", at if settings.held is not None:
                return replace(settings, items=dragged(items, settings.held, at))
            case "canvas", "released", _:
                before, settings = replace(settings, items=settings.before, held=None), replace(settings, held=None)
                return settings if items == before.items else _drawn(before, items, k)
            case "canvas", "stepped", way:
                return _drawn(settings, changed(items, k, at=items[k].at + GRID * way), k)
            case (("canvas" | "remove"), ("deleted" | "pressed"), _) if items[k].kind != "gravity":
                return _drawn(settings, (*items[:k], *items[k + 1 :]), 0)
            case ("x" | "y") as axis, "entered", value:
                at = complex(value, items[k].at.imag) if axis == "x" else complex(items[k].at.real, value)
                return _drawn(settings, changed(items, k, at=at), k)
            case ("angle" | "size" | "width" | "height") as name, "entered", value:
                return _drawn(settings, changed(items, k, **{name: value}), k)
        return programme_event(settings, event, None if own is None else own.programme)


def _drawn(settings: OwnSettings, items: Items, chosen: int) -> Any:
    """Something else is drawn, which can be undone."""
    return replace(settings, items=items, chosen=chosen), Undoable(tr("Draw in the plane"), ("items",), settings)


def _drawing(settings: OwnSettings, seen: Seen, own: PlaneProblem | None) -> Section:
    items, k = settings.items, min(settings.chosen, len(settings.items) - 1)
    texts = {str(i): written(name) for i, name in enumerate(names_of(items))}
    examples = {key: tr(title) for key, (title, _) in EXAMPLES.items()}
    example = next((key for key, (_, one) in EXAMPLES.items() if one == items), "")
    examples = examples if example else {"": tr("drawn"), **examples}
    tools = {"move": tr("Move"), "body": tr("Body"), "contact": tr("Contact"), "force": tr("Force")}
    name = tr("Bodies in the plane; arrow keys move what is selected, Delete removes it")
    note = tr("Drag bodies, points and tips. Orange: λ, blue: forces, violet: weights; dashed: where bodies are 0.2 s later.")
    selected: tuple[Block, ...] = (Options("chosen", tr("Selected"), options(texts), str(k), True, 90),)
    if items[k].kind != "gravity":
        selected += (Button("remove", "", "close", tip=tr("Remove it")),)
    return section(
        HEAD,
        Line("tools", "", (Options("tool", tr("What a press in the plane draws"), options(tools), settings.tool),)),
        Custom("canvas", "sketch", Sketch(name, _shapes(items, k, own)), ", ".join(texts.values())),
        Paragraph("note", note, "text_hint"),
        Line("selected", tr("Selected"), selected),
        NumberGrid("numbers", _numbers(items, k, seen)),
        tools=(Options("example", tr("Example"), options(examples), example, True, 160),),
        divided=False,
    )


def _numbers(items: Items, k: int, seen: Seen) -> tuple[Number, ...]:
    one, above, turns = items[k], tr("Above 0."), unit_text(True, seen.angle_unit)
    size, unit = {"body": (tr("Mass"), "kg"), "force": (tr("Force"), "N")}.get(one.kind, ("g", "m/s²"))
    numbers = (
        Number("x", "x", one.at.real, "m"),
        Number("y", "y", one.at.imag, "m"),
        Number("angle", tr("Angle"), one.angle, turns, math.degrees(1.0) if turns == "°" else 1.0),
        Number("size", size, one.size, unit, lower=LEAST if one.kind == "body" else -math.inf, reason=above),
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
        tip, strong = turned_at(items, k), k == chosen
        if one.kind == "body":
            found.append(SketchShape("polygon", one.corners, "accent" if strong else "warning", name, strong))
            found.append(SketchShape("arrow", (one.at, one.at + one.size * weight), MASS, f"m_{name[2:]} g"))
        elif one.kind == "contact":
            force = float(solved.view.force[places_of(items, "contact").index(k), 2]) if solved else 0.0
            if bodies_at(items, k)[1] < 0:
                found.append(SketchShape("ground", (one.at, one.at + one.way)))
            found.append(SketchShape("arrow", (one.at, tip), "accent" if strong else "text_hint"))
            found.append(SketchShape("arrow", (one.at - force * per * one.way, one.at), FORCE))
            closed = force > 0.0
            label = f"{name}  {number_text(force, 3)} N" if closed else name
            found.append(SketchShape("point" if closed else "ring", (one.at,), FORCE if closed else "text_second", label))
        else:
            found.append(SketchShape("arrow", (one.at, tip), ENERGY if one.kind == "force" else MASS, name, strong))
    ends = (turned_at(items, chosen), items[chosen].corners[2])[: 1 + (items[chosen].kind == "body")]
    return (*found, *(SketchShape("ring", (end,), "accent") for end in ends))


def _modes(own: PlaneProblem) -> Section:
    """Which sets of contacts may be closed, and what speaks against the others."""
    names = [written(name) for name in own.view.names]

    def row(one: ContactSet) -> tuple[TableCell, ...]:
        lists = [", ".join(names[k] for k in places) for places in (one.closed, one.pulling, one.entering)]
        against = [tr("pulls: {contacts}", contacts=lists[1])] if lists[1] else []
        against += [tr("goes in: {contacts}", contacts=lists[2])] if lists[2] else []
        forces = listed(number_text(one.force[k], 3, 1e-9) for k in one.closed)
        texts = lists[0] or tr("none"), forces, "; ".join(against) or tr("holds")
        return tuple(TableCell(text, None, "", *(("good", 600) if one.holds else ("text_second", 400))) for text in texts)

    holding = sum(one.holds for one in own.sets)
    note = tr("Closed: ζ̇ = 0; open: λ = 0. {holding} of {count} sets hold.", holding=holding, count=len(own.sets))
    many = tr("They make the same motion, by other forces.") if holding > 1 else ""
    columns = TableColumn(tr("closed"), 70, 2), TableColumn("λ", 80, 2, "N"), TableColumn("", 110, 3)
    table = DataTable("sets", tr("Sets of contacts"), columns, tuple(map(row, own.sets)), most=8)
    return section(MODES, Paragraph("note", f"{note} {many}".strip(), "text_second"), table)
