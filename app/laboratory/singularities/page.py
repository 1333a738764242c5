"""The page on singularities: follows the robot, asks for what takes long, and brings the robot where the user points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.analysis.rows import ROWS
from torseur.sim.arrays import Array
from torseur.sim.compilation import BATCHES
from torseur.sim.errors import ArgumentError, TorseurError
from torseur.sim.multibody.model.model import Model
from torseur.sim.texts import tr
from torseur.ui.laboratory.singularities.page import SingularitiesPage
from torseur.ui.look.theme import WARNING
from torseur.ui.text.number_text import number_text
from torseur.ui.text.units import power_unit, row_unit
from torseur.ui.viewport.marks import Arrow, LegendRow, Overlays

from ...documents.joint_names import readable
from ..page_binding import PageBinding
from ..page_context import PageContext
from .joint_map import JointMap
from .nearest_search import NearestSearch
from .rank_by_minors import RankByMinors
from .singular_formulas import SingularFormulas
from .singularity_texts import nearest_text

if TYPE_CHECKING:
    from torseur.sim.analysis.singularities.singular_task import SingularTask

SINGULAR = 1e-6  # of 1/κ: below it a direction is called lost


class SingularitiesBinding(PageBinding):
    """A page of the laboratory."""

    key = "singularities"
    waits_for = (BATCHES,)

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        session, self._analysis = context.session, context.analysis
        self.formulas = SingularFormulas(session, self)
        self.map, self.nearest = JointMap(session, self), NearestSearch(self)
        self.minors = RankByMinors(self)
        self.widget: SingularitiesPage = SingularitiesPage(self.formulas.text, self.minors.text)
        self.minors.introduce(self.widget.minors)
        self.minors.changed.connect(self.update)
        self.formulas.introduce(self.widget.formulas)
        self._of: tuple[Model, str] | None = None
        self._rows, self._measure = "position", "w"
        self._task: SingularTask | None = None
        self._rank = 0
        self._weak: tuple[Array, float, float] | None = None  # direction (6,), σ and 1/κ where the robot is
        self.map.changed.connect(self._show_map)
        self.nearest.changed.connect(self._show_nearest)
        page = self.widget
        page.rows_chosen.connect(self._choose_rows)
        page.measure_chosen.connect(self._choose_measure)
        page.joints_chosen.connect(self._choose_joints)
        page.place_moved.connect(self._move)
        page.place_released.connect(session.end_drag)
        page.nearest_requested.connect(self._go_to_nearest)

    @override
    def refresh(self) -> None:
        session, snapshot = self._session, self._session.snapshot
        if snapshot is None or not self._follow():
            self._weak = None
            return
        task = self._task
        assert task is not None
        self.widget.set_unit(self._preferences.angle_unit)
        self._show_measures(task, snapshot.q)
        self.minors.show(session.model, snapshot.q, session.frame, self._rows, task.length)
        if len(set(self.map.joints)) == 2:
            a, b = snapshot.q[self.map.places(session.model)]
            self.widget.map.show_place(float(a), float(b))
        self.map.follow(task, snapshot.q)
        self.formulas.follow(session.model, session.frame, self._rows)
        self.nearest.follow(task, snapshot.q)

    @override
    def overlays(self) -> Overlays:
        report = self._analysis.report
        if self._weak is None or self._task is None or report is None:
            return Overlays()
        direction, sigma, ratio = self._weak
        pose = report.pose
        length = 0.5 * self._reach
        lost = ratio < SINGULAR
        text = f"{number_text(sigma, 3)} {self._unit('sigma_min')}"
        label = self.tr("lost direction") if lost else self.tr("hardest direction, σ {sigma}").format(sigma=text)
        arrows = []
        for part, kind in ((direction[:3], "solid" if lost else "dashed"), (direction[3:], "double")):
            size = float(np.linalg.norm(part))
            if size < 0.05:
                continue
            arrows += [
                Arrow(pose[:3, 3], sign * length * part, WARNING, label if sign > 0 else "", kind) for sign in (1, -1)
            ]
            label = self.tr("and turning") if kind != "double" else ""
        snapshot = self._session.snapshot
        triads = self.formulas.triad(snapshot.poses, pose[:3, 3], 0.4 * length) if snapshot is not None and lost else ()
        return Overlays(arrows=tuple(arrows), frames=triads)

    @override
    def legend(self) -> Sequence[LegendRow]:
        if self._weak is None:
            return ()
        lost = self._weak[2] < SINGULAR
        name = self.tr("Lost direction") if lost else self.tr("Hardest direction")
        return (LegendRow("arrow", WARNING, name, detail=self.tr("u of σ min")),)

    @override
    def leave(self) -> None:
        super().leave()
        for work in (self.map, self.nearest, self.formulas):
            work.stop()

    # What it is about

    def _follow(self) -> bool:
        """Whether there is a Jacobian to look at; else the page says why not."""
        session = self._session
        if self._of is not None and self._of != (session.model, session.frame):
            self.map.stop(forget=True)  # it was about another robot, or another frame
            self.nearest.stop()
        if session.frame not in session.model.frame_names:
            self.widget.show_absent(
                self.tr("Nothing here is moved by a joint of one degree of freedom."), any_rows=False
            )
        elif not session.kernels.has(BATCHES):
            self.widget.show_absent(self.tr("The kernels are being made ready."), any_rows=False)
        elif self._of == (session.model, session.frame):
            return self._task is not None
        else:
            self._of = (session.model, session.frame)
            self._begin()
            return self._task is not None
        self._of = None
        return False

    def _begin(self) -> None:
        """Another frame or robot: choose rows that make sense, and two joints."""
        from torseur.sim.analysis.singularities.singular_task import singular_task

        model, frame = self._session.model, self._session.frame
        try:
            position = singular_task(model, frame, "position")
        except TorseurError as error:
            self._task = None
            self.widget.show_absent(str(error), any_rows=False)
            return
        self._use_rows("position" if position.rank() == len(position.joints) else "both")
        names = {name: readable(name.rpartition("/")[2]) for name in position.joints}
        self.map.choose_among(list(names))
        self.widget.show_joints(names, *self.map.joints)

    def _use_rows(self, rows: str) -> None:
        from torseur.sim.analysis.singularities.singular_task import singular_task
        from torseur.sim.analysis.svd.task_jacobian import mean_link_length

        model, frame = self._session.model, self._session.frame
        scaled = self.tr("Rows of ω are multiplied by {length} m, the mean link, so that all are in m/s.")
        try:
            self._reach = mean_link_length(model, frame)
        except ArgumentError:
            self._reach = 1.0
            scaled = self.tr(
                "Rows of ω are multiplied by {length} m, as all axes meet in the frame: no link has a length."
            )
        self._rows = rows
        self.minors.forget()
        self._task = singular_task(model, frame, rows, length=self._reach if rows == "both" else None)
        self._rank = self._task.rank()
        self.widget.show_absent(
            "" if self._rank else self.tr("These rows are zero everywhere: no joint moves the frame so.")
        )
        if not self._rank:
            self._task = None
        self.widget.show_frame(
            self.tr("at {frame}").format(frame=frame.rpartition("/")[2]), rows,
            scaled.format(length=number_text(self._reach, 3)) if rows == "both" and self._rank else "",
        )  # fmt: skip

    # Where the robot is

    def _show_measures(self, task: SingularTask, q: Array) -> None:
        J = task.jacobians(q[None])[0]
        U, sigma, _ = np.linalg.svd(J)
        sigma = sigma[: self._rank]
        ratio = float(sigma[-1] / sigma[0]) if sigma[0] > 0 else 0.0
        direction = np.zeros(6)
        direction[ROWS[self._rows]] = U[:, self._rank - 1]
        self._weak = direction, float(sigma[-1]), ratio
        self.widget.show_measures({
            "w": (number_text(float(np.prod(sigma)), zero=1e-12), self._unit("w")),
            "sigma_min": (number_text(float(sigma[-1]), zero=1e-9), self._unit("sigma_min")),
            "inverse_condition": (number_text(ratio, 3, zero=1e-9), ""),
        })  # fmt: skip

    def _unit(self, measure: str) -> str:
        if measure == "inverse_condition":
            return ""
        return power_unit(row_unit(self._rows), self._rank if measure == "w" else 1)

    # What was found

    @property
    def _is_current(self) -> bool:
        """Whether the page is of the robot and the frame of the session; where it is not, a refresh is due."""
        return self._of is not None and self._of == (self._session.state.model, self._session.frame)

    def _show_map(self) -> None:
        if not self._is_current:
            return
        data = self.map.data(self._session.model, self._measure, self._unit(self._measure))
        note = self.map.reason
        if data is not None and not np.any(data.values):
            note = self.tr("Singular all over this map, by the joints that are not on it.")
        if data is not None or note:
            self.widget.show_map(data, note)

    def _show_nearest(self) -> None:
        session, found = self._session, self.nearest.found
        if not self._is_current:
            return
        if found is None:
            self.widget.show_nearest(self.nearest.reason, False)
        else:
            text = nearest_text(session.model, session.q, found, self._preferences.angle_unit)
            self.widget.show_nearest(text, found.found and found.distance > 1e-9)

    # What the user does

    def _move(self, a: float, b: float) -> None:
        if not self._is_current:
            return
        q = np.array(self._session.q)
        q[self.map.places(self._session.model)] = a, b
        self._session.pose(q, tr("Move on the map"), joint="map")

    def _go_to_nearest(self) -> None:
        found = self.nearest.found
        if found is not None and found.found and self._is_current:
            self._session.pose(found.q, tr("Go to the nearest singular configuration"))

    def _choose_rows(self, rows: str) -> None:
        if self._is_current:
            self._use_rows(rows)
        self.update()

    def _choose_measure(self, measure: str) -> None:
        self._measure = measure
        self._show_map()

    def _choose_joints(self, a: str, b: str) -> None:
        self.map.joints = (a, b)
        self.update()
