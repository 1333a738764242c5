"""The page Inspector: the contacts of an instant, the problem behind their forces, and how it was solved."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from torseur.sim.compilation import PROBLEMS
from torseur.sim.contact.contacts import Contacts, contact_name
from torseur.sim.contact.island.solver_arrays import DENSE_FREEDOMS
from torseur.sim.simulation.inspection.inspected_problem import ACCELERATIONS, SOLVED, InspectedProblem
from torseur.sim.simulation.inspection.other_problems import inspected_problem, other_problem
from torseur.sim.simulation.inspection.solved_problem import solved_problem, why_unsolved
from torseur.sim.simulation.recording.recording import Recording
from torseur.sim.texts import marked, tr
from torseur.ui.sheet.blocks import Block, Facts, Heading, Paragraph, Section, UserEvent, section
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.number_text import number_text, residual_text
from torseur.ui.text.same_value import same_value

from ....drawing.contact.contact_bounds_drawing import bounds_drawing, bounds_legend
from ....drawing.contact.contact_labels import PairNames
from ....drawing.contact.contact_parts import contact_label
from ....panels.event_texts import residual_limit
from ....session.start_contacts import MOST_AT_ONCE, start_contacts
from ....sheet.page import NOTHING_DRAWN, Layer, Page, PageSettings, Seen, SelectContact
from ....sheet.questions import Answer, Cost, Questions
from ...instant_problem import is_large
from .cone_blocks import CONE, cone_section
from .contact_table import CONTACTS, ContactRows, contacts_section
from .equation import EQUATION, EquationRows, equation_section
from .load_bounds import MOST, MOST_SELECTED, FoundBounds, added, bounds_of_all, bounds_of_one
from .problem_blocks import MATRIX, PROBLEM, matrix_section, pressed_contact, problem_section

SOLUTION = Heading("solution", marked("Solution"))
OF_PROBLEM = "of"  # the section around all that is told of the problem
_Written = tuple[InspectedProblem, object, tuple[Block, ...]]  # of which problem, what was chosen, and the sections


@dataclass(frozen=True, slots=True)
class InspectorSettings(PageSettings):
    """Which problem and matrix are shown."""

    open: frozenset[str] = frozenset({f"{OF_PROBLEM}.equation", f"{OF_PROBLEM}.matrix"})
    problem: str = ""  # by its name; where the state has none of that name, and empty: that which was solved
    matrix: str = "M"


class Inspector(Page):
    """Contacts are of the instant shown; the problem of many, which threads set up, may be of one before."""

    key = "inspector"
    settings_type = InspectorSettings
    outline = (SOLUTION, CONTACTS, PROBLEM, EQUATION, MATRIX, CONE)
    waits_for = (PROBLEMS,)
    goes_without = True
    needs_contacts = True

    def sheet(self, seen: Seen, settings: InspectorSettings, questions: Questions) -> Sheet:
        """Write contacts, problem, equation, matrix and cone."""
        recording = seen.recording
        if recording is None:
            why = tr("Press Space to simulate: contacts show here.")
            contacts = replace(contacts_section(None, tr("Not simulated yet."), -1), divided=False)
            return Sheet((contacts, Section(OF_PROBLEM, blocks=(_no_problem(why, settings),), divided=False)))
        problem, solution = _problem(seen, settings, questions), solution_section(recording, seen.index)
        bounds = _bounds(seen, problem, questions)
        rows, why = _rows(seen, bounds.value, questions)
        selected = contact_name(seen.contact) if seen.contact >= 0 else ""
        told, of_problem = _of_problem(problem, bounds, selected, settings, questions)
        blocks = (
            solution,
            replace(contacts_section(rows, _notes(seen, rows, bounds.value, why), seen.contact), divided=solution is not None),
            Section(OF_PROBLEM, blocks=of_problem, divided=False),
            cone_section(rows, seen.contact, recording.settings.law_facets) if len(rows) else None,
        )
        of = None if told is None else (recording, told.index)
        return Sheet(tuple(block for block in blocks if block is not None), of=of, late=OF_PROBLEM)

    def layer(self, seen: Seen, settings: InspectorSettings, questions: Questions) -> Layer:
        """Draw the bounds of loads that are one of many, along their arrows."""
        if seen.recording is None or seen.contact_scales is None:
            return NOTHING_DRAWN
        found: FoundBounds | None = _bounds(seen, _problem(seen, settings, questions), questions).value
        if found is None or not found.of:
            return NOTHING_DRAWN
        return bounds_drawing(_contacts(seen, questions)[0], found.of, seen.contact_scales), (bounds_legend(),)

    def reduce(self, settings: InspectorSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Show another problem or matrix; a contact is selected in the table, or in the problem by its name."""
        written: _Written | None = questions.known("part:problem")
        shown = None if written is None else written[0]
        match event:
            case (path, "chosen", key) if path.endswith("problem.which"):
                return replace(settings, problem=key)
            case (path, "chosen", key) if path.endswith("matrix.which"):
                return replace(settings, matrix=key)
            case ("contacts.table", "selected", row):
                return settings, SelectContact(row)
            case (path, "selected", row) if shown is not None:
                k, _ = EquationRows(shown.taken, path.endswith("turning")).lines[row]
                return _selected(settings, shown.taken.rows[k])
            case (_, "pressed", cell) if shown is not None:
                k = pressed_contact(settings.matrix, cell)
                return _selected(settings, shown.taken.rows[k]) if k >= 0 else settings
        return settings


