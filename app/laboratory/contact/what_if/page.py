"""The page What if: the state shown with something changed, solved again beside what was solved, and runs that branch off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer
from typing_extensions import override

from torseur.sim.compilation import PROBLEMS
from torseur.sim.errors import TorseurError
from torseur.sim.simulation.scene.materials import materials_in_use
from torseur.sim.texts import tr
from torseur.ui.laboratory.contact.what_if.page import WhatIfPage
from torseur.ui.laboratory.contact.what_if.values import BranchView, EditView
from torseur.ui.look.math_notation import literal
from torseur.ui.panels.scene.values import MaterialEntry
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import LegendRow, Overlays

from ....background.background_thread import Background
from ....documents.body_names import bare_names
from ....session.lateness import Instant
from ...page_binding import PageBinding
from ...page_context import PageContext
from .branches import Branch, Branches
from .comparison_view import comparison_view
from .edit import Edit, masses
from .force_drawing import EditedForces

if TYPE_CHECKING:
    from torseur.sim.simulation.recording.recording import Recording
    from torseur.sim.simulation.scene.scene import Scene
    from torseur.sim.simulation.what_if.values import FrameComparison

    from ...instant_problem import InstantContactProblem

PUSH = 0.1  # how long a wrench acts in a branch, at first [s]
PATIENCE = 300  # [ms] that the numbers of the state before stay while others are found


class WhatIfBinding(PageBinding):
    """Between the page, the session and the branches. What was typed is of one recording, and kept for all of its states."""

    key = "what_if"
    waits_for = (PROBLEMS,)

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget: WhatIfPage = WhatIfPage()
        self._contacts, self._motion = context.contacts, context.motion
        self.branches = Branches(context.session, context.picture, self)
        self._recording: Recording | None = None
        self._edit, self._body, self._push = Edit(), "", PUSH
        self._comparison: FrameComparison | None = None
        self._compared = Edit()  # of the comparison; what is typed may be newer
        self._asked: tuple[Recording, int, Edit] | None = None
        self._forces = EditedForces(context.contact_scales)
        self._solving = Background(self)
        self._solving.found.connect(self._on_solved)
        self._patience = QTimer(self, interval=PATIENCE, singleShot=True)
        self._patience.timeout.connect(self._grow_impatient)
        self.branches.changed.connect(self._show_branch)
        edit, branch = self.widget.edit, self.widget.branch
        self.branches.refused.connect(branch.show_refusal)
        edit.material_entered.connect(lambda *typed: self._change(self._edit.with_material(self._scene, *typed)))
        edit.mass_entered.connect(lambda mass: self._change(self._edit.with_mass(self._scene, self._body, mass)))
        edit.wrench_entered.connect(lambda wrench: self._change(self._edit.with_wrench(self._body, wrench)))
        edit.body_chosen.connect(self._choose_body)
        edit.reset_requested.connect(lambda: self._change(Edit()))
        branch.push_entered.connect(self._take_push)
        branch.branch_requested.connect(self._start_branch)
        branch.drop_requested.connect(self.branches.drop)

    @property
    def edit(self) -> Edit:
        """What is changed."""
        return self._edit

    @property
    def comparison(self) -> FrameComparison | None:
        """What was solved last; None: nothing could be."""
        return self._comparison

    @property
    def problem(self) -> InstantContactProblem | None:
        """The problem with what is changed, and its forces; None: nothing could be solved, or nothing touches."""
        from torseur.sim.errors import ArgumentError

        from ...instant_problem import contact_problem_of

        found, recording = self._comparison, self._recording
        if found is None or recording is None:
            return None
        try:
            solved = contact_problem_of(recording, found.index, "solved")
        except ArgumentError:
            return None
        return replace(
            solved,
            solved=found.edited,
            method=found.method,
            iterations=found.iterations,
            edits=self._compared.words(self._scene),
        )

    @property
    def busy(self) -> bool:
        """Whether a state is being solved, or a branch on its way."""
        return self._solving.running or self.branches.share is not None

    @property
    @override
    def numbers_of(self) -> Instant | None:
        found, recording = self._comparison, self._recording
        return None if found is None or recording is None else (recording, found.index)

    @override
    def leave(self) -> None:
        self._solving.stop()
        self._patience.stop()
        super().leave()

    @override
    def refresh(self) -> None:
        reason = self._contacts.reason
        document = self._session.document
        if not reason and document is not None and document.kind == "plan":
            reason = self.tr("A plan was not simulated: let the simulation replay it, then change something.")
        self.widget.show_absent(reason)
        if reason:
            self._solving.stop()
            self._patience.stop()
            self._recording = self._comparison = None
            return
        recording, _ = self._contacts.instant
        if recording is not self._recording:
            self._recording, self._edit = recording, Edit()
            self._show_waiting()  # not the numbers of another run
            own = masses(recording.scene)
            self._body = self._body if self._body in own else next(iter(own), "")
            self.widget.branch.show_refusal("")
        self._show_edit()
        self._show_branch()
        self._solve()

    @override
    def overlays(self) -> Overlays:
        found, recording = self._comparison, self._recording
        if found is None or recording is None or found.index != self._session.index:
            return Overlays()
        return self._forces.overlays(recording, found)

    @override
    def legend(self) -> Sequence[LegendRow]:
        return self._forces.legend if self._comparison is not None else ()

    @property
    def _scene(self) -> Scene:
        assert self._recording is not None
        return self._recording.scene

    def _change(self, edit: Edit) -> None:
        self._edit = edit
        self.widget.branch.show_refusal("")
        self._show_edit()
        self._show_branch()
        self._solve()

    def _choose_body(self, body: str) -> None:
        self._body = body
        self._show_edit()

    def _take_push(self, seconds: float) -> None:
        self._push = seconds
        self._show_branch()

    def _solve(self) -> None:
        recording, index = self._contacts.instant
        if not self._patience.isActive():
            self._patience.start()
        self._asked = recording, index, self._edit
        self._solving.ask(self._asked, [partial(_solved, recording, index, self._edit)])

    def _grow_impatient(self) -> None:
        """Take away numbers of another edit. Those of another instant stay: the page is greyed out, and says of which."""
        if self._comparison is None or self._compared != self._edit:
            self._show_waiting()

    def _show_waiting(self) -> None:
        self._comparison = None
        self.widget.show_comparison(None, self.tr("Solving again…"))
        self.redraw()

    def _on_solved(self, asked: tuple[Recording, int, Edit], found: FrameComparison | Exception) -> None:
        if asked[0] is not self._recording:
            return  # another run is shown meanwhile
        if asked is self._asked:
            self._patience.stop()
        else:  # the next one is on its way
            self._patience.start()
        if isinstance(found, TorseurError):
            self._comparison = None
            self.widget.show_comparison(None, str(found))
            self.redraw()
        elif isinstance(found, Exception):
            raise found
        else:
            self._comparison, self._compared = found, asked[2]
            self.widget.show_comparison(comparison_view(self._recording, found, self._motion.coordinates))
            self.redraw()

    def _start_branch(self) -> None:
        self.widget.branch.show_refusal("")
        self.branches.start(self._edit, self._push)

    def _show_edit(self) -> None:
        scene, edit = self._scene, self._edit
        own, names = masses(scene), bare_names(scene.model.body_names)
        materials = tuple(
            MaterialEntry(name, name or tr("default"), edit.friction.get(name, scene.materials[name].friction),
                          edit.restitution.get(name, scene.materials[name].restitution))
            for name in materials_in_use(scene)
        )  # fmt: skip
        wrench = edit.wrench.get(self._body, tuple(np.zeros(6).tolist()))
        mass = edit.mass.get(self._body, own.get(self._body, 0.0))
        bodies = tuple((name, names[name]) for name in own)
        self.widget.edit.show_edit(EditView(materials, bodies, self._body, mass, wrench, edit.words(scene)))

    def _show_branch(self) -> None:
        if not self._seen or self._recording is None:
            return
        section, branch = self.widget.branch, self.branches.shown
        section.show_push(self._push, bool(self._edit.wrench))
        section.show_progress(self.branches.share)
        section.show_branch(None if branch is None else self._branch_view(branch))

    def _branch_view(self, branch: Branch) -> BranchView:
        from torseur.sim.simulation.what_if.branch import farthest_body

        run = self._session.recording
        assert run is not None
        now = min(max(self._session.playback.time, float(run.t[0])), float(run.t[-1]), float(branch.old.t[-1]))
        body, far = farthest_body(branch.old, run, now)
        name = bare_names(run.scene.model.body_names)[body]
        facts = [
            (self.tr("Left the old run at"), quantity_text(branch.t, "s"), ""),
            (
                tr("Farthest from it at {t:.4g} s: {body}", t=now, body=literal(name)),
                quantity_text(1e3 * far, "mm", 3),
                "",
            ),
        ]
        changed = "; ".join(branch.words)
        alone = self.tr(
            " Saved, this run opens from Python alone, given its scene: with another mass it is that of no file."
        )
        kept = "" if run.scene.source or not branch.old.scene.source else alone
        told = self.tr("Changed there: {changes}.").format(changes=changed or self.tr("nothing"))
        return BranchView(tuple(facts), told + kept)


def _solved(recording: Recording, index: int, edit: Edit) -> FrameComparison:
    from torseur.sim.simulation.what_if.frame_edit import frame_with

    return frame_with(recording, index, **edit.asked)
