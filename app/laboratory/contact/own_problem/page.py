"""The page Own problem: a contact problem that is drawn in the plane, its matrices, and its programme."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from torseur.sim.compilation import PROBLEMS, SOLVERS
from torseur.sim.texts import tr
from torseur.ui.sheet.blocks import UserEvent, absent
from torseur.ui.sheet.sheet import Sheet

from ....sheet.page import Page, Seen, Undoable
from ....sheet.questions import Cost, Questions
from ..programme.page import ProgrammePage, ProgrammeSettings, mapped_programme, programme_blocks, programme_event
from ..several.contact_tables import FORCES, MATRICES, forces_section, matrices_section
from .drawing_section import HEAD, drawing_section
from .plane import EXAMPLES, GRID, Items, begun, changed, dragged, places_of
from .plane_problem import PlaneProblem, plane_problem


@dataclass(frozen=True, slots=True)
class OwnSettings(ProgrammeSettings):
    """What is drawn, and what is looked at of it."""

    items: Items = EXAMPLES["feet"][1]
    chosen: int = 1
    tool: str = "move"  # or the kind that the next press draws
    held: tuple[int, str, complex] | None = None  # which, what of it, and the grip, as `dragged` takes them
    before: Items = ()  # what was drawn when the drag began
    matrix: str = "M"


class OwnProblem(Page):
    """All of it follows what is drawn; a thread solves the problem."""

    key = "own_problem"
    settings_type = OwnSettings
    outline = (HEAD, FORCES, MATRICES, *ProgrammePage.outline)
    waits_for = (PROBLEMS, SOLVERS)

    def sheet(self, seen: Seen, settings: OwnSettings, questions: Questions) -> Sheet:
        """Write the drawing, and what is told of its problem."""
        found = questions.ask("own", settings.items, partial(plane_problem, settings.items), Cost.QUICK)
        own: PlaneProblem | None = found.value
        drawing = drawing_section(settings.items, settings.chosen, settings.tool, seen, own)
        if own is None:
            return Sheet((drawing, *([absent(found.error)] if found.error else [])))
        contacts, view, force = places_of(own.items, "contact"), own.view, own.view.force
        place = contacts.index(settings.chosen) if settings.chosen in contacts else -1
        mapped = mapped_programme(own.programme, settings, questions)
        tables = forces_section(view, force, place), matrices_section(view, force, settings.matrix, place, -1)
        return Sheet((drawing, *tables, *programme_blocks(own.programme, mapped, settings, place)))

    def reduce(self, settings: OwnSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Draw, change and remove, each of which is a step to undo; or look at something."""
        items, k, own = settings.items, min(settings.chosen, len(settings.items) - 1), questions.known("own")
        one = items[k]
        match event.path.rpartition(".")[2], event.kind, event.value:
            case "example", "chosen", key if key:
                return _drawn(settings, EXAMPLES[key][1], 1)
            case "tool", "chosen", tool:
                return replace(settings, tool=tool)
            case "which", "chosen", matrix:
                return replace(settings, matrix=matrix)
            case "chosen", "chosen", place:
                return replace(settings, chosen=int(place))
            case (("contacts" | "table"), "selected", row) if row >= 0 and event.path in (
                "forces.contacts",
                "conditions.table",
            ):
                return replace(settings, chosen=places_of(own.items, "contact")[row])
            case "canvas", "pressed", (at, taken):
                after = items if settings.tool == "move" else begun(items, settings.tool, at)
                if len(after) > len(items):
                    taken = len(items), "stretch" if settings.tool == "body" else "turn"
                if taken is None:
                    return replace(settings, tool="move")
                grip = after[taken[0]].corners[0] if taken[1] == "stretch" else after[taken[0]].at - at
                return replace(settings, items=after, before=items, chosen=taken[0], held=(*taken, grip), tool="move")
            case "canvas", "dragged", at if settings.held is not None:
                return replace(settings, items=dragged(items, *settings.held, at))
            case "canvas", "released", _:
                before, settings = replace(settings, items=settings.before, held=None), replace(settings, held=None)
                return settings if items == before.items else _drawn(before, items, k)
            case "canvas", "stepped", way:
                return _drawn(settings, changed(items, k, at=one.at + GRID * way), k)
            case (("canvas" | "remove"), ("deleted" | "pressed"), _) if one.kind != "gravity":
                return _drawn(settings, (*items[:k], *items[k + 1 :]), 0)
            case ("x" | "y") as axis, "entered", value:
                at = complex(value, one.at.imag) if axis == "x" else complex(one.at.real, value)
                return _drawn(settings, changed(items, k, at=at), k)
            case ("angle" | "size" | "width" | "height") as name, "entered", value:
                return _drawn(settings, changed(items, k, **{name: value}), k)
        return programme_event(settings, event, None if own is None else own.programme)


def _drawn(settings: OwnSettings, items: Items, chosen: int) -> Any:
    """Something else is drawn, which can be undone."""
    return replace(settings, items=items, chosen=chosen), Undoable(tr("Draw in the plane"), ("items",), settings)