def _selected(settings: InspectorSettings, row: int) -> Any:
    """Select a contact of the table; -1: what is told of is none of them."""
    return (settings, SelectContact(row)) if row >= 0 else settings


# What is asked


def _contacts(seen: Seen, questions: Questions) -> tuple[Contacts, str]:
    """Those of the instant, of the state that a simulation starts from too; or why these are not known, a sentence."""
    recording = seen.recording
    assert recording is not None
    recorded = recording.contacts(seen.index)
    if not recording.problems.is_start(seen.index):
        return recorded, ""
    if why := _no_kernels(seen):
        return recorded, why
    found = questions.ask("start", None, partial(start_contacts, recording), of=recording)
    return (recorded if found.value is None else found.value), found.error


def _rows(seen: Seen, found: FoundBounds | None, questions: Questions) -> tuple[ContactRows, str]:
    """The table of contacts; or why there are none, a sentence."""
    contacts, why = _contacts(seen, questions)
    bounds = {} if found is None else {i: one for i, one in found.of.items() if i < len(contacts)}
    pairs = questions.ask("pairs", None, partial(PairNames.of_model, seen.model), of=seen.model).value
    about = contacts, None if found is None else found.of
    rows: ContactRows = questions.ask("rows", about, partial(ContactRows, contacts, seen.model, bounds, pairs)).value
    return rows, why


def _no_kernels(seen: Seen) -> str:
    """Why no problem can be set up just now, a sentence; empty: it can."""
    if seen.playing:
        return tr("Pause to see the contact problem of an instant.")
    return "" if seen.compiled else tr("Its kernels are still being compiled.")


def _problem(seen: Seen, settings: InspectorSettings, questions: Questions) -> Answer:
    """The problem that is chosen, while equation or matrix is unfolded; of many contacts by a thread."""
    recording, index = seen.recording, seen.index
    assert recording is not None
    if why := _no_kernels(seen):
        return Answer(late=False, error=why)
    if not settings.open:
        return Answer(late=False)
    starts = recording.problems.is_start(index)  # where too much touches, the contacts are not known
    cost = Cost.QUICK if (_contacts(seen, questions)[1] if starts else is_large(recording, index)) else Cost.NOW
    about, find = (index, len(recording), settings.problem), partial(shown_problem, recording, index, settings.problem)
    found = questions.ask("problem", about, find, cost, of=recording)
    shown: InspectedProblem | None = found.value
    is_other = found.late and shown is not None and shown.which != _chosen(shown, settings.problem)
    return Answer(None, late=True, running=True) if is_other else found


def _chosen(problem: InspectedProblem, name: str) -> str:
    """Which problem of its state a name is of: the first, where there is none of that name."""
    first = problem.solved or problem
    return name if name in first.others else first.which


def shown_problem(recording: Recording, index: int, name: str) -> InspectedProblem:
    """The problem of a state of that name. Raises ArgumentError, saying why, where none can be shown."""
    first = inspected_problem(recording, index, ACCELERATIONS if why_unsolved(recording, index) else SOLVED)
    shown = first if (which := _chosen(first, name)) == first.which else other_problem(first, which)
    _ = shown.taken.singular_values, shown.taken.relative_residual  # of many contacts they take a while: work of the thread
    return shown


def _bounds(seen: Seen, problem: Answer, questions: Questions) -> Answer:
    """Which loads are one of many, as far as it is known, the selected contact's first. Late until all are looked at."""
    recording, index = seen.recording, seen.index
    contacts, why = _contacts(seen, questions)
    if recording is None or why or _no_kernels(seen) or problem.late or not len(contacts):
        return Answer()
    shown: InspectedProblem | None = problem.value
    in_table = None if shown is None else shown.solved or shown
    if in_table is not None and in_table.which != SOLVED:  # the table has what was solved, or what is known of the start
        at_start = recording.problems.is_start(index) and len(in_table) <= MOST_AT_ONCE
        in_table = in_table if at_start else None

    def solved() -> InspectedProblem:
        return in_table or solved_problem(recording, index)

    about = index, len(recording)
    if 0 <= seen.contact < len(contacts):
        find = partial(bounds_of_one, solved, contacts, seen.contact)
        own = questions.ask("bounds of one", (*about, seen.contact), find, Cost.SLOW, of=recording)
    else:
        own = Answer()
    find_all = partial(bounds_of_all, solved, contacts)
    found = questions.ask("bounds", about, find_all, Cost.AT_REST, of=recording, fold=added)
    if found.value is None or own.late or own.value is None or seen.contact in found.value.of:
        return found
    return replace(found, value=found.value._replace(of={**found.value.of, seen.contact: own.value}))


