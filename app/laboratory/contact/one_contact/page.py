"""The page One contact: the selected contact of the instant, or a body of one's own, by hand."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any

import numpy as np

from torseur.sim.compilation import DYNAMICS, PROBLEMS
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.inspection.inspected_problem import InspectedProblem
from torseur.sim.texts import marked, tr
from torseur.ui.displays.equations.values import EquationView, Term
from torseur.ui.laboratory.contact.one_contact.values import ContactCase, OwnBody, SingleContactView
from torseur.ui.look.math_notation import plain_math, written
from torseur.ui.look.theme import FORCE, WARNING
from torseur.ui.sheet.blocks import (
    Block,
    Custom,
    EquationCards,
    Facts,
    Formula,
    Heading,
    Line,
    Number,
    Options,
    Paragraph,
    Section,
    Slider,
    UserEvent,
    absent,
    options,
    section,
)
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.number_text import number_text, quantity_text
from torseur.ui.viewport.marks import Overlays

from ....documents.body_names import bare_names
from ....sheet.page import NOTHING_DRAWN, Layer, Page, PageSettings, Seek, Seen, SelectContact
from ....sheet.questions import Questions
from ...dynamics.term_arrows import TermArrows
from ...instant_problem import Which, contact_at, contact_problem
from .body_editor import edited_body, editor_blocks
from .change_section import CHANGE, change_section
from .contact_equations import body_equations, joint_equations
from .contact_terms import ContactTerms, contact_terms, own_contact

HEAD = Heading("head", marked("One contact"))
EQUATIONS = Heading("equations", marked("M and d, term by term"))
RESPONSE = Heading("response", marked("As d goes through 0"))
MOST_OFFERED = 60  # contacts in the list of the page; others are selected in the inspector or the view
AT_REST = 1e-6  # a slower ζ touches [m/s]


@dataclass(frozen=True, slots=True)
class OneContactSettings(PageSettings):
    """Whose contact it is, which equation is at hand, and a pull along the normal."""

    subject: str = "instant"  # or "own", of a body that is typed
    which: Which = "accelerations"
    others: str = "given"  # the other forces; or "absent"
    equation: str = "d"
    body: OwnBody = OwnBody()  # noqa: RUF009  # it is frozen
    pull: float = 0.0  # [N], [N s]
    pulled: tuple[Any, ...] = ()  # what is pulled: the pull is not that of another instant or contact


@dataclass(frozen=True, eq=False, slots=True)
class _Contact:
    """The contact that is looked at."""

    about: tuple[Any, ...]  # which one it is
    view: SingleContactView
    equations: tuple[EquationView, ...]
    jump: float  # of the largest number of q̈ when the force is taken away
    refused: str = ""  # what of the body that is typed does not go together
    solved: InspectedProblem | None = None  # of the instant
    place: int = -1  # in it


class OneContact(Page):
    """It follows the contact that is selected; its d is dragged through 0 by a pull."""

    key = "one_contact"
    settings_type = OneContactSettings
    outline = (HEAD, EQUATIONS, RESPONSE, CHANGE)
    waits_for = (PROBLEMS, DYNAMICS)  # the last of velocities of bodies
    needs_contacts = True

    def sheet(self, seen: Seen, settings: OneContactSettings, questions: Questions) -> Sheet:
        """Write the two cases of the contact, M and d term by term, and what last began or ended."""
        is_own = settings.subject == "own"
        found = _contact(seen, settings, questions)
        contact = None if isinstance(found, str) else found
        chosen = editor_blocks(settings.body) if is_own else _choices(seen, settings, questions)
        if isinstance(found, str):
            shown: tuple[Block, ...] = (Paragraph("refused", found, icon="info") if is_own else absent(found),)
        else:
            shown = (*_own_blocks(settings.body, found), *_cases(found.view)) if is_own else _cases(found.view)
        solved = None if contact is None else contact.solved
        parts = (
            section(HEAD, *chosen, *shown, tools=(_subject(settings),), divided=False),
            *(() if contact is None else _terms(contact, settings)),
            None if is_own else change_section(seen, questions),
        )
        return Sheet(
            tuple(part for part in parts if part is not None), of=None if solved is None else (solved.recording, solved.index)
        )

    def layer(self, seen: Seen, settings: OneContactSettings, questions: Questions) -> Layer:
        """Draw the force and the pull, where they are not as they were solved."""
        contact = _contact(seen, settings, questions)
        if isinstance(contact, str) or contact.solved is None or contact.view.impulses:
            return NOTHING_DRAWN
        if contact.view.pull == 0.0 and settings.others == "given":
            return NOTHING_DRAWN  # the arrows of the inspector are the same
        problem, arrows = contact.solved.problem, questions.kept("arrows", TermArrows)
        at, n = problem.point[contact.place], problem.normal[contact.place]
        force, pull = contact.view.force * n, contact.view.pull * n
        terms = (Term("λ n", force, "λ n", "", FORCE), Term("p n", pull, "p n", "", WARNING))
        arrows.clear()
        return Overlays(arrows=arrows.of(terms, ("N",), at, seen.size)), arrows.legend()

    def reduce(self, settings: OneContactSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Look at another contact, body or equation; pull; or go where a contact began or ended."""
        path, kind, value = event
        name = path.rpartition(".")[2]
        if kind == "seek":
            return settings, Seek(value)
        if kind in ("chosen", "entered") and name in {field.name for field in fields(OwnBody)}:
            return replace(settings, body=edited_body(settings.body, name, value))
        if name == "subject":
            return replace(settings, subject=value, pulled=())
        if name in ("which", "others"):
            return replace(settings, **{name: value})
        if path == "equations.cards" and kind == "chosen":
            return replace(settings, equation=value)
        contact = _contact(seen, settings, questions)
        if isinstance(contact, str):
            return settings
        if name == "contact" and contact.solved is not None:
            return settings, SelectContact(contact.solved.rows[int(value)])
        if name == "pull":
            return replace(settings, pull=value, pulled=contact.about)
        if kind in ("moved", "dragged"):  # to a d
            return replace(settings, pull=(value - contact.view.d) / contact.view.M, pulled=contact.about)
        return settings

    def problem(self, seen: Seen, settings: OneContactSettings, questions: Questions) -> InspectedProblem | None:
        """Return the one that is chosen; of a body that is typed there is none."""
        return None if settings.subject == "own" else contact_problem(seen, questions, settings.which).value


