"""The page on singularities: follows the robot, asks for what takes long, and brings the robot where the user points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer

from torseur.sim.analysis.rows import ROWS
from torseur.sim.arrays import Array
from torseur.sim.compilation import BATCHES
from torseur.sim.errors import ArgumentError, TorseurError
from torseur.sim.multibody.model.model import JointKind, Model
from torseur.ui.displays.plot.map_view import MapData
from torseur.ui.laboratory.singularities.page import MEASURES, SingularitiesPage
from torseur.ui.look.theme import WARNING
from torseur.ui.text.number_text import number_text, superscript
from torseur.ui.viewport.overlays import Arrow, LegendRow, Overlays

from ...background.background_thread import Background
from ...documents.joint_names import readable
from ...drawing.picture import PictureBinding
from ...session.session import Session
from .measures_along import AlongRecording
from .singular_formulas import SingularFormulas
from .singularity_texts import nearest_text

if TYPE_CHECKING:
    from torseur.sim.analysis.singularities.nearest_singular import NearestSingular
    from torseur.sim.analysis.singularities.singular_task import SingularTask
    from torseur.sim.analysis.singularities.singularity_map import SingularityMap

COARSE, FINE = 25, 121  # positions of each joint on the map: at once, and a moment later
REST = 300  # [ms] without a move, before the nearest singular configuration is looked for
SINGULAR = 1e-6  # of 1/κ: below it a direction is called lost


class SingularitiesBinding(QObject):
    """Between the page and the session."""

    key, title = "singularities", "Singularities"

    def __init__(self, session: Session, picture: PictureBinding, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._picture = session, picture
        self.formulas = SingularFormulas(session, self)
        self._along = AlongRecording(session, self)
        self.widget = self.page = SingularitiesPage(self.formulas.text, self._along.text)
        self.formulas.introduce(self.page.formulas)
        self._of: tuple[Model, str] | None = None
        self._rows, self._measure, self._joints = "position", "w", ("", "")
        self._task: SingularTask | None = None
        self._rank = 0
        self._weak: tuple[Array, float, float] | None = None  # direction (6,), σ and 1/κ where the robot is
        self._map: SingularityMap | None = None
        self._map_key: tuple[object, ...] = ()
        self._nearest: NearestSingular | None = None
        self._nearest_key: tuple[object, ...] = ()
        self._maps, self._searches = Background(self), Background(self)
        self._maps.found.connect(self._take_map)
        self._searches.found.connect(self._take_nearest)
        self._along.changed.connect(self._draw_along)
        self._rest = QTimer(self, singleShot=True, interval=REST)
        self._rest.timeout.connect(self._search)
        page = self.page
        page.rows_chosen.connect(self._choose_rows)
        page.measure_chosen.connect(self._choose_measure)
        page.joints_chosen.connect(self._choose_joints)
        page.place_moved.connect(self._move)
        page.place_released.connect(session.end_drag)
        page.nearest_asked.connect(self._go_to_nearest)
        page.sought.connect(session.playback.seek)

    def refresh(self) -> None:
        """Show the session's snapshot and frame."""
        session, snapshot = self._session, self._session.snapshot
        if snapshot is None or not self._follow():
            self._weak = None
            return
        task = self._task
        assert task is not None
        self.page.set_unit("rad" if self._picture.angle_unit == "rad" else "deg")
        self._show_measures(task, snapshot.q)
        self._follow_map(snapshot.q)
        self._along.follow(task)
        self.page.plot.show_time(session.playback.time)
        self.formulas.follow(session.model, session.frame, self._rows)
        key = (task, snapshot.q.tobytes())
        if key != self._nearest_key:
            self._nearest_key, self._nearest = key, None
            self.page.show_nearest(self.tr("Looked for as soon as the robot rests."), False)
            self._rest.start()

    def overlays(self) -> Overlays:
        """The direction that is lost, or the hardest one, at the frame."""
        if self._weak is None or self._task is None or self._picture.report is None:
            return Overlays()
        direction, sigma, ratio = self._weak
        pose = self._picture.report.pose
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
        return Overlays(arrows=tuple(arrows))

    def legend(self) -> Sequence[LegendRow]:
        """What the arrows mean."""
        if self._weak is None:
            return ()
        lost = self._weak[2] < SINGULAR
        name = self.tr("Lost direction") if lost else self.tr("Hardest direction")
        return (LegendRow("arrow", WARNING, name, detail=self.tr("u of σ min")),)

    def leave(self) -> None:
        """The page is not seen any more: nothing goes on."""
        self._rest.stop()
        self._drop_questions()
        self.formulas.stop()

    def _drop_questions(self) -> None:
        """What is still being found is not heard, and is asked anew when it is wanted."""
        for work in (self._maps, self._searches, self._along):
            work.stop()
        self._map_key, self._nearest_key = (), ()

    # What it is about

    def _follow(self) -> bool:
        """Whether there is a Jacobian to look at; else the page says why not."""
        session = self._session
        if self._of is not None and self._of != (session.model, session.frame):
            self._drop_questions()  # they were about another robot, or another frame
            self._map = None
        if not session.frame:
            self.page.show_absent(self.tr("Nothing here is moved by a joint of one degree of freedom."), any_rows=False)
        elif not session.kernels.has(BATCHES):
            self.page.show_absent(self.tr("The kernels are being made ready."), any_rows=False)
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
            self.page.show_absent(str(error), any_rows=False)
            return
        self._use_rows("position" if position.rank() == len(position.joints) else "both")
        names = {name: readable(name.rpartition("/")[2]) for name in position.joints}
        if self._joints[0] not in names or self._joints[1] not in names:
            listed = list(names)
            self._joints = (
                (listed[1 % len(listed)], listed[2 % len(listed)]) if len(listed) > 2 else (listed[0], listed[-1])
            )
        self.page.show_joints(names, *self._joints)

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
        self._task = singular_task(model, frame, rows, length=self._reach if rows == "both" else None)
        self._rank = self._task.rank()
        self.page.show_absent(
            "" if self._rank else self.tr("These rows are zero everywhere: no joint moves the frame so.")
        )
        if not self._rank:
            self._task = None
        self.page.show_frame(
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
        self.page.show_measures({
            "w": (number_text(float(np.prod(sigma)), zero=1e-12), self._unit("w")),
            "sigma_min": (number_text(float(sigma[-1]), zero=1e-9), self._unit("sigma_min")),
            "inverse_condition": (number_text(ratio, 3, zero=1e-9), ""),
        })  # fmt: skip

    def _unit(self, measure: str) -> str:
        unit = "rad/s" if self._rows == "orientation" else "m/s"
        if measure == "inverse_condition":
            return ""
        power = self._rank if measure == "w" else 1
        return unit if power == 1 else f"({unit}){superscript(power)}"

    # The map

    def _follow_map(self, q: Array) -> None:
        from torseur.sim.analysis.singularities.singularity_map import singularity_map

        a, b = self._joints
        if a == b:
            self._map, self._map_key = None, ()
            self.page.show_map(None, self.tr("A map is over two joints; choose another one for one of its sides."))
            return
        slices = self._session.model.joint_slices()
        at = [slices[name][0].start for name in (a, b)]
        self.page.map.show_place(float(q[at[0]]), float(q[at[1]]))
        others = np.delete(q, at)
        key = (self._task, a, b, others.tobytes())
        if key == self._map_key or self._task is None:
            return
        self._map_key = key
        model, frame, rows, length = self._session.model, self._session.frame, self._rows, self._task.length
        kept = np.array(q)
        self._maps.ask(key, [
            lambda size=size: singularity_map(model, kept, frame, a, b, rows=rows, resolution=size, length=length)
            for size in (COARSE, FINE)
        ])  # fmt: skip

    def _take_map(self, key: object, found: object) -> None:
        if key[:3] != self._map_key[:3]:  # type: ignore[index]
            return
        if isinstance(found, Exception):
            self.page.show_map(None, str(found))
            return
        self._map = found  # type: ignore[assignment]
        self._draw_map()

    def _draw_map(self) -> None:
        found = self._map
        if found is None:
            return
        model = self._session.model
        angles = tuple(model.joint(name).kind is not JointKind.PRISMATIC for name in (found.joint_a, found.joint_b))
        self.page.show_map(
            MapData(
                readable(found.joint_a.rpartition("/")[2]),
                readable(found.joint_b.rpartition("/")[2]),
                (angles[0], angles[1]),
                found.a,
                found.b,
                found.measures.of(self._measure),
                self._unit(self._measure),
            )  # fmt: skip
        )

    def _move(self, a: float, b: float) -> None:
        q = np.array(self._session.q)
        slices = self._session.model.joint_slices()
        for name, value in zip(self._joints, (a, b), strict=True):
            q[slices[name][0].start] = value
        self._session.pose(q, self.tr("Move on the map"), joint="map")

    def _draw_along(self) -> None:
        found = self._along.found
        if found is None:
            self.page.show_plot(None, None, "", "", self._along.why)
        else:
            values = found.measures.of(self._measure)
            self.page.show_plot(found.t, values, MEASURES[self._measure], self._unit(self._measure))

    # The nearest one

    def _search(self) -> None:
        from torseur.sim.analysis.singularities.nearest_singular import nearest_singular_configuration

        task, snapshot = self._task, self._session.snapshot
        if task is None or snapshot is None:
            return
        q, length = np.array(snapshot.q), task.length
        self._searches.ask(
            self._nearest_key,
            [lambda: nearest_singular_configuration(task.model, q, task.frame, rows=task.rows, length=length)],
        )

    def _take_nearest(self, key: object, found: object) -> None:
        if key != self._nearest_key:
            return
        if isinstance(found, Exception):
            self.page.show_nearest(str(found), False)
            return
        self._nearest = found  # type: ignore[assignment]
        if self._nearest is not None:
            self.page.show_nearest(
                nearest_text(self._session.model, self._session.q, self._nearest, self._picture.angle_unit),
                self._nearest.found and self._nearest.distance > 1e-9,
            )

    def _go_to_nearest(self) -> None:
        if self._nearest is not None and self._nearest.found:
            self._session.pose(self._nearest.q, self.tr("Go to the nearest singular configuration"))

    # What the user chooses

    def _choose_rows(self, rows: str) -> None:
        self._use_rows(rows)
        self._picture.refresh()

    def _choose_measure(self, measure: str) -> None:
        self._measure = measure
        self._draw_map()
        self._draw_along()

    def _choose_joints(self, a: str, b: str) -> None:
        self._joints = (a, b)
        self._picture.refresh()
