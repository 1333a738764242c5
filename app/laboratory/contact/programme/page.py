"""The page Quadratic programme: why contact is one, what it looks like, and how it is solved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

import numpy as np

from torseur.sim.compilation import PROBLEMS, SOLVERS
from torseur.sim.contact.law.contact_laws import LAWS
from torseur.sim.simulation.inspection.inspected_problem import InspectedProblem
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import written
from torseur.ui.sheet.blocks import (
    Block,
    Custom,
    Formula,
    Heading,
    Line,
    Options,
    Paragraph,
    Section,
    UserEvent,
    absent,
    options,
    section,
)
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.number_text import quantity_text
from torseur.ui.text.solver_names import solver_name

from ....sheet.page import Page, PageSettings, Seen, SelectContact
from ....sheet.questions import Answer, Cost, Questions
from ...instant_problem import Which, contact_problem, no_problem
from .active_set_blocks import STEPS, steps_section
from .closed_sets import SETS, sets_section
from .condition_blocks import CONDITIONS, MOTION, conditions_section, motion_section
from .programme_analysis import MOST_WHOLE, Looked, Mapped, P, SolvedProgramme, looked_at, map_drawing, methods_for

MAP = Heading("map", marked("Level sets"))


@dataclass(frozen=True, slots=True)
class ProgrammeSettings(PageSettings):
    """Which programme is shown, and what its map and its steps are of."""

    which: Which = "accelerations"
    law: str = "frictionless"
    axes: tuple[int, int] = (2, 5)  # components of force that the map is over, if there are such
    others: str = "held"  # forces that are not drawn: at the solution, or "minimised"
    method: str = ""  # whose iterates are drawn; empty: the first that solves the law
    step: int = 0  # of the active set, from 0


S = TypeVar("S", bound=ProgrammeSettings)


class ProgrammePage(Page):
    """A thread solves the programme of the instant, and then finds its map."""

    key = "programme"
    settings_type = ProgrammeSettings
    outline = (MAP, CONDITIONS, MOTION, STEPS, SETS)
    waits_for = (PROBLEMS, SOLVERS)
    needs_contacts = True

    def sheet(self, seen: Seen, settings: ProgrammeSettings, questions: Questions) -> Sheet:
        """Write the programme, its map, its conditions, and the steps of the active set."""
        if reason := no_problem(seen):
            return Sheet((absent(reason),))
        found = _looked(seen, settings, questions)
        looked: Looked | None = found.value
        top = _choices(settings, looked)
        if looked is None:
            more = tr("{reason} “As solved” may show more.", reason=found.error)
            told = more if found.error and settings.which == "accelerations" else found.error
            return Sheet((top, absent(told)))
        mapped = mapped_programme(looked, settings, questions, looked.solved.recording)
        of = (looked if mapped is None else mapped.looked).solved
        place = looked.solved.place_of(seen.contact)
        contact = looked.part.index(place) if place in looked.part else -1
        written_out = programme_blocks(looked, mapped, settings, contact, " ".join(looked.notes))
        return Sheet((top, *written_out), of=(of.recording, of.index))

    def reduce(self, settings: ProgrammeSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Choose what is shown, select a contact, or go through the steps; the map follows these, drawing their forces."""
        looked: Looked | None = questions.known("looked")
        if looked is not None and event.path.endswith("table") and event.kind == "selected" and event.value >= 0:
            return settings, SelectContact(looked.solved.rows[looked.part[event.value]])
        if event.kind == "chosen" and event.path in ("of.which", "of.law"):
            return replace(settings, **{event.path[3:]: event.value})
        return programme_event(settings, event, looked)

    def problem(self, seen: Seen, settings: ProgrammeSettings, questions: Questions) -> InspectedProblem | None:
        """Return the programme that is shown, of the law chosen, and the forces that solve it; None: there is none."""
        found = _looked(seen, settings, questions)
        return None if found.late or found.value is None else found.value.as_problem()


