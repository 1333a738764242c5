"""The page of the Jacobian: routes, a column and small displacements, and what of it is drawn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.analysis.jacobian.values import JacobianRoutes, JointAxis, SmallDisplacement
from torseur.sim.arrays import Array
from torseur.sim.compilation import POSING, REACHING
from torseur.sim.multibody.model.coordinate_names import joint_numbers
from torseur.sim.multibody.model.model import Model
from torseur.sim.multibody.model.movers import columns_to
from torseur.sim.superscripts import subscript
from torseur.sim.texts import tr
from torseur.ui.controls.fields.amount import Amount
from torseur.ui.laboratory.jacobian.page import JacobianPage
from torseur.ui.look.theme import ENERGY, JOINT, VELOCITY, WARNING
from torseur.ui.text.jacobian_text import reference_of
from torseur.ui.text.number_text import quantity_text
from torseur.ui.viewport.marks import Arrow, FrameTriad, Label, LegendRow, Overlays, joined

from ...drawing.arrow_scale import Scale, scale_text
from ..joint_numbers import JointNumbers, Kept
from ..page_binding import PageBinding
from ..page_context import PageContext
from .column_marks import STEP, first_column, rates, steps
from .displacement_formulas import DisplacementFormulasBinding
from .formula_route import TableFormulas
from .point_of_link import LinkPoint, PointOfLink

MOST = 100  # columns: of more, nothing could be read, and routes would not follow a slider
ARM = "#6B788A"  # of P - o


class JacobianBinding(PageBinding):
    """A page of the laboratory."""

    key = "jacobian"
    waits_for = (POSING, REACHING)

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self._joints = context.joints
        self.displacement_formulas = DisplacementFormulasBinding(self._session, self)
        self.widget: JacobianPage = JacobianPage(self.displacement_formulas.text)
        self.displacement_formulas.introduce(self.widget.displacement_formulas)
        self.displacement_formulas.changed.connect(self.update)
        self.formulas = TableFormulas(self._session, self)
        self.point = PointOfLink(self._session, context.viewport, self.widget.point, self)
        self._model: Model | None = None
        self._steps = JointNumbers(context.session, STEP)
        self._reference = "world_aligned"
        self._basis: str | None = None  # a frame in whose axes J is written instead
        self._columns: list[int] = []
        self._offered: tuple[list[Amount], list[Amount]] = ([], [])  # speeds and displacements of these columns
        self._column, self._axis = -1, 0  # which column of v, and which of its axes
        self.routes: JacobianRoutes | None = None
        self.displacement: SmallDisplacement | None = None
        self._scale = Scale(0.35, 0.12, 0.6)
        page = self.widget
        page.routes.frame_chosen.connect(self._session.choose_frame)
        page.routes.reference_chosen.connect(self._choose_reference)
        page.routes.column_chosen.connect(self._choose_column)
        page.routes.route_chosen.connect(lambda _: self.update())
        page.column.axis_chosen.connect(self._choose_axis)
        page.column.drawn_switched.connect(lambda _: self.redraw())
        page.displacement.displacement_changed.connect(self._set_step)
        page.displacement.scaled.connect(self._scale_steps)
        page.displacement.drawn_switched.connect(lambda _: self.redraw())
        context.joints.selected.connect(self._follow_joint)
        self.formulas.changed.connect(self.update)
        self.point.changed.connect(self.update)

    @override
    def refresh(self) -> None:
        self._open()
        self.widget.set_unit(self._preferences.angle_unit)
        reason = self._reason()
        self.widget.show_reason(reason)
        self.routes = self.displacement = None
        if not reason:
            snapshot = self._session.snapshot
            assert snapshot is not None
            self._show_routes(snapshot.q)
            self._show_displacement(snapshot.q)

    @override
    def enter(self) -> None:
        self.point.enter()
        super().enter()

    @override
    def leave(self) -> None:
        super().leave()
        self.point.leave()
        self.formulas.stop()
        self.displacement_formulas.stop()

    @override
    def keep(self) -> tuple[Kept, LinkPoint]:
        return self._steps.keep(), self.point.chosen

    @override
    def bring_back(self, state: tuple[Kept, LinkPoint]) -> None:
        self._open()
        self._steps.bring_back(state[0])
        self.point.bring_back(state[1])
        self.update()

    # What is drawn

    @override
    def overlays(self) -> Overlays:
        routes = self.routes
        if routes is None:
            return Overlays()
        found: list[Arrow] = []
        frames: list[FrameTriad] = []
        labels: list[Label] = []
        axes = routes.axes_of(self._column)
        if self.widget.column.drawn.isChecked() and axes:
            found += self._column_arrows(axes[min(self._axis, len(axes) - 1)], routes.pose[:3, 3], labels)
        moved = self.displacement
        if self.widget.displacement.drawn.isChecked() and moved is not None and np.any(moved.dq[self._columns]):
            found += _displacement_arrows(moved)
            frames.append(FrameTriad(moved.after, 0.12 * self._size))
        drawn = Overlays(arrows=tuple(found), frames=tuple(frames), labels=tuple(labels))
        return joined(self.point.overlays(routes), drawn)

    @override
    def legend(self) -> Sequence[LegendRow]:
        if self.routes is None:
            return ()
        rows = []
        if self.widget.column.drawn.isChecked() and self.routes.axes_of(self._column):
            scale = scale_text(self._scale.value, "m/s") if self._scale.value else ""
            rows.append(LegendRow("arrow", JOINT, tr("Axis z of the column")))
            rows.append(LegendRow("dashed_line", ARM, tr("Arm P − o"), tr("true size")))
            rows.append(LegendRow("arrow", VELOCITY, tr("Velocity of P"), scale, tr("per unit of q̇")))
        moved = self.displacement
        if self.widget.displacement.drawn.isChecked() and moved is not None and np.any(moved.dq[self._columns]):
            rows.append(LegendRow("arrow", ENERGY, tr("Displacement J δq"), tr("true size")))
            rows.append(LegendRow("dashed_line", ENERGY, tr("Exact displacement"), tr("true size")))
        return rows

    @property
    def _size(self) -> float:
        return self._picture.size

    def _column_arrows(self, axis: JointAxis, point: Array, labels: list[Label]) -> list[Arrow]:
        linear = axis.linear(point)
        speed, arm = float(np.linalg.norm(linear)), axis.lever(point)
        scale = self._scale.fit(speed, self._size)
        letter = self._letter()
        found = [Arrow(axis.o, 0.3 * self._size * axis.z, JOINT, f"z{letter}")]
        if axis.turn and float(np.linalg.norm(arm)) > 1e-9:
            length = quantity_text(float(np.linalg.norm(arm)), "m")
            found.append(Arrow(axis.o, arm, ARM, kind="dashed"))
            labels.append(Label(axis.o + 0.5 * arm, f"P − o{letter}  {length}", ARM))
        product = f"z{letter} × (P − o{letter})" if axis.turn else f"z{letter}"
        if speed > 1e-12:
            found.append(Arrow(point, scale * linear, VELOCITY, f"{product}  {quantity_text(speed, 'm/s')}"))
        return found

    def _axes_of(self, frame: str) -> Array:
        """The axes (3, 3) of a frame, as columns in the world."""
        snapshot = self._session.snapshot
        assert snapshot is not None
        return np.asarray(snapshot.poses[self._session.model.frame_index(frame)][:3, :3])

    def _letter(self) -> str:
        """The index of the joint of the column, below the line."""
        name = next(
            (n for n, (_, v) in self._session.model.joint_slices().items() if v.start <= self._column < v.stop), ""
        )
        number = joint_numbers(self._session.model).get(name, 0)
        return subscript(number) if number else ""

    # What is shown

    def _open(self) -> None:
        """Offer what there is of another model."""
        session = self._session
        if session.document is None or session.model is self._model:
            return
        self._model = model = session.model
        self._columns, self._offered = [], ([], [])
        if self._steps.follow():
            self._column, self._axis = -1, 0
            self.point.follow(model)
        jointed = [name for name in model.frame_names if int(model.frame_row[model.frame_index(name)]) > 0]
        self.widget.routes.set_frames(jointed)
        if self._basis not in model.frame_names:
            self._basis = None
        self.widget.routes.set_bases(model.frame_names)

    def _reason(self) -> str:
        """Why there is nothing to show, or nothing."""
        session = self._session
        if session.document is None or not session.frame:
            return self.tr("No joint of what is open moves by one number: there is no frame to look at.")
        if not session.kernels.has(POSING):
            return self.tr("Kinematics are being compiled; the first time, that takes a while.")
        columns = columns_to(session.model, session.frame)
        if len(columns) > MOST:
            return self.tr("{n} numbers move this frame; the laboratory shows up to {most}.").format(
                n=len(columns), most=MOST
            )
        if columns != self._columns:
            self._columns = columns
            self._offered = rates(session.model, columns), steps(session.model, columns)
        return ""

    def _show_routes(self, q: Array) -> None:
        from torseur.sim.analysis.jacobian.jacobian_routes import jacobian_routes
        from torseur.sim.analysis.jacobian.reference import change_reference

        session = self._session
        self.routes = jacobian_routes(
            session.model, q, session.frame, self._reference, point=self.point.point, basis=self._basis
        )
        J, reason = self.formulas.jacobian(q, self.routes.pose, of_point=self.point.point is not None)
        if J is not None:
            R = None if self._basis is None else self._axes_of(self._basis)
            changed = change_reference(J, self.routes.pose, self._reference, R)
            self.routes = self.routes.with_route("symbolic", changed)
        if self._column not in self._columns:
            self._column, self._axis = first_column(session.model, self._columns), 0
        axes = self.routes.axes_of(self._column)
        self._axis = min(self._axis, max(len(axes) - 1, 0))
        formulas = None if J is None else self.formulas.formulas
        self.widget.show_routes(self.routes, self._offered[0], axes, self._column, self._axis, reason, formulas)
        amount = next((amount for amount in self._offered[0] if amount.column == self._column), None)
        self.point.show(q, self.routes, self._column, amount.letter if amount else "")
        self._show_derivative(q, amount)

    def _show_derivative(self, q: Array, amount: Amount | None) -> None:
        """∂T/∂q of the column that is looked at, while the route by derivatives is."""
        from torseur.sim.analysis.jacobian.differentiated import pose_derivative

        session, page = self._session, self.widget.routes
        found = None
        if page.which.choice == "differentiated" and amount is not None:
            found = pose_derivative(session.model, q, session.frame, amount.column, self.point.point)
        page.show_derivative(found, amount)

    def _show_displacement(self, q: Array) -> None:
        session, half = self._session, None
        if session.kernels.has(REACHING):
            from torseur.sim.analysis.jacobian.differential_model import small_displacement

            asked, point = (session.model, q, session.frame), self.point.point
            self.displacement = small_displacement(*asked, self._steps.values, point=point)
            half = small_displacement(*asked, 0.5 * self._steps.values, point=point)
        self.widget.show_displacement(self._offered[1], self._steps.values, self.displacement, half)
        self.displacement_formulas.show(q, self.displacement, self._preferences.angle_unit)

    # What the user does

    def _choose_reference(self, key: str) -> None:
        self._reference, self._basis = reference_of(key)
        self.update()

    def _choose_column(self, column: int) -> None:
        self._column, self._axis = column, 0
        name = next(n for n, (_, v) in self._session.model.joint_slices().items() if v.start <= column < v.stop)
        self._joints.show_selected(name)
        self.update()

    def _choose_axis(self, axis: int) -> None:
        self._axis = axis
        self.update()

    def _follow_joint(self, name: str) -> None:
        """A joint was selected in the joint panel: its column is the one to look at."""
        place = self._session.model.joint_slices().get(name)
        if place is not None and place[1].start in self._columns:
            self._column, self._axis = place[1].start, 0
            self.update()

    def _set_step(self, column: int, value: float) -> None:
        self._steps.values[column] = value
        self.widget.displacement.drawn.show_on(True)
        self.update()

    def _scale_steps(self, by: float) -> None:
        self._steps.values *= by
        self.update()


def _displacement_arrows(moved: SmallDisplacement) -> list[Arrow]:
    """J δq, the exact displacement, and the gap from one to the other, in their true size."""
    start, linear, exact = moved.before[:3, 3], moved.linear[:3], moved.exact[:3]
    gap = float(np.linalg.norm(moved.gap[:3]))
    found = [
        Arrow(start, linear, ENERGY, f"J δq  {quantity_text(float(np.linalg.norm(linear)), 'm')}"),
        Arrow(
            start,
            exact,
            ENERGY,
            tr("exact  {length}", length=quantity_text(float(np.linalg.norm(exact)), "m")),
            "dashed",
        ),
    ]
    if gap > 1e-9:
        found.append(
            Arrow(start + linear, exact - linear, WARNING, tr("gap  {length}", length=quantity_text(gap, "m")))
        )
    return found