# What is told


def solution_section(recording: Recording, index: int) -> Section | None:
    """How the step was solved; None where nothing was."""
    settings, problems = recording.settings, recording.problems
    if problems.is_start(index) or problems.is_planned(index):
        return None
    unit = tr("relative") if problems.is_of_accelerations(index) else "m/s"
    asked, hybrid = residual_limit(settings), settings.scheme == "hybrid"
    residual = float(recording.residual[index])
    shown = f"{residual_text(residual)} {unit}"
    limit = tr("Residual of the contact equations; solved is up to {limit} {unit}.", limit=residual_text(asked), unit=unit)
    if not math.isfinite(residual):
        badge = tr("no residual"), "warning", tr("The solver left no solution to judge.")
    elif residual > asked:
        badge = tr("residual {residual}", residual=shown), "warning", limit
    elif recording.doubtful[index]:
        badge = tr("doubtful contact, {residual}", residual=shown), "warning", limit
    else:
        badge = tr("solved, {residual}", residual=shown), "good", limit
    facts = (
        (tr("solver"), tr("dense Newton") if hybrid else settings.solver.replace("_", " "), ""),
        (tr("iterations"), str(int(recording.iterations[index])), ""),
        (tr("scheme"), tr(settings.scheme.replace("_", "-")), ""),
        (tr("recorded every") if hybrid else tr("step"), number_text(1e3 * settings.dt), "ms"),
    )
    return section(SOLUTION, Facts("facts", facts, (0.26, 0.22, 0.26, 0.26)), badge=badge, divided=False)


def _no_problem(why: str, settings: InspectorSettings) -> Section:
    is_open = f"{OF_PROBLEM}.matrix" in settings.open
    return section(MATRIX, Paragraph("none", why, "text_second"), caption=tr("Tᵀ H⁻¹ T: W along normals, 1/kg"), open=is_open)


def _of_problem(
    problem: Answer, bounds: Answer, selected: str, settings: InspectorSettings, questions: Questions
) -> tuple[InspectedProblem | None, tuple[Block, ...]]:
    """Problem, equation and matrix, written once, with the problem that they are of; or why there are none.

    What is veiled, as the problem of the instant is not known yet, stays as it was written.
    """
    shown: InspectedProblem | None = problem.value
    is_open = {key: f"{OF_PROBLEM}.{key}" in settings.open for key in ("equation", "matrix")}
    if shown is None and not settings.open:
        return None, (section(EQUATION, open=False), section(MATRIX, open=False))
    if shown is None or problem.error:
        return shown, (_no_problem(problem.error or tr("Setting up the problem of many contacts…"), settings),)
    choice = shown.which, selected, settings.matrix, settings.open
    before: _Written | None = questions.known("part:problem")
    if problem.late and before is not None and before[0].recording is shown.recording and same_value(before[1], choice):
        return before[0], before[2]
    known: FoundBounds | None = bounds.value if shown.which == SOLVED and not bounds.late else None
    more, unique = "", None
    if known is not None and not known.left_out:
        names = ", ".join(contact_label(i) for i, found in sorted(known.of.items()) if found.many)
        many = tr("One of many: other forces of {names} make the same motion under the law; these are of least norm.")
        unknown = not names and any(not found.complete for found in known.of.values())
        more, unique = many.format(names=names) if names else "", None if unknown else not names

    def write() -> _Written:
        sections = (
            problem_section(shown, more),
            equation_section(shown.taken, selected, is_open["equation"]),
            matrix_section(shown.taken, settings.matrix, selected, unique, is_open["matrix"]),
        )
        return shown, choice, sections

    written: _Written = questions.ask("part:problem", (shown, choice, more, unique), write).value
    return shown, written[2]


def _notes(seen: Seen, rows: ContactRows, bounds: FoundBounds | None, why: str) -> str:
    """What is not known of so many contacts; empty where all is looked for."""
    recording, count, told = seen.recording, len(rows), []
    assert recording is not None
    if not count:
        return why
    if bounds is not None and bounds.looked_at < bounds.wanted:
        looking = tr("Looking for other loads that make this motion: {n} of {of} contacts so far.")
        told.append(looking.format(n=bounds.looked_at, of=bounds.wanted))
    if bounds is not None and bounds.left_out and count > MOST:
        most = tr("Which loads are one of many is looked for where up to {most} contacts feel each other", most=MOST)
        alone = tr(", of a contact that is selected where up to {most} do", most=MOST_SELECTED) if bounds.selectable else ""
        told.append(f"{most}{alone}.")
    if count > MOST and seen.model.nv > DENSE_FREEDOMS:
        sweeps = tr("In a heap of more than {most} degrees of freedom they are as the sweeps found them, not of least norm.")
        told.append(sweeps.format(most=DENSE_FREEDOMS))
    if recording.settings.restitution_law == "poisson" and rows.strikes:
        told.append(tr("What Poisson's law gives back is as its sweeps found it, not of least norm."))
    return " ".join(told)