def _looked(seen: Seen, settings: ProgrammeSettings, questions: Questions) -> Answer:
    """The programme of the instant; until a thread has it, that of another instant."""
    found = contact_problem(seen, questions, settings.which)
    solved: InspectedProblem | None = found.value
    if solved is None:
        return found
    is_large = np.count_nonzero(solved.taking_part) > MOST_WHOLE
    selected = solved.place_of(seen.contact) if is_large else -1
    law = settings.law if np.any(solved.problem.friction > 0.0) else "frictionless"
    before: Looked | None = questions.known("looked")
    if before is not None and before.solved is solved and before.shows(selected):
        selected = before.selected  # what is shown stays
    about = solved, law, selected
    looked = questions.ask("looked", about, partial(looked_at, *about), Cost.QUICK, of=solved.recording)
    return replace(looked, late=looked.late or found.late)


def programme_event(settings: S, event: UserEvent, looked: SolvedProgramme | None) -> S:
    """Draw other forces in the map of a programme, or another method's way, or go through the steps of the active set."""
    match event.path.rpartition(".")[2], event.kind:
        case ("others" | "method") as name, "chosen":
            return replace(settings, **{name: event.value})
        case ("first" | "second") as name, "chosen" if looked is not None:
            shown, chosen = _axes(looked, settings), int(event.value)
            axes = (chosen, shown[1]) if name == "first" else (shown[0], chosen)
            # what was chosen moves the other away
            return replace(settings, axes=axes if axes[0] != axes[1] else shown[::-1])
        case button, "pressed" if looked is not None and looked.run is not None:
            last, now = len(looked.run.steps) - 1, _step(looked, settings)
            to = {"to_start": 0, "step_back": now - 1, "step_forward": now + 1, "to_end": last}[button]
            return replace(settings, step=min(max(to, 0), last), method="active_set")
    return settings


def mapped_programme(looked: P, settings: ProgrammeSettings, questions: Questions, of: Any = None) -> Mapped[P] | None:
    """The newest map; None: there is none yet, or nothing to draw."""
    if len(looked.components) < 2:
        return None
    about = looked, *_axes(looked, settings), _others(looked, settings), _method(looked, settings)
    found: Mapped[P] | None = questions.ask("map", about, partial(map_drawing, *about), Cost.QUICK, of=of).value
    return found


def _axes(looked: SolvedProgramme, settings: ProgrammeSettings) -> tuple[int, int]:
    """The components of force that the map is over: those chosen, if there are such."""
    keys, (a, b) = list(looked.components), settings.axes
    first = a if a in keys else keys[0]
    return first, b if b in keys and b != first else next(key for key in keys if key != first)


def _has_others(looked: SolvedProgramme) -> bool:
    return looked.is_plain and len(looked.names) > 2


def _others(looked: SolvedProgramme, settings: ProgrammeSettings) -> str:
    return settings.others if _has_others(looked) else "held"


def _method(looked: SolvedProgramme, settings: ProgrammeSettings) -> str:
    methods = methods_for(looked.law)
    return settings.method if settings.method in methods else methods[0]


def _step(looked: SolvedProgramme, settings: ProgrammeSettings) -> int:
    return min(settings.step, len(looked.run.steps) - 1) if looked.run is not None else 0


def _choices(settings: ProgrammeSettings, looked: Looked | None) -> Line:
    problems = {"accelerations": tr("Accelerations"), "solved": tr("As solved")}
    about = tr("Which problem of the instant: the accelerations of the state, or what the step solved")
    rubs = looked is None or _rubs(looked)
    laws = {key: tr(law.short) for key, law in LAWS.items() if rubs or not law.rubs}
    law = settings.law if settings.law in laws else "frictionless"
    which = Options("which", about, options(problems), settings.which)
    return Line("of", "", (which, Options("law", tr("Law of friction"), options(laws), law, True)))


def _rubs(looked: SolvedProgramme) -> bool:
    return bool(np.any(looked.problem.friction > 0.0)) and not np.any(looked.problem.sliding != 0.0)


