"""The page What if: the state shown with something changed, solved again beside what was solved, and runs that branch off."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import ref

import numpy as np

from torseur.sim.compilation import PROBLEMS
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import literal
from torseur.ui.panels.scene.values import MaterialEntry
from torseur.ui.sheet.blocks import (
    Button,
    Buttons,
    Custom,
    Facts,
    Heading,
    Line,
    Number,
    Options,
    Paragraph,
    Progress,
    Section,
    UserEvent,
    Vector,
    absent,
    options,
    section,
)
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.number_text import as_shown, quantity_text
from torseur.ui.text.sentences import sentence

from ....documents.body_names import bare_names
from ....sheet.page import NOTHING_DRAWN, DropBranch, Layer, Page, PageSettings, Seen, StartBranch
from ....sheet.questions import Answer, Cost, Questions
from ...instant_problem import no_problem
from .comparison_blocks import QUANTITIES, comparison_blocks, comparison_caption
from .edit import Edit, masses
from .force_drawing import edited_forces

if TYPE_CHECKING:
    from torseur.sim.simulation.inspection.inspected_problem import InspectedProblem
    from torseur.sim.simulation.inspection.what_if.values import FrameComparison
    from torseur.sim.simulation.recording.recording import Recording
    from torseur.sim.simulation.running.scene.scene import Scene

    from ...branches import Branch

EDIT = Heading("edit", marked("Change"))
SOLVED = Heading("solved", marked("Solved again"))
BRANCH = Heading("branch", marked("Go on from here"))
LEAD = marked(
    "What if something had been different at this instant? The state before it is the same; forces and accelerations are "
    "solved again."
)
ABOUT_EDIT = marked(
    "f and n act on the body at its centre of mass, along the world's axes. With its mass its inertia changes in proportion."
)
ABOUT_BRANCH = marked(
    "The run goes on from this state with what is changed; the old run stays as a ghost on the same clock. Ctrl+Z takes the "
    "branch back."
)
LONGEST = 10.0  # that a wrench acts [s]


@dataclass(frozen=True, slots=True)
class WhatIfSettings(PageSettings):
    """What is changed, and what is compared."""

    edit: Edit = field(default_factory=Edit)
    edited: ref[Any] | None = None  # the recording that it is of
    body: str = ""  # that mass and wrench are of
    push: float = 0.1  # how long the wrench acts in a branch [s]
    quantity: str = "normal"  # of contacts

    def edit_of(self, recording: Recording) -> Edit:
        """What is changed of a recording: it is kept for all of its states."""
        return self.edit if self.edited is not None and self.edited() is recording else Edit()

    def body_of(self, scene: Scene) -> str:
        """The body; empty: none has mass."""
        own = masses(scene)
        return self.body if self.body in own else next(iter(own), "")


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """A state solved again, with what was changed."""

    edit: Edit
    found: FrameComparison


class WhatIf(Page):
    """A thread solves the state again at each edit."""

    key = "what_if"
    settings_type = WhatIfSettings
    outline = (EDIT, SOLVED, BRANCH)
    waits_for = (PROBLEMS,)
    needs_contacts = True
    needs_branches = True

    def sheet(self, seen: Seen, settings: WhatIfSettings, questions: Questions) -> Sheet:
        """Write what is changed, what that makes, and where a branch is."""
        recording = seen.recording
        if recording is None or recording.problems.is_planned(seen.index):
            plan = tr("A plan was not simulated: let the simulation replay it, then change something.")
            return Sheet((absent(no_problem(seen) or plan),))
        compared, edit = _compared(seen, settings, questions), settings.edit_of(recording)
        body = settings.body_of(recording.scene)
        return Sheet(
            (
                Paragraph("lead", tr(LEAD), "text_second"),
                questions.ask("part:edit", (edit, body), partial(_edit, recording.scene, edit, body), of=recording).value,
                _solved(recording, settings, compared, questions),
                _branch(seen, settings, questions),
            ),
            of=None if compared.value is None else (recording, compared.value.found.index),
        )

    def layer(self, seen: Seen, settings: WhatIfSettings, questions: Questions) -> Layer:
        """Draw the forces that differ, while they are of the instant shown."""
        compared = _compared(seen, settings, questions).value
        if compared is None or seen.contact_scales is None or compared.found.index != seen.index:
            return NOTHING_DRAWN
        assert seen.recording is not None
        return edited_forces(seen.recording, compared.found, seen.contact_scales)

    def reduce(self, settings: WhatIfSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Change something, or have a run branch off."""
        recording = seen.recording
        if recording is None:
            return settings
        scene, edit = recording.scene, settings.edit_of(recording)
        body = settings.body_of(scene)
        wrench = np.array(edit.wrench.get(body, np.zeros(6)))
        match event:
            case ("edit.materials", "entered", (name, key, number)):
                edit = edit.with_material(scene, name, key, number)
            case ("edit.body.mass", "entered", mass):
                edit = edit.with_mass(scene, body, mass)
            case ("edit.force", "entered", force):
                edit = edit.with_wrench(body, np.concatenate([force, wrench[3:]]))
            case ("edit.moment", "entered", moment):
                edit = edit.with_wrench(body, np.concatenate([wrench[:3], moment]))
            case ("edit.reset", "pressed", _):
                edit = Edit()
            case ("edit.body.name", "chosen", name):
                return replace(settings, body=name)
            case ("solved.quantity", "chosen", key):
                return replace(settings, quantity=key)
            case ("branch.push.seconds", "entered", seconds):
                return replace(settings, push=seconds)
            case ("branch.go.start", "pressed", _):
                return settings, StartBranch(edit.asked, edit.words(scene), settings.push)
            case ("branch.go.drop", "pressed", _):
                return settings, DropBranch()
            case _:
                return settings
        return replace(settings, edit=edit, edited=ref(recording))

    def problem(self, seen: Seen, settings: WhatIfSettings, questions: Questions) -> InspectedProblem | None:
        """Return that with what is changed, and its forces; None: nothing could be solved, or nothing touches."""
        compared: Compared | None = _compared(seen, settings, questions).value
        if compared is None or seen.recording is None or not compared.found.edited.taking_part.any():
            return None
        return replace(compared.found.edited, edits=compared.edit.words(seen.recording.scene))


