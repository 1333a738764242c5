"""The page of velocities: twists of joints at one point, a point seen from any frame, and links in their own axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.arrays import Array
from torseur.sim.compilation import POSING
from torseur.sim.multibody.model.coordinate_names import speed_letters
from torseur.sim.multibody.model.model import Model
from torseur.sim.multibody.model.movers import columns_to
from torseur.sim.texts import tr
from torseur.ui.controls.fields.amount import Amount
from torseur.ui.laboratory.velocities.page import VelocitiesPage
from torseur.ui.look.theme import VELOCITY, WARNING
from torseur.ui.text.jacobian_text import reference_key, reference_of, reference_options
from torseur.ui.viewport.marks import LegendRow, Overlays

from ...documents.body_names import bare_names
from ...drawing.arrow_scale import scale_text
from ..jacobian.column_marks import RATE, rates, short_name
from ..joint_numbers import JointNumbers, Kept
from ..page_binding import PageBinding
from ..page_context import PageContext
from .velocity_drawing import VelocityArrows
from .velocity_equations import joint_equation, link_equations, relative_equations

if TYPE_CHECKING:
    from torseur.sim.analysis.jacobian.values import LinkVelocity
    from torseur.sim.analysis.velocities.values import JointTwists, PointVelocity

MOST = 100  # columns: of more, nothing could be read
TERMS = ("terms", "rotation", "composition")  # equations of a point seen from k
STEPS = ("angular", "linear")  # equations of a link


class VelocitiesBinding(PageBinding):
    """A page of the laboratory."""

    key = "velocities"
    waits_for = (POSING,)

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        self.widget: VelocitiesPage = VelocitiesPage()
        self._model: Model | None = None
        self._rates = JointNumbers(context.session, RATE)
        self._amounts: list[Amount] = []
        self._names: dict[str, str] = {}  # of frames, as they are read
        self._reference, self._basis = "world_aligned", ""
        self._place, self._point = "frame", np.zeros(3)  # C, and where it was typed in the frame
        self._observer = ""
        self._p, self._p_rate = np.array([0.1, 0.0, 0.0]), np.array([0.0, 0.2, 0.0])
        self._joint, self._link = 0, -1  # that are written out; of links -1: the last that a joint moves
        self._term, self._step = TERMS[0], STEPS[1]
        self._arrows = VelocityArrows()
        self.twists: JointTwists | None = None
        self.relative: PointVelocity | None = None  # while its section is open, as the links
        self.links: list[LinkVelocity] = []
        page = self.widget
        page.frame_chosen.connect(self._session.choose_frame)
        page.rate_changed.connect(self._set_rate)
        page.twists.basis_chosen.connect(self._choose_basis)
        page.twists.place_chosen.connect(self._choose_place)
        page.twists.point_entered.connect(self._enter_point)
        page.twists.joint_chosen.connect(lambda k: self._set("_joint", k))
        page.relative.observer_chosen.connect(self._choose_observer)
        page.relative.point_entered.connect(lambda p: self._set("_p", np.array(p)))
        page.relative.rate_entered.connect(lambda p: self._set("_p_rate", np.array(p)))
        page.relative.equations.chosen.connect(lambda key: self._set("_term", key))
        page.links.link_chosen.connect(lambda k: self._set("_link", k))
        page.links.step.chosen.connect(lambda key: self._set("_step", key))
        for folded in (page.relative, page.links):
            folded.switched.connect(lambda _: self.update())
        for section in (page.twists, page.relative):
            section.drawn_switched.connect(lambda _: self.redraw())

    @override
    def refresh(self) -> None:
        self._open()
        self.widget.set_unit(self._preferences.angle_unit)
        reason = self._reason()
        self.widget.show_reason(reason)
        self.twists = self.relative = None
        self.links = []
        if not reason:
            snapshot = self._session.snapshot
            assert snapshot is not None
            self.widget.show_rates(self._session.frame, self._amounts, self._rates.values)
            self._show_twists(snapshot.q)
            if self.widget.relative.is_open:
                self._show_relative(snapshot.q)
            if self.widget.links.is_open:
                self._show_links(snapshot.q)

    @override
    def keep(self) -> Kept:
        return self._rates.keep()

    @override
    def bring_back(self, state: Kept) -> None:
        self._open()
        self._rates.bring_back(state)
        self.update()

    @override
    def overlays(self) -> Overlays:
        widget = self.widget
        twists = self.twists if widget.twists.drawn.isChecked() else None
        selected = -1 if twists is None else self._selected_joint(twists)
        relative = self.relative if widget.relative.drawn.isChecked() else None
        return self._arrows.drawn(twists, selected, relative, self._term, self._picture.size)

    @override
    def legend(self) -> Sequence[LegendRow]:
        rows: list[LegendRow] = []
        if self.twists is None:
            return rows
        of_twists = self.widget.twists.drawn.isChecked()
        of_terms = self.relative is not None and self.widget.relative.drawn.isChecked()
        linear, angular = self._arrows.linear.value, self._arrows.angular.value
        if (of_twists or of_terms) and linear:
            meaning = tr("dashed: joint by joint") if of_twists else ""
            rows.append(LegendRow("arrow", VELOCITY, tr("Velocity"), scale_text(linear, "m/s"), meaning))
        if of_twists and angular:
            scale = scale_text(angular, "rad/s")
            rows.append(LegendRow("double_arrow", WARNING, tr("Angular velocity"), scale))
        return rows

    # What is shown

    def _open(self) -> None:
        """Offer what there is of another model."""
        session = self._session
        if session.document is None or session.model is self._model:
            return
        self._model = model = session.model
        self._names = bare_names(model.frame_names)
        if self._rates.follow():
            self._joint, self._link = 0, -1
        if self._basis not in model.frame_names:
            self._basis = ""
        if self._observer not in model.frame_names:
            self._observer = ""
        jointed = [name for name in model.frame_names if int(model.frame_row[model.frame_index(name)]) > 0]
        self.widget.set_frames(jointed)
        self.widget.twists.set_bases(reference_options(model.frame_names, points=False))
        self.widget.relative.set_observers({"": self.tr("the world"), **self._names})

    def _reason(self) -> str:
        """Why there is nothing to show, or nothing."""
        session = self._session
        if session.document is None or not session.frame:
            return self.tr("No joint of what is open moves by one number: there is no frame to look at.")
        if not session.kernels.has(POSING):
            return self.tr("Kinematics are being compiled; the first time, that takes a while.")
        columns = columns_to(session.model, session.frame)
        if not columns:
            return self.tr("No joint moves this frame.")
        if len(columns) > MOST:
            text = self.tr("{n} numbers move this frame; the laboratory shows up to {most}.")
            return text.format(n=len(columns), most=MOST)
        if columns != [amount.column for amount in self._amounts]:
            self._amounts = rates(session.model, columns)
        return ""

    def _show_twists(self, q: Array) -> None:
        from torseur.sim.analysis.velocities.joint_twists import joint_twists

        model, frame, page = self._session.model, self._session.frame, self.widget.twists
        basis = self._basis or (frame if self._reference == "local" else None)
        self.twists = found = joint_twists(model, q, self._rates.values, frame, self._point_in_frame(), basis)
        page.show_point(self._place, self._point_in_frame())
        k = self._selected_joint(found)
        joint = found.joints[k]
        letters = speed_letters(model.joint(joint.joint).kind)
        equation = joint_equation(joint, short_name(joint.joint), letters)
        page.show_twists(found, reference_key(self._reference, self._basis or None), k, (equation,))

    def _show_relative(self, q: Array) -> None:
        from torseur.sim.analysis.velocities.point_velocity import point_velocity

        session, page = self._session, self.widget.relative
        observer = self._observer or None
        self.relative = found = point_velocity(
            session.model, q, self._rates.values, session.frame, self._p, observer, self._p_rate
        )
        name = self._name(session.frame)
        page.show_point(name, self._observer, self._p, self._p_rate)
        seen_from = self._name(self._observer) if self._observer else self.tr("the world")
        page.show_equations(relative_equations(found, name, seen_from), TERMS.index(self._term), found.difference)

    def _show_links(self, q: Array) -> None:
        from torseur.sim.analysis.jacobian.link_velocities import link_velocities
        from torseur.sim.multibody.kinematics.jacobian import jacobian

        model, snapshot = self._session.model, self._session.snapshot
        assert snapshot is not None
        found = link_velocities(model, q, self._rates.values, self._session.frame)
        off = 0.0
        for link in found:
            R = snapshot.poses[model.frame_index(link.body)][:3, :3]
            twist = jacobian(model, q, link.body) @ self._rates.values
            off = max(off, float(np.abs(link.twist - np.concatenate([twist[:3] @ R, twist[3:] @ R])).max()))
        self.links = [link for link in found if np.any(link.twist) or link.rate.size]
        k = (
            self._link
            if -1 < self._link < len(self.links)
            else max(k for k, link in enumerate(self.links) if link.rate.size)
        )
        step = link_equations(self.links[k], self._name(self.links[k].body))
        self.widget.links.show_links(self.links, off, k, step, STEPS.index(self._step))

    def _selected_joint(self, found: JointTwists) -> int:
        return min(self._joint, len(found.joints) - 1)

    def _point_in_frame(self) -> Array:
        """C (3,) along the axes of the frame [m]."""
        if self._place == "typed":
            return self._point
        if self._place == "frame":
            return np.zeros(3)
        snapshot = self._session.snapshot
        assert snapshot is not None
        pose = snapshot.poses[self._session.model.frame_index(self._session.frame)]
        return np.asarray(-pose[:3, :3].T @ pose[:3, 3])

    def _name(self, frame: str) -> str:
        return self._names[frame]

    # What the user does

    def _set(self, name: str, value: object) -> None:
        setattr(self, name, value)
        self.update()

    def _set_rate(self, column: int, value: float) -> None:
        self._rates.values[column] = value
        self.update()

    def _choose_basis(self, key: str) -> None:
        reference, basis = reference_of(key)
        self._reference, self._basis = reference, basis or ""
        self.update()

    def _choose_place(self, place: str) -> None:
        if place == "typed":
            self._point = np.array(self._point_in_frame())
        self._place = place
        self.update()

    def _enter_point(self, point: Array) -> None:
        self._point, self._place = np.array(point), "typed"
        self.update()

    def _choose_observer(self, name: str) -> None:
        self._observer = name
        self.update()
