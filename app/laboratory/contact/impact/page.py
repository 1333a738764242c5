"""The page Impact: the last impact up to the instant shown, its jump map, other laws, and its guard."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from torseur.sim.compilation import DYNAMICS, GAPS, PROBLEMS
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.inspection.inspected_problem import InspectedProblem
from torseur.sim.simulation.inspection.jumps.guard_bisection import GuardBisection
from torseur.sim.simulation.inspection.jumps.impact_outcome import ImpactOutcome
from torseur.sim.simulation.inspection.jumps.jump_map import JumpMap, impact_states, jump_map
from torseur.sim.simulation.recording.recording import Recording
from torseur.sim.texts import marked, tr
from torseur.ui.sheet.blocks import (
    Block,
    Button,
    Buttons,
    Facts,
    Formula,
    Heading,
    Paragraph,
    Section,
    UserEvent,
    absent,
    section,
)
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.number_text import number_text, residual_text

from ....documents.body_names import bare_names
from ....sheet.page import Page, PageSettings, Seek, Seen
from ....sheet.questions import Answer, Cost, Questions
from ...instant_problem import no_problem, problem_to_copy
from ...motion.coordinates import coordinates
from ..world_axes import axes_words
from . import impact_rows as rows
from .impact_answers import bisected, outcomes_of, pair_numbers

IMPACT = Heading("impact", marked("Impact"))
VELOCITIES = Heading("velocities", marked("Jump map"))
CONTACTS = Heading("contacts", marked("Impulses"))
ENERGY = Heading("energy", marked("Energy"))
LAWS = Heading("laws", marked("The same impact under each law"))
STEPS = Heading("steps", marked("Guard φ(q) ≥ 0, bisected"))


class ImpactPage(Page):
    """A thread finds what an impact was, once for all instants up to the next; other laws and the guard once nothing plays."""

    key = "impact"
    outline = (IMPACT, VELOCITIES, CONTACTS, ENERGY, LAWS, STEPS)
    waits_for = (PROBLEMS, DYNAMICS, GAPS)  # the last two for the guard

    def sheet(self, seen: Seen, settings: PageSettings, questions: Questions) -> Sheet:
        """Write what is known of the impact so far."""
        recording, found = seen.recording, _jump(seen, questions)
        if recording is None or found.value is None:
            why = absent(found.error) if found.error else None
            return Sheet((section(IMPACT, _buttons(seen, questions), why, divided=False),))
        jump: JumpMap = found.value
        waits = found.late or seen.playing
        laws = questions.ask("laws", None, partial(outcomes_of, recording, jump), Cost.SLOW, of=jump, when=not waits)
        guard = questions.ask(
            "guard", None, partial(bisected, recording, jump), Cost.SLOW, of=jump, fold=_newer, when=not waits
        )
        exact: GuardBisection | None = None if guard.value is None else guard.value.found
        instant = rows.instant_text(jump, recording.settings, exact)
        which, tiles = _told(recording, jump)
        return Sheet(
            (
                section(IMPACT, _buttons(seen, questions), Paragraph("instant", instant), tiles, caption=which, divided=False),
                *_part("map", jump, lambda: _jump_map(recording, jump), questions),
                _laws(recording, jump, laws, waits, questions),
                _guard(recording, guard, waits, questions),
            ),
            of=(recording, jump.index) if found.late else None,
        )

    def reduce(self, settings: PageSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Go to the impact before, or to the next."""
        if event.kind != "pressed":
            return settings
        t = _target(seen, 1 if event.path.endswith("next") else -1, questions)
        return settings if t is None else (settings, Seek(t))

    def problem(self, seen: Seen, settings: PageSettings, questions: Questions) -> InspectedProblem | None:
        """Return that of the impact."""
        if seen.recording is None:
            return None
        jump = _jump(seen, questions).value
        if jump is None:
            raise ArgumentError("No impact is shown.")
        return problem_to_copy(seen.recording, jump.index)


def _jump(seen: Seen, questions: Questions) -> Answer:
    """The jump map of the last impact up to the instant shown."""
    recording, states = seen.recording, _states(seen, questions)
    until = int(np.searchsorted(states, seen.index, side="right"))
    if recording is None or until == 0:
        return Answer(late=False, error=no_problem(seen) or tr("Nothing has struck up to this instant."))
    state = int(states[until - 1])
    return questions.ask("jump", state, partial(jump_map, recording, state), Cost.QUICK, of=recording)


def _states(seen: Seen, questions: Questions) -> np.ndarray:
    """Where impacts are in the recording: looked for when it has more events than before."""
    recording = seen.recording
    if recording is None:
        return np.zeros(0, dtype=np.int64)
    about = len(recording.events), recording.events[-1].t if recording.events else 0.0
    found: np.ndarray = questions.ask("states", about, partial(impact_states, recording), of=recording).value
    return found


