"""The formulas of the page Singularities: asked of another process, written, copied, and gone to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.analysis.singularities.values import SymbolicSingularities, place_in_case, request
from torseur.sim.analysis.symbolic.chain import Chain, chain_to
from torseur.sim.texts import marked, tr
from torseur.ui.laboratory.singularities.values import CaseViews
from torseur.ui.sheet.blocks import (
    Button,
    Custom,
    Heading,
    Options,
    Paragraph,
    Section,
    SideBySide,
    SymbolicMatrix,
    UserEvent,
    options,
    section,
)
from torseur.ui.text.array_text import FormulaText
from torseur.ui.text.number_text import as_shown
from torseur.ui.text.sentences import capitalised
from torseur.ui.viewport.marks import FrameTriad

from ...background.symbolic_task import SINGULARITIES, SymbolicQuestion
from ...sheet.page import Pose, Seen
from ...sheet.questions import Answer, Cost, Questions
from .singular_rows import RowsChoice, SingularitiesSettings, SingularRows
from .singularity_texts import case_rows, exactness, lost_text, place_of

if TYPE_CHECKING:
    from torseur.sim.analysis.singularities.values import SingularCase
    from torseur.sim.arrays import Array

FORMULAS = Heading("formulas", marked("By formulas"))


def formula_section(seen: Seen, settings: SingularitiesSettings, rows: SingularRows, questions: Questions) -> Section:
    """Write what was found, what is being done, or why nothing was found."""
    form = Options(
        "form", tr("Lengths in formulas"), options({"names": tr("Letters"), "numbers": tr("Numbers")}), settings.form
    )
    found, more = _found(seen, settings, rows, questions), {"tools": (form,)}
    if found.value is None or found.late:
        return section(FORMULAS, _absent(found, settings.of(seen.frame), _chain(seen, questions).error), **more)
    formulas: SymbolicSingularities = found.value
    cases, numbers = case_rows(formulas, seen.q[_places(seen, formulas)], settings.axes)
    case = _case(formulas, numbers, settings.of(seen.frame).case)
    nothing = "" if numbers else tr("These rows never lose rank: no configuration is singular.")
    picked = min(settings.of(seen.frame).case, len(numbers) - 1)
    return section(
        FORMULAS,
        Paragraph("determinant", f"{formulas.quantity} = {as_shown(formulas.determinant)}", weight=600, small=False),
        Paragraph("place", place_of(formulas), "text_second"),
        Paragraph("nothing", nothing, "text_second"),
        Custom("cases", "singular_cases", CaseViews(cases, picked), "; ".join(one.title or one.heading for one in cases)),
        *(_reduced(formulas, case, settings.axes) if case is not None else ()),
        Paragraph("exactness", exactness(formulas), "text_hint"),
        copied=FormulaText(formulas.latex, formulas.numpy),
        **more,
    )


def axes_triad(
    seen: Seen, settings: SingularitiesSettings, rows: SingularRows, place: Array, length: float, questions: Questions
) -> tuple[FrameTriad, ...]:
    """Draw the axes in which the directions lost are told, at a place (3,); none of R0, which are the world's in the corner."""
    answer, model = _found(seen, settings, rows, questions), seen.model
    found: SymbolicSingularities | None = None if answer.late else answer.value
    if found is None or not found.cases or settings.axes == "base":
        return ()
    body = model.frame_index(model.joint(found.axes_joint).child)
    pose = np.eye(4)
    pose[:3, :3] = seen.poses[body][:3, :3] @ model.frame_placement[body][:3, :3].T
    pose[:3, 3] = place
    return (FrameTriad(pose, length, tr("axes of joint {n}", n=found.axes)),)


def with_formulas(settings: SingularitiesSettings, event: UserEvent, choice: RowsChoice) -> SingularitiesSettings:
    """Have other formulas or another case, or the search given up; settings after an event of the section."""
    what = event.path.rpartition(".")[2]
    if what == "form":
        return replace(settings, form=event.value, choice=replace(choice, given_up=False))
    if what == "axes":
        return replace(settings, axes=event.value)
    if what == "cases":
        return replace(settings, choice=replace(choice, case=event.value))
    attempts = choice.attempts + (what == "again")
    return replace(settings, choice=replace(choice, given_up=what == "cancel", attempts=attempts))