def programme_blocks(
    looked: P, mapped: Mapped[P] | None, settings: ProgrammeSettings, contact: int, notes: str = ""
) -> tuple[Block, ...]:
    """Write a programme with one contact selected (-1: none): its map, its conditions, and the steps of the active set."""
    words, n, f = looked.words, len(looked.names), looked.words.force
    unit = words.objective_unit.replace("/", "/\u2060")  # no line ends there
    least = quantity_text(looked.optimality.objective, unit)
    intro = (
        tr(
            "Of all contact forces that only push, those that minimise the objective. Here: {n} contacts, M of rank {rank}, "
            "minimum {least}.",
            n=n,
            rank=looked.rank,
            least=least,
        )
        if n != 1
        else tr(
            "Of all contact forces that only push, the one that minimises the objective. Here: one contact, minimum {least}.",
            least=least,
        )
    )
    plain = f"min ½ {f}ᵀ M {f} + {f}ᵀ d,   {f} ≥ 0"
    formula = plain if looked.is_plain else f"min ½ rᵀ W r + rᵀ ŵ,   {LAWS[looked.law].bound}"
    run, step = looked.run, _step(looked, settings)
    return (
        Paragraph("intro", intro, small=False),
        Formula("formula", (formula,), boxed=True),
        Paragraph("notes", notes, "text_hint", icon="info"),
        _map_section(looked, mapped, settings),
        conditions_section(looked, contact),
        *((motion_section(looked), steps_section(looked, run, step, contact)) if run is not None else ()),
        *((sets_section(looked),) if looked.sets else ()),
    )


def _map_section(looked: P, mapped: Mapped[P] | None, settings: ProgrammeSettings) -> Section:
    if len(looked.components) < 2:
        return section(
            MAP, Paragraph("note", tr("One force alone: its objective is a parabola, see One contact."), "text_hint")
        )
    forces = options({str(key): written(name) for key, name in looked.components.items()})
    first, second = map(str, _axes(looked, settings))
    others = Options(
        "others",
        tr("The other forces: held at the solution, or at each place those that minimise it"),
        options({"held": tr("held"), "minimised": tr("minimised")}),
        settings.others,
    )
    more = (Paragraph("word", tr("others"), "text_second"), others) if _has_others(looked) else ()
    methods = options({name: solver_name(name) for name in methods_for(looked.law)})
    method = Options("method", tr("Whose iterates are drawn"), methods, _method(looked, settings), True, 120)
    axes = (
        Options("first", tr("Force to the right"), forces, first, True, 72),
        Options("second", tr("Force upwards"), forces, second, True, 72),
    )
    return section(MAP, Line("choices", "", (*axes, *more)), *_drawn(mapped, _step(looked, settings)), tools=(method,))


def _drawn(mapped: Mapped[P] | None, step: int) -> tuple[Block, ...]:
    """The map as it was computed, with the place of the step that is shown."""
    if mapped is None:
        return ()
    drawing = mapped.drawing
    if mapped.method == "active_set":
        drawing = replace(drawing, marked=min(step + 1, len(drawing.path) - 1))
    places = zip(drawing.names, drawing.section.place, strict=True)
    solution = ", ".join(f"{written(name)} = {quantity_text(x, drawing.unit)}" for name, x in places)
    return Custom("drawing", "multiplier_map", drawing, solution), Paragraph("note", _note(mapped), "text_hint")


def _note(mapped: Mapped[P]) -> str:
    is_held, few = mapped.drawing.section.others == "held", len(mapped.looked.components) == 2
    held = tr("The other forces are held at the solution.")
    minimised = tr("At each place the other forces minimise it, none negative.")
    method = solver_name(mapped.method)
    way = (
        tr("Line with numbers: the iterates of {method} from 0.", method=method)
        if few
        else tr("Line with numbers: the iterates of {method} from 0, whose other forces move too.", method=method)
    )
    text = tr("Blue: level sets. Striped: where no force may be. Orange ring: the solution.")
    return " ".join(
        filter(None, ["" if few else held if is_held else minimised, text, way if mapped.method else mapped.reason])
    )