def _contact(seen: Seen, settings: OneContactSettings, questions: Questions) -> _Contact | str:
    """The contact; or why there is none, a sentence."""
    try:
        return _own(settings) if settings.subject == "own" else _of_instant(seen, settings, questions)
    except ArgumentError as error:
        return str(error)


def _own(settings: OneContactSettings) -> _Contact:
    found, about = own_contact(settings.body), ("own",)
    view = SingleContactView(found.M, found.d, _pull(settings, about))
    refused = (
        ""
        if abs(found.separation_velocity) < AT_REST
        else tr(
            "ζ = n·ξ is {zeta}, not 0: the body goes in or has left already. What follows is for a body that touches.",
            zeta=quantity_text(found.separation_velocity, "m/s"),
        )
    )
    jump = float(np.max(np.abs(found.response))) * view.force
    return _Contact(about, view, body_equations(found, view, is_own=True), jump, refused)


def _of_instant(seen: Seen, settings: OneContactSettings, questions: Questions) -> _Contact | str:
    answer = contact_problem(seen, questions, settings.which)
    solved: InspectedProblem | None = answer.value
    if solved is None:
        return answer.error
    place = contact_at(solved, seen.contact)
    about = seen.opened, len(solved.recording), solved.index, solved.which, place
    compute = partial(contact_terms, solved, place, settings.others == "given")
    found = questions.ask("terms", (about, settings.others), compute, of=solved.recording)
    if found.error:
        return found.error
    terms: ContactTerms = found.value
    single = terms.alone.single
    view = SingleContactView(single.M, single.d, _pull(settings, about), solved.level != "acceleration")
    equations = joint_equations(terms, view) if terms.body is None else body_equations(terms.body, view, is_own=False)
    jump = 0.0 if terms.response is None else float(np.max(np.abs(terms.response))) * view.force
    return _Contact(about, view, equations, jump, solved=solved, place=place)


def _pull(settings: OneContactSettings, about: tuple[Any, ...]) -> float:
    return settings.pull if settings.pulled == about else 0.0


def _subject(settings: OneContactSettings) -> Options:
    subjects = {"instant": tr("of this instant"), "own": tr("a body of my own")}
    name = tr("Which contact: one of the instant shown, or of a body that is typed")
    return Options("subject", name, options(subjects), settings.subject)


def _choices(seen: Seen, settings: OneContactSettings, questions: Questions) -> tuple[Block, ...]:
    """Which contact of the instant, of which problem, and whether others push."""
    solved: InspectedProblem | None = contact_problem(seen, questions, settings.which).value
    contacts: tuple[Block, ...] = ()
    if solved is not None:
        bodies, pairs = bare_names(solved.recording.scene.model.body_names), solved.problem.bodies
        names = {
            str(k): f"{written(name)}  {' · '.join(bodies[body] for body in pairs[k])}"
            for k, name in enumerate(solved.names[:MOST_OFFERED])
            if not solved.joints[k]
        }
        chosen = str(contact_at(solved, seen.contact))
        contacts = (Options("contact", tr("Contact that is looked at"), options(names), chosen, True, 220),)
    problems = {"accelerations": tr("accelerations"), "solved": tr("as solved")}
    others = {"given": tr("as they are"), "absent": tr("absent")}
    of_problem = tr("The problem of the accelerations, or the one that the step or impact solved")
    of_others = tr("Forces of the other contacts, and friction: as they are, or as if there were none")
    return (
        Line("of", tr("Contact"), (*contacts, Options("which", of_problem, options(problems), settings.which))),
        Line("beside", tr("Other forces"), (Options("others", of_others, options(others), settings.others),)),
    )