def _compared(seen: Seen, settings: WhatIfSettings, questions: Questions) -> Answer:
    """The state solved again; until it is, that of an edit or of an instant before."""
    recording, index = seen.recording, seen.index
    if recording is None or recording.problems.is_planned(index):
        return Answer(late=False)
    edit = settings.edit_of(recording)

    def compare() -> Compared:
        from torseur.sim.simulation.inspection.what_if import frame_edit

        return Compared(edit, frame_edit.frame_with(recording, index, **edit.asked))

    return questions.ask("compared", (index, edit), compare, Cost.QUICK, of=recording)


def _edit(scene: Scene, edit: Edit, body: str) -> Section:
    from torseur.sim.simulation.running.scene.materials import materials_in_use

    own, names = masses(scene), bare_names(scene.model.body_names)
    materials = tuple(
        MaterialEntry(
            name,
            name or tr("default"),
            edit.friction.get(name, scene.materials[name].friction),
            edit.restitution.get(name, scene.materials[name].restitution),
        )
        for name in materials_in_use(scene)
    )
    words = "; ".join(edit.words(scene))
    nothing = tr("Nothing is changed yet: type another μ, e, mass, force or moment.")
    wrench = np.array(edit.wrench.get(body, np.zeros(6)))
    name = Options("name", tr("Body"), options({name: names[name] for name in own}), body, listed=True, widest=200)
    mass = Number(
        "mass",
        tr("Mass"),
        edit.mass.get(body, own.get(body)),
        "kg",
        lower=float(np.nextafter(0.0, 1.0)),
        reason=tr("A mass is above 0 kg."),
        exact=True,
    )
    of_body = (
        Line("body", tr("Body"), (name, mass)),
        Vector("force", tr("Force on the body"), "f", wrench[:3], "N"),
        Vector("moment", tr("Moment on the body"), "n", wrench[3:], "N·m"),
        Paragraph("about", tr(ABOUT_EDIT), "text_hint"),
    )
    told = "; ".join(as_shown(f"{one.title}: μ {one.friction:.4g}, e {one.restitution:.4g}") for one in materials)
    return section(
        EDIT,
        Custom("materials", "materials", materials, told),
        *(of_body if body else ()),
        Paragraph("changes", tr("Changed: {changes}.", changes=words) if words else nothing, icon="info"),
        tools=(Button("reset", tr("As it was"), "reset", enabled=bool(words)),),
        divided=False,
    )