def pose_in_case(seen: Seen, settings: SingularitiesSettings, rows: SingularRows, questions: Questions) -> Pose | None:
    """Return the pose in the case that is picked which is nearest; None: there is no case."""
    found = _found(seen, settings, rows, questions).value
    if found is None:
        return None
    model, q, places = seen.model, np.array(seen.q), _places(seen, found)
    case = _case(found, case_rows(found, q[places], settings.axes)[1], settings.of(seen.frame).case)
    if case is None:
        return None
    here = place_in_case(case, q[places], model.lower[places], model.upper[places])
    q[places] = here if here is not None else np.array(case.representative)
    return Pose(q, tr("Go to {case}", case=as_shown(case.text)))


def _places(seen: Seen, found: SymbolicSingularities) -> list[int]:
    """Where the joints of formulas are in q."""
    slices = seen.model.joint_slices()
    return [slices[name][0].start for name in found.joints]


def _found(seen: Seen, settings: SingularitiesSettings, rows: SingularRows, questions: Questions) -> Answer:
    """The `SymbolicSingularities` of a frame, from another process."""
    model, frame, names, choice = seen.model, seen.frame, settings.form == "names", settings.of(seen.frame)
    chain: Chain | None = _chain(seen, questions).value
    if chain is None:
        return Answer()
    text: str = questions.ask(
        "request", (model, frame, rows.task.rows, names), lambda: request(chain, rows=rows.task.rows, names=names)
    ).value
    about, question = (text, choice.attempts), SymbolicQuestion(SINGULARITIES, text)
    return questions.ask("formulas", about, question, Cost.PROCESS, when=not choice.given_up)


def _chain(seen: Seen, questions: Questions) -> Answer:
    """The `Chain` to the frame, or why formulas are made of none."""
    model, frame = seen.model, seen.frame
    return questions.ask("chain", (model, frame), lambda: chain_to(model, frame))


def _absent(found: Answer, choice: RowsChoice, no_chain: str) -> SideBySide | Paragraph:
    """Why there are no formulas, with a button to try again, or what is being done, with one to give it up."""
    if found.running:
        stage = Paragraph("stage", capitalised(found.stage) or tr("Starting"), "text_second", icon="info")
        return SideBySide("waiting", (stage, Button("cancel", tr("Cancel"))), (1, 0))
    reason = tr("Given up.") if choice.given_up else found.error
    why = Paragraph("failure", no_chain or reason, "text_second", icon="warning", icon_role="warning")
    if no_chain:
        return why
    return SideBySide("failed", (why, Button("again", tr("Try again"))), (1, 0))


def _case(found: SymbolicSingularities, numbers: tuple[int, ...], row: int) -> SingularCase | None:
    return found.cases[numbers[min(row, len(numbers) - 1)]] if numbers else None


def _reduced(
    found: SymbolicSingularities, case: SingularCase, axes: str
) -> tuple[SideBySide | SymbolicMatrix | Paragraph, ...]:
    """What is left of the Jacobian in a case, and what is lost."""
    reduced = case.base.reduced if axes == "base" else case.reduced
    title = tr("J at {case}", case=as_shown(case.text))
    if not reduced:
        title = tr("J at {case}: too long to be read in these axes", case=as_shown(case.text))
    offered = options({"joint": tr("joint {n}", n=found.axes), "base": "R₀"})
    return (
        SideBySide(
            "reduced",
            (Paragraph("title", title, "text_second"), Options("axes", tr("Axes of the reduced Jacobian"), offered, axes)),
            (1, 0),
        ),
        SymbolicMatrix("J", "J", reduced),
        Paragraph("lost", lost_text(found, case, axes), "text_second"),
    )