def _own_blocks(body: OwnBody, contact: _Contact) -> tuple[Block, ...]:
    return (
        Custom("sketch", "body_on_point", (body, contact.view), tr("The body on its point, from the side")),
        Paragraph("refused", contact.refused, icon="info"),
    )


def _cases(view: SingleContactView) -> tuple[Block, ...]:
    """The two cases and the corner, with what d is dragged by."""
    rate, load = view.rate, view.load
    letters = zip(("M", "d", load, rate), ("1/kg", view.rate_unit, view.load_unit, view.rate_unit), strict=True)
    values = (view.M, view.pulled, view.force, view.separation)
    tiles = tuple((f"{letter}  {unit}", number_text(x), "") for (letter, unit), x in zip(letters, values, strict=True))
    cases = _both_cases(view)
    pull_name = tr("Pull at C along the normal, away from the ground")
    d_text = f"d = {quantity_text(view.pulled, view.rate_unit)}"
    d_name = tr("d, taken through 0 by a pull along the normal")
    return (
        Paragraph(
            "what",
            tr(
                "A body S touches at the point C. Without friction the ground pushes along the normal n, out of the ground, "
                "and never pulls. While they touch ζ = n·ξ = 0, and ζ̇ must not be negative, or S would go in."
            ),
            "text_second",
        ),
        Formula("law", (f"{rate} = M {load} + d,   {rate} ≥ 0,   {load} ≥ 0,   {rate} {load} = 0",), boxed=True),
        Facts("tiles", tiles, (0.25, 0.25, 0.25, 0.25), tiles=True),
        Custom("cases", "contact_cases", cases, "\n".join(case.text for case in cases)),
        Line(
            "pulling",
            tr("Pull along n"),
            (Number("pull", pull_name, view.pull, view.load_unit, tip=pull_name), Paragraph("d", d_text, weight=600)),
        ),
        Slider("slider", d_name, view.pulled, -view.end, view.end, view.rate_unit, home=view.d),
        Custom("corner", "contact_corner", view, _solution_text(view)),
    )


def _solution_text(view: SingleContactView) -> str:
    """What both plots show, in words."""
    numbers = (
        ("d", view.pulled, view.rate_unit),
        (view.load, view.force, view.load_unit),
        (plain_math(view.rate), view.separation, view.rate_unit),
    )
    return ", ".join(f"{letter} = {quantity_text(x, unit)}" for letter, x, unit in numbers)


def _both_cases(view: SingleContactView) -> tuple[ContactCase, ContactCase]:
    rate, load = view.rate, view.load
    lasts, ends = f"{rate} = 0,  {load} = −d/M", f"{rate} = d,  {load} = 0"
    if view.lasts:
        force = quantity_text(view.force, view.load_unit)
        lasts = f"{rate} = {quantity_text(0.0, view.rate_unit)},  {load} = −d/M = {force}"
    else:
        separation = quantity_text(view.separation, view.rate_unit)
        ends = f"{rate} = d = {separation},  {load} = {quantity_text(0.0, view.load_unit)}"
    return (
        ContactCase(tr("The contact lasts"), f"d ≤ 0:  {rate} = 0, {load} ≥ 0", lasts, view.lasts),
        ContactCase(tr("The contact ends"), f"d > 0:  {rate} > 0, {load} = 0", ends, not view.lasts),
    )


def _terms(contact: _Contact, settings: OneContactSettings) -> tuple[Section, ...]:
    """M and d term by term, and what both cases have in common."""
    equations, view = contact.equations, contact.view
    at = next((k for k, one in enumerate(equations) if one.key == settings.equation), 1)
    words = tr("Both follow d without a jump. Where d jumps, as a push begins or an edge is passed, both jump with it.")
    if not view.impulses and view.force > 0.0:
        words += " " + tr(
            "Were λ = {force} taken away now, ζ̇ would jump from 0 to d = {d}, and q̈ by up to {jump} (m/s² or rad/s²): "
            "force jumps ⇒ acceleration jumps.",
            force=quantity_text(view.force, "N"),
            d=quantity_text(view.pulled, "m/s²"),
            jump=quantity_text(contact.jump, ""),
        )
    return (
        section(EQUATIONS, EquationCards("cards", equations, at, keeps_mark=True)),
        section(
            RESPONSE, Custom("both", "contact_response", view, _solution_text(view)), Paragraph("note", words, "text_second")
        ),
    )
