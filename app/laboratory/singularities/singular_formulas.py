"""The formulas of the page on singularities: asked of another process, shown, copied, and gone to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from torseur.sim.analysis.singularities.values import SymbolicSingularities, place_in_case, request
from torseur.sim.analysis.symbolic.chain import Chain, chain_to
from torseur.sim.errors import TorseurError
from torseur.sim.texts import tr
from torseur.ui.laboratory.singularities.formula_section import FormulaSection
from torseur.ui.text.array_text import FormulaText
from torseur.ui.text.number_text import as_shown
from torseur.ui.text.sentences import capitalised
from torseur.ui.viewport.marks import FrameTriad

from ...background.symbolic_job import SymbolicJob
from ...background.symbolic_task import SINGULARITIES
from ...session.session import Session
from .singularity_texts import formulas_view, lost_text

if TYPE_CHECKING:
    from torseur.sim.analysis.singularities.values import SingularCase
    from torseur.sim.arrays import Array
    from torseur.sim.multibody.model.model import Model


class SingularFormulas(QObject):
    """Between the section of formulas and the process that finds them."""

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._section: FormulaSection | None = None
        self._names = True
        self._axes = "joint"  # in which cases are written, or "base"
        self._picked = 0  # row of the list
        self._request_key: tuple[Model, str, str, bool] | None = None
        self._chain: Chain | None = None
        self._numbers: tuple[int, ...] = ()
        self.found: SymbolicSingularities | None = None
        self.job = SymbolicJob(SINGULARITIES, self)

    def introduce(self, section: FormulaSection) -> None:
        """Show them in this section from now on."""
        self._section = section
        section.form.show_choice("names")
        section.form_chosen.connect(self._choose_form)
        section.axes_chosen.connect(self._choose_axes)
        section.cancelled.connect(self.job.cancel)
        section.case_picked.connect(self._pick)
        section.case_requested.connect(self._go)
        self.job.started.connect(lambda: section.show_waiting(self.tr("Starting")))
        self.job.staged.connect(lambda stage: section.show_waiting(capitalised(stage)))
        self.job.found.connect(self._show)
        self.job.failed.connect(lambda reason: section.show_failure(reason, again=True))
        section.again_requested.connect(self._try_again)

    def follow(self, model: Model, frame: str, rows: str) -> None:
        """Have the formulas of this frame, unless they are there or asked for."""
        request_key = (model, frame, rows, self._names)
        if self._section is None or request_key == self._request_key:
            return
        self._request_key, self.found, self._chain, self._picked = request_key, None, None, 0
        self.job.stop()
        self._section.show_formulas(None)
        try:
            self._chain = chain_to(model, frame)
        except TorseurError as error:
            self._section.show_failure(str(error))
            return
        self.job.ask(request(self._chain, rows=rows, names=self._names))

    def stop(self) -> None:
        """Give up; `follow` asks again for what was not found."""
        if self.job.running:
            self.job.stop()
            self._request_key = None

    def text(self) -> FormulaText | None:
        """All of it, to be copied."""
        found = self.found
        return None if found is None else FormulaText(found.latex, found.numpy)

    def triad(self, poses: Array, place: Array, length: float) -> tuple[FrameTriad, ...]:
        """The axes in which the directions lost are told, at a place (3,); none of R0, which are the world's in the corner.

        poses : (frames, 4, 4) of the model in the world
        """
        found, model = self.found, self._session.model
        if found is None or not found.cases or self._axes == "base" or found.joints[-1] not in model.joint_names:
            return ()
        body = model.frame_index(model.joint(found.axes_joint).child)
        pose = np.eye(4)
        pose[:3, :3] = poses[body][:3, :3] @ model.frame_placement[body][:3, :3].T
        pose[:3, 3] = place
        return (FrameTriad(pose, length, self.tr("axes of joint {n}").format(n=found.axes)),)

    def _try_again(self) -> None:
        if self._chain is not None and self._request_key is not None:
            self.job.ask(request(self._chain, rows=self._request_key[2], names=self._names))

    def _choose_form(self, form: str) -> None:
        self._names = form == "names"
        if self._request_key:
            model, frame, rows, _ = self._request_key
            self.follow(model, frame, rows)

    def _choose_axes(self, axes: str) -> None:
        self._axes = axes
        if self.found is not None:
            self._show(self.found)

    def _show(self, found: SymbolicSingularities) -> None:
        section = self._section
        if section is None:
            return
        self.found = found
        view, self._numbers = formulas_view(found, self._axes)
        section.show_formulas(view)
        section.show_axes(self._axes, found.axes)
        if self._rows():
            self._pick(min(self._picked, len(self._rows()) - 1))

    def _rows(self) -> list[int]:
        """The entries of the view that are rows of the list."""
        return [k for k, number in enumerate(self._numbers) if number >= 0]

    def _pick(self, row: int) -> None:
        case = self._case(row)
        if case is None or self._section is None or self.found is None:
            return
        self._picked = row
        reduced = case.base.reduced if self._axes == "base" else case.reduced
        title = self.tr("J at {case}").format(case=as_shown(case.text))
        if not reduced:
            title = self.tr("J at {case}: too long to be read in these axes").format(case=as_shown(case.text))
        self._section.show_case(row, reduced, title, lost_text(self.found, case, self._axes))

    def _case(self, row: int) -> SingularCase | None:
        return None if self.found is None else self.found.cases[self._numbers[self._rows()[row]]]

    def _go(self, row: int) -> None:
        case, chain = self._case(row), self._chain
        if case is None or chain is None:
            return
        self._pick(row)
        model = self._session.model
        places = np.array([model.joint_slices()[name][0].start for name in chain.joints])
        q = np.array(self._session.q)
        here = place_in_case(case, q[places], model.lower[places], model.upper[places])
        there: Array = here if here is not None else np.array(case.representative)
        q[places] = there
        self._session.pose(q, tr("Go to {case}", case=as_shown(case.text)))