def _target(seen: Seen, direction: int, questions: Questions) -> float | None:
    """When the next impact is, or the one before the instant shown [s]; None: there is none."""
    if seen.recording is None:
        return None
    times, now = seen.recording.t[_states(seen, questions)], float(seen.recording.t[seen.index])
    found = times[times > now] if direction > 0 else times[times < now][::-1]
    return float(found[0]) if len(found) else None


def _newer(before: object, piece: object) -> object:
    return piece


def _part(key: str, about: object, write: Any, questions: Questions) -> Any:
    """Blocks that are written once."""
    return questions.ask(f"part:{key}", about, write).value


def _buttons(seen: Seen, questions: Questions) -> Buttons:
    before, after = (_target(seen, direction, questions) is not None for direction in (-1, 1))
    return Buttons(
        "go", (Button("previous", tr("Previous impact"), enabled=before), Button("next", tr("Next impact"), enabled=after))
    )


def _told(recording: Recording, jump: JumpMap) -> tuple[str, Facts]:
    """What struck what, and its numbers."""
    bodies, problem = bare_names(recording.scene.model.body_names), jump.solved.problem
    struck = {
        rows.pair_text(pair, bodies)
        for pair, x, mu in zip(problem.bodies, jump.impulse, problem.friction, strict=True)
        if x > 0.0 and mu >= 0.0  # not the dry friction of a joint, which struck nothing
    }
    tiles = (
        ("ΣΛ_n  N·s", number_text(float(jump.impulse.sum())), ""),
        (tr("lost  J"), number_text(jump.energy_lost, 4, 1e-11), ""),
        (tr("residual  m/s"), residual_text(jump.residual), ""),
    )
    return ", ".join(sorted(struck)), Facts("tiles", tiles, (0.32, 0.32, 0.36), tiles=True)


def _jump_map(recording: Recording, jump: JumpMap) -> tuple[Block, ...]:
    """What is known before other laws and the instant are."""
    model, settings = recording.scene.model, recording.settings
    velocities, left = rows.velocity_table(jump, model, coordinates(model))
    closing = rows.closing_name(jump, settings)
    contacts, left_out = rows.contact_table(jump, jump.solved.names, bare_names(model.body_names), closing)
    note = " ".join(filter(None, (rows.law_note(jump, settings), left_out)))
    return (
        section(
            VELOCITIES,
            Formula("map", ("x⁺ = g(x⁻):   q⁺ = q⁻,   v⁺ = v⁻ + H⁻¹ T Λ",), boxed=True),
            velocities,
            Paragraph("left", left, "text_second"),
            caption=axes_words(model),
        ),
        section(
            CONTACTS,
            Formula("law", (f"0 ≤ Λ  ⊥  M Λ + {closing} ≥ 0",), boxed=True),
            contacts,
            Paragraph("note", note, "text_second"),
        ),
        section(ENERGY, Facts("facts", rows.energy_facts(jump))),
    )


def _laws(recording: Recording, jump: JumpMap, found: Answer, waits: bool, questions: Questions) -> Section:
    """The impact under each law, or why that is not known."""
    if found.value is None:
        asking = tr("Comes when nothing plays.") if waits else tr("Other laws are being asked …")
        return section(LAWS, Paragraph("note", found.error or asking, "text_second"))
    outcomes: tuple[ImpactOutcome, ...] = found.value

    def write() -> Section:
        model, settings = recording.scene.model, recording.settings
        bodies, problem = bare_names(model.body_names), jump.solved.problem
        numbers = enumerate(pair_numbers(recording, jump.index))
        pairs = {pair: rows.pair_text(problem.bodies[k], bodies) for k, pair in numbers}
        table = rows.law_table(outcomes, jump, model, coordinates(model), settings, pairs)
        return section(LAWS, table, Paragraph("note", rows.laws_note(outcomes, settings), "text_second"))

    written: Section = _part("laws", outcomes, write, questions)
    return written


def _guard(recording: Recording, found: Answer, waits: bool, questions: Questions) -> Section:
    """How the instant is found, how far the search for it is, or why it cannot be."""
    search, note = found.value, found.error
    if note or search is None or search.found is None:
        if waits:
            note = note or tr("Comes when nothing plays.")
        elif search is None:
            note = note or tr("The guard is being bisected …")
        else:
            all_of_them = search.taken + search.left
            note = note or tr("Bisecting the guard: {taken} of {all}.", taken=search.taken, all=all_of_them)
        return section(STEPS, Paragraph("note", note, "text_second"))
    guard: GuardBisection = search.found

    def write() -> Section:
        names = bare_names(recording.scene.model.body_names)
        note = Paragraph("note", rows.guard_note(guard, recording.settings, names), "text_second")
        return section(STEPS, note, rows.guard_plot(guard), rows.guard_table(guard))

    written: Section = _part("guard", guard, write, questions)
    return written