def _solved(recording: Recording, settings: WhatIfSettings, found: Answer, questions: Questions) -> Section:
    compared: Compared | None = found.value
    waits = tr("Solving again…")
    if compared is None:
        return section(SOLVED, Paragraph("note", sentence(found.error or waits), icon="info"))
    write = partial(comparison_blocks, recording, compared.found, settings.quantity)
    blocks = questions.ask("part:solved", (compared, settings.quantity), write).value
    chosen = Options("quantity", tr("Quantity"), tuple((key, tr(word)) for key, word in QUANTITIES.items()), settings.quantity)
    return section(
        SOLVED,
        *blocks,
        caption=comparison_caption(compared.found) if compared.edit == settings.edit_of(recording) else waits,
        tools=(chosen,) if any(block.key == "contacts" for block in blocks) else (),
    )


def _branch(seen: Seen, settings: WhatIfSettings, questions: Questions) -> Section:
    recording, state = seen.recording, seen.branch
    assert recording is not None
    edit, (refused, why) = settings.edit_of(recording), state.refused
    push = Number(
        "seconds",
        tr("How long the wrench acts"),
        settings.push,
        "s",
        lower=0.0,
        upper=LONGEST,
        reason=tr("From 0 to 10 s."),
        exact=True,
    )
    go = Button("start", tr("Branch from here"), "play", enabled=state.share is None)
    drop = Button("drop", tr("Drop the branch"), "close")
    facts, note = _branch_told(seen, recording, state.shown, questions) if state.shown is not None else ((), "")
    return section(
        BRANCH,
        Paragraph("about", tr(ABOUT_BRANCH), "text_second"),
        Line("push", tr("The wrench acts for"), (push,)) if edit.wrench else None,
        Buttons("go", (go, drop) if state.shown is not None else (go,)),
        Progress("bar", state.share),
        Paragraph("why", why if refused == edit.words(recording.scene) else "", icon="warning", icon_role="warning"),
        Facts("facts", facts),
        Paragraph("note", note, "text_hint"),
    )


def _branch_told(
    seen: Seen, run: Recording, branch: Branch, questions: Questions
) -> tuple[tuple[tuple[str, str, str], ...], str]:
    """How far the run shown is from the one that it left, and what was changed there."""
    from torseur.sim.simulation.inspection.what_if.branch import farthest_body

    now = min(max(seen.t, float(run.t[0])), float(run.t[-1]), float(branch.old.t[-1]))
    body, far = questions.ask("farthest", now, partial(farthest_body, branch.old, run, now), of=run).value
    name = literal(bare_names(run.scene.model.body_names)[body])
    facts = (
        (tr("Left the old run at"), quantity_text(branch.t, "s"), ""),
        (tr("Farthest from it at {t:.4g} s: {body}", t=now, body=name), quantity_text(1e3 * far, "mm", 3), ""),
    )
    told = tr("Changed there: {changes}.", changes="; ".join(branch.words) or tr("nothing"))
    if run.scene.source or not branch.old.scene.source:
        return facts, told
    alone = tr(" Saved, this run opens from Python alone, given its scene: with another mass it is that of no file.")
    return facts, told + alone
