"""The page Several contacts: N, T, M and d, which forces are one of many, and what a regularisation picks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from torseur.sim.compilation import DYNAMICS, PROBLEMS, SOLVERS
from torseur.sim.simulation.inspection.inspected_problem import InspectedProblem
from torseur.sim.texts import marked, tr
from torseur.ui.sheet.blocks import Block, Heading, Options, Paragraph, UserEvent, absent, options, section
from torseur.ui.sheet.sheet import Sheet

from ....sheet.page import NOTHING_DRAWN, Layer, Page, PageSettings, Seen, SelectContact
from ....sheet.questions import Answer, Cost, Questions
from ...instant_problem import Which, contact_problem
from ...motion.coordinates import coordinates
from .body_section import BODY, body_section
from .contact_tables import DRIFT, FORCES, MATRICES, drift_section, forces_section, matrices_section
from .direction_section import DIRECTION, DirectionView, direction_section, direction_view
from .force_shift import ForceShift
from .joint_section import JOINTS, joint_section
from .redundancy_section import REDUNDANCY, kernel_columns, redundancy_section
from .regularisation_section import EPSILON, REGULARISATION, epsilon_at, regularisation_section
from .several_contacts import about_problem, several_contacts
from .several_drawing import SeveralDrawing
from .several_facts import SeveralFacts, several_facts

HEAD = Heading("several", marked("Several contacts"))


@dataclass(frozen=True, slots=True)
class SeveralSettings(PageSettings):
    """What is looked at, and how far forces are moved along the kernel."""

    which: Which = "accelerations"
    matrix: str = "M"
    cell: tuple[int, int] = (-1, -1)  # of M: the contact whose ζ̇ is looked at, and the one that pushes
    jacobian: str = "both"
    place: str = "P"  # about which moments are taken; or "O"
    joint: int = -1  # that is looked at
    kind: str = "normals"  # of null vectors; or "friction"
    along: int = 0  # which of them is drawn
    amounts: tuple[float, ...] = ()  # [N], [N s]
    moved: tuple[Any, ...] = ()  # what forces are moved of: others are as they were solved
    epsilon: float = EPSILON


class Several(Page):
    """What is told of a problem is found by a thread: of four contacts in milliseconds."""

    key = "several"
    settings_type = SeveralSettings
    outline = (HEAD, FORCES, BODY, DIRECTION, MATRICES, DRIFT, JOINTS, REDUNDANCY, REGULARISATION)
    waits_for = (PROBLEMS, DYNAMICS, SOLVERS)
    needs_contacts = True

    def sheet(self, seen: Seen, settings: SeveralSettings, questions: Questions) -> Sheet:
        """Write all that is told of the problem."""
        answer = _facts(seen, settings, questions)
        facts: SeveralFacts | None = answer.value
        problems = {"accelerations": tr("Accelerations"), "solved": tr("As solved")}
        which = Options("which", tr("Problem shown"), options(problems), settings.which)
        if facts is None or answer.error:
            why = absent(answer.error) if answer.error else None
            return Sheet((section(HEAD, why, tools=(which,), divided=False),))
        view = several_contacts(facts, coordinates(facts.solved.recording.scene.model))
        shift, place = _shift(seen, settings, facts), _place(seen, facts)
        force, direction = shift.force, _direction(seen, settings, facts, questions)
        other = settings.cell[0] if settings.cell[1] == place and settings.cell[0] < len(view.names) else -1
        line = Paragraph("line", about_problem(facts), "text_second")
        parts: tuple[Block | None, ...] = (
            section(HEAD, line, tools=(which,), divided=False),
            forces_section(view, force, place),
            body_section(facts, view, force, place),
            direction_section(direction, view, settings.place, settings.jacobian),
            matrices_section(view, force, settings.matrix, place, other),
            drift_section(facts, view, place),
            joint_section(facts, view, force),
            redundancy_section(shift, view, place),
            regularisation_section(seen, facts, view, settings.epsilon, questions),
        )
        return Sheet(tuple(part for part in parts if part is not None), of=(facts.solved.recording, facts.solved.index))

    def layer(self, seen: Seen, settings: SeveralSettings, questions: Questions) -> Layer:
        """Draw how the contact moves with a joint, a null vector, and forces that were moved."""
        answer = _facts(seen, settings, questions)
        facts: SeveralFacts | None = answer.value
        if facts is None or answer.error:
            return NOTHING_DRAWN
        direction = _direction(seen, settings, facts, questions)
        shift, drawing = _shift(seen, settings, facts), questions.kept("drawing", SeveralDrawing)
        overlays = drawing.overlays(
            shift,
            min(settings.along, max(0, len(shift.amounts) - 1)),
            direction if isinstance(direction, DirectionView) else None,
            coordinates(facts.solved.recording.scene.model),
            seen.contact_scales,
            seen.size,
        )
        return overlays, drawing.legend()

    def reduce(self, settings: SeveralSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Look at another problem, matrix, contact or joint; move forces along the kernel; choose ε."""
        path, kind, value = event
        chosen = {
            "several.which": "which",
            "matrices.which": "matrix",
            "direction.which": "jacobian",
            "direction.place": "place",
            "redundancy.kernel.kind": "kind",
        }
        if path in chosen:
            settings = replace(settings, **{chosen[path]: value})
            return replace(settings, moved=()) if path.endswith("kind") else settings
        if path == "redundancy.kernel.put.back":
            return replace(settings, moved=())
        if path == "regularisation.epsilon.along.slider" and kind == "moved":
            return replace(settings, epsilon=epsilon_at(value))
        facts: SeveralFacts | None = _facts(seen, settings, questions).value
        if facts is None:
            return settings
        if path.startswith("redundancy.kernel.z") and kind == "moved":
            k = int(path.split(".")[2][1:])
            amounts = _shift(seen, settings, facts).moved(k, value)
            return replace(settings, along=k, amounts=amounts, moved=_about(seen, settings, facts))
        if path == "direction.jacobian" and kind == "pressed":
            direction = _direction(seen, settings, facts, questions)
            return replace(settings, joint=direction.columns[value[1]]) if isinstance(direction, DirectionView) else settings
        place = _pressed(settings, facts, path, kind, value)
        if not 0 <= place < len(facts.part):
            return settings
        if path == "matrices.matrix":
            settings = replace(settings, cell=value if settings.matrix == "M" else (-1, -1))
        return settings, SelectContact(facts.solved.rows[facts.part[place]])

    def problem(self, seen: Seen, settings: SeveralSettings, questions: Questions) -> InspectedProblem | None:
        """Return the one that is chosen."""
        return contact_problem(seen, questions, settings.which).value


