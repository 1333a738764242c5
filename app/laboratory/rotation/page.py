"""The page of rotations: one rotation that the user types or drags, drawn at the chosen frame."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.analysis.jacobian.small_rotations import add_angular_velocities, small_rotation, turned_vector
from torseur.sim.arrays import Array
from torseur.sim.multibody.algebra.plain_spatial import skew
from torseur.sim.multibody.algebra.rotations import (
    angular_velocity,
    axis_angle,
    rodrigues,
    rodrigues_rate,
    rodrigues_terms,
)
from torseur.sim.texts import tr
from torseur.ui.laboratory.rotation.geometry_section import ACROSS, ALONG, CROSS
from torseur.ui.laboratory.rotation.page import RotationPage
from torseur.ui.laboratory.rotation.values import RotationView
from torseur.ui.look.theme import ENERGY, JOINT, VELOCITY, WARNING
from torseur.ui.text.number_text import quantity_text
from torseur.ui.text.units import AngleUnit, unit_text, value_text
from torseur.ui.viewport.interaction.handle import Handle
from torseur.ui.viewport.interaction.vector_tool import VectorTool
from torseur.ui.viewport.marks import Arrow, FrameTriad, LegendRow, Overlays, Trail

from ...drawing.arrow_scale import Scale, round_step, scale_text
from ..page_binding import PageBinding
from ..page_context import PageContext
from .turned_drawing import part_arrows, tip_circle, vector_arrows

ARC = 48  # points of the way of the vector's tip


class RotationBinding(PageBinding):
    """A page of the laboratory."""

    key = "rotation"

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self._viewport = context.viewport
        self.widget: RotationPage = RotationPage()
        self._axis = np.array([1.0, 2.0, 2.0])  # as typed
        self._angle, self._rate, self._step = np.radians(60.0), np.radians(30.0), np.radians(10.0)
        self._vector = np.array([1.0, 0.0, 0.4])
        self._relative = np.radians([0.0, 40.0, 0.0])
        self._scale = Scale(0.55, 0.2, 0.8)  # of angular velocities
        self._vector_scale = Scale(0.16, 0.06, 0.25)  # of v and what becomes of it
        self.tool = VectorTool(self)
        self._before = self._axis, self._vector
        self.view = self._found()
        self._shown: tuple[RotationView, AngleUnit] | None = None
        page = self.widget
        page.formula.axis_entered.connect(lambda u: self._set("_axis", u))
        page.formula.angle_changed.connect(lambda x: self._set("_angle", x))
        page.rate.rate_changed.connect(lambda x: self._set("_rate", x))
        page.turned.vector_entered.connect(lambda v: self._set("_vector", v))
        page.turned.step_changed.connect(lambda x: self._set("_step", x))
        page.sum.relative_entered.connect(lambda w: self._set("_relative", w))
        for section in page.sections:
            section.drawn_switched.connect(lambda _: self.update())
        self._dragged = ""
        self.tool.grabbed.connect(self._take)
        self.tool.drawn.connect(self._drag)
        self.tool.cancelled.connect(self._cancel)
        self.tool.finished.connect(self.update)

    @override
    def enter(self) -> None:
        self._viewport.add_tool(self.tool)
        super().enter()

    @override
    def refresh(self) -> None:
        if not self.tool.dragging:  # else the tip would run away from the pointer
            self._vector_scale.fit(float(np.linalg.norm(self.view.v)), self._size)
        if (self.view, self._unit) != self._shown:  # a pose alone changes none of it
            self._shown = self.view, self._unit
            self.widget.show_view(self.view, self._unit)
        self.tool.show_handles(self.handles())

    @override
    def leave(self) -> None:
        super().leave()
        self._viewport.remove_tool(self.tool)

    @override
    def overlays(self) -> Overlays:
        view, page, origin = self.view, self.widget, self._origin
        arrows: list[Arrow] = []
        frames: list[FrameTriad] = []
        trails: list[Trail] = []
        if page.formula.drawn.isChecked():
            before, after = np.eye(4), np.eye(4)
            before[:3, 3] = after[:3, 3] = origin
            after[:3, :3] = view.R
            frames += [FrameTriad(before, 0.16 * self._size), FrameTriad(after, 0.26 * self._size)]
            angle = value_text(view.angle, True, self._unit)
            turn = f"u, θ {angle}{'' if self._unit == 'deg' else ' '}{unit_text(True, self._unit)}"
            arrows.append(Arrow(origin, self._axis_length * view.u, JOINT, turn))
        if page.turned.drawn.isChecked():
            arrows += vector_arrows(view, origin, self._unit_length)
            share = np.linspace(0.0, 1.0, ARC) * view.angle
            arc = np.array([rodrigues(view.u, s) @ view.v for s in share])
            trails.append(Trail(origin + self._unit_length * arc, VELOCITY))
        if page.parts.drawn.isChecked():
            arrows += part_arrows(view, origin, self._unit_length)
            trails.append(tip_circle(view, origin, self._unit_length))
        if page.sum.drawn.isChecked() or page.rate.drawn.isChecked():
            arrows += self._speed_arrows(page.sum.drawn.isChecked())
        return Overlays(arrows=tuple(arrows), frames=tuple(frames), trails=tuple(trails))

    @override
    def legend(self) -> Sequence[LegendRow]:
        page, rows = self.widget, []
        if page.formula.drawn.isChecked():
            rows.append(LegendRow("arrow", JOINT, tr("Axis u"), "", tr("small axes before, large ones after")))
        if page.turned.drawn.isChecked():
            length = scale_text(self._unit_length, "")
            rows.append(LegendRow("arrow", VELOCITY, tr("v, and R v"), length))
            rows.append(LegendRow("arrow", ENERGY, "δθ u × v"))
        if page.parts.drawn.isChecked():
            rows.append(LegendRow("arrow", ALONG, "vz", "", tr("along the axis")))
            rows.append(LegendRow("arrow", ACROSS, tr("vx, and vx cos θ"), "", tr("perpendicular to it")))
            rows.append(LegendRow("arrow", CROSS, tr("vy, and vy sin θ"), "", "u × v"))
        if page.sum.drawn.isChecked() or page.rate.drawn.isChecked():
            scale = scale_text(self._scale.value, "rad/s") if self._scale.value else ""
            rows.append(LegendRow("arrow", WARNING, tr("Angular velocity ω"), scale))
        return rows

    # What is drawn

    @property
    def _unit(self) -> AngleUnit:
        return self._preferences.angle_unit

    @property
    def _size(self) -> float:
        return self._picture.size

    @property
    def _axis_length(self) -> float:
        """How long the axis is drawn [m]."""
        return round_step(0.25 * self._size)

    @property
    def _unit_length(self) -> float:
        """How long a vector of length 1 is drawn [m]."""
        return self._vector_scale.value or self._axis_length

    @property
    def _origin(self) -> Array:
        """Where it is drawn (3,): at the chosen frame, or without one in the world's origin."""
        session, snapshot = self._session, self._session.snapshot
        if snapshot is None or not session.frame:
            return np.zeros(3)
        return np.array(snapshot.poses[session.model.frame_index(session.frame)][:3, 3])

    def _speed_arrows(self, total: bool) -> list[Arrow]:
        """ω(p/k), and if wanted ω(i/p) from its head, and their sum."""
        view, origin = self.view, self._origin
        sizes = [float(np.linalg.norm(w)) for w in (view.carrier, view.relative, view.total)]
        scale = self._scale.fit(max(sizes), self._size)
        texts = [quantity_text(size, "rad/s") for size in sizes]
        found = []
        if sizes[0] > 0.0:
            found.append(Arrow(origin, scale * view.carrier, WARNING, f"ω(p/k)  {texts[0]}"))
        if total:
            found.append(Arrow(origin + scale * view.carrier, scale * view.relative, WARNING, f"ω(i/p)  {texts[1]}"))
            found.append(Arrow(origin, scale * view.total, WARNING, f"ω(i/k)  {texts[2]}", "dashed"))
        return found

    def handles(self) -> list[Handle]:
        """The tips of axis and vector can be dragged."""
        origin, page, found = self._origin, self.widget, []
        if page.formula.drawn.isChecked():
            found.append(Handle("axis", origin, origin + self._axis_length * self.view.u))
        if page.turned.drawn.isChecked():
            found.append(Handle("vector", origin, origin + self._unit_length * self.view.v))
        return found

    # What the user does

    def _set(self, name: str, value: object) -> None:
        setattr(self, name, value)
        self.view = self._found()
        self.update()

    def _take(self, key: str) -> None:
        self._dragged, self._before = key, (self._axis, self._vector)

    def _drag(self, vector: Array) -> None:
        """A tip was dragged so far from the origin (3,) [m]; an axis keeps its direction alone."""
        size = float(np.linalg.norm(vector))
        if self._dragged == "vector":
            self._set("_vector", np.round(vector / self._unit_length, 3))
        elif size > 1e-6:
            self._set("_axis", np.round(vector / size, 4))

    def _cancel(self) -> None:
        self._axis, self._vector = self._before
        self.view = self._found()
        self.update()

    def _found(self) -> RotationView:
        """All that follows from what was typed."""
        u = self._axis / np.linalg.norm(self._axis)
        R = rodrigues(u, self._angle)
        rate = angular_velocity(R, rodrigues_rate(u, self._angle, self._rate))
        parts = turned_vector(u, self._angle, self._vector)
        turned = R @ self._vector
        small = small_rotation(u, self._step, self._vector)
        added = add_angular_velocities(R, np.eye(3), rate.omega, self._relative)
        return RotationView(
            typed=self._axis, u=u, angle=self._angle, R=R, terms=rodrigues_terms(u, self._angle), S=skew(u),
            back=axis_angle(R), rate=self._rate, rate_matrix=rate.matrix, omega=rate.omega, residual=rate.residual,
            v=self._vector, turned=turned, along=parts.along, across=parts.across, cross=parts.cross,
            parts=np.array([parts.cosine, parts.sine, parts.along]), three=parts.terms,
            off=float(np.abs(parts.turned - turned).max()), step=self._step, linear=small.linear, exact=small.exact,
            gap=small.gap, typed_relative=self._relative, carrier=added.carrier, relative=added.relative,
            total=added.total, product=added.product, apart=added.gap,
        )  # fmt: skip