def _facts(seen: Seen, settings: SeveralSettings, questions: Questions) -> Answer:
    """What is told of the problem; of many contacts, those around the one that is selected."""
    found = contact_problem(seen, questions, settings.which)
    solved: InspectedProblem | None = found.value
    if solved is None or found.error:
        return found
    about = solved, solved.place_of(seen.contact)
    return questions.ask("facts", about, partial(_told, *about), Cost.QUICK, of=solved.recording, chained=True)


def _told(solved: InspectedProblem, selected: int, before: SeveralFacts | None) -> SeveralFacts:
    """What was told before stays where the selected contact is among those shown already."""
    if before is not None and before.solved is solved and (before.center < 0 or selected < 0 or selected in before.part):
        return before
    return several_facts(solved, selected)


def _place(seen: Seen, facts: SeveralFacts) -> int:
    """Which of the contacts that are shown is selected; -1: none."""
    return facts.place_of(facts.solved.place_of(seen.contact))


def _direction(seen: Seen, settings: SeveralSettings, facts: SeveralFacts, questions: Questions) -> DirectionView | str:
    return direction_view(facts, _place(seen, facts), settings.place, settings.joint, questions)


def _about(seen: Seen, settings: SeveralSettings, facts: SeveralFacts) -> tuple[Any, ...]:
    """What forces are moved of."""
    solved = facts.solved
    return seen.opened, len(solved.recording), solved.index, solved.which, settings.kind, *facts.part.tolist()


def _shift(seen: Seen, settings: SeveralSettings, facts: SeveralFacts) -> ForceShift:
    """The forces on their way along the kernel."""
    is_moved = settings.moved == _about(seen, settings, facts)
    return ForceShift(facts, settings.kind, settings.amounts if is_moved else ())


def _pressed(settings: SeveralSettings, facts: SeveralFacts, path: str, kind: str, value: Any) -> int:
    """Which contact was pressed in a table, by its place among those shown; -1: none."""
    if path == "forces.contacts" and kind == "selected":
        return int(value)
    if kind != "pressed":
        return -1
    row, column = value
    if path == "redundancy.kernel.null":
        return kernel_columns(ForceShift(facts, settings.kind))[column] // 3
    if path == "matrices.matrix" and settings.matrix == "H":
        return -1
    places = {"body.N": column, "matrices.matrix": column, "drift.parts": row, "redundancy.vectors": row - 1}
    return int(places.get(path, -1))
