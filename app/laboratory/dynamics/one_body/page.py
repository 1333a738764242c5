"""The page One body: a link alone, the forces on it and its motion at the centre of mass and at any point."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Model
from torseur.ui.laboratory.dynamics.one_body.page import OneBodyPage
from torseur.ui.look.theme import MASS
from torseur.ui.text.number_text import number_text, quantity_text, residual_text
from torseur.ui.viewport.marks import Arrow, Label, Overlays, Point

from ....documents.body_names import bare_names
from ...motion.motion_state import Instant
from ...page_context import PageContext
from ..equations_page import EquationsPageBinding
from .body_equations import body_equations

if TYPE_CHECKING:
    from torseur.sim.multibody.dynamics.values import BodyDynamics

DRAWN = {  # at which point, and in which units
    "forces": ("center", ("N", "N·m")), "euler": ("center", ("N·m",)), "transport": ("point", ("N·m",)),
    "velocity": ("point", ("m/s",)), "spatial": ("point", ("N", "N·m")), "acceleration": ("point", ("m/s²",)),
}  # fmt: skip


class OneBodyBinding(EquationsPageBinding):
    """Between the page and the motion."""

    key = "one_body"

    def __init__(self, context: PageContext, parent: QObject) -> None:
        page = OneBodyPage()
        super().__init__(context, parent, page, "forces")
        self._page = page
        self._model: Model | None = None
        self._names: dict[str, str] = {}
        self._body, self._place, self._point = "", "world", np.zeros(3)
        self._found: BodyDynamics | None = None
        page.body_chosen.connect(self._choose)
        page.place_chosen.connect(self._choose_place)
        page.point_entered.connect(self._enter_point)
        self._viewport.body_picked.connect(lambda body: self._choose(body) if self._seen else None)

    @property
    def found(self) -> BodyDynamics | None:
        """What was computed last; None: nothing could be."""
        return self._found

    @override
    def show_instant(self, instant: Instant) -> None:
        from torseur.sim.multibody.kinematics.kinematics import frame_pose
        from torseur.sim.multibody.newton_euler.body_dynamics import body_dynamics

        self._follow(instant.model)
        point = self._point
        if self._place in ("body", "center"):
            pose = frame_pose(instant.model, instant.q, self._body)
            com = instant.model.bodies[instant.model.frame_index(self._body)].com
            point = pose[:3, 3] + (pose[:3, :3] @ com if self._place == "center" else 0.0)
        elif self._place == "world":
            point = np.zeros(3)
        self._found = body_dynamics(
            instant.model, instant.q, instant.v, instant.a, self._body, instant.acting, instant.gravity, point
        )
        self._page.show_body(self._body, self._place, point)
        self.show_equations(body_equations(self._found, self._names))
        self._show_checks(self._found)

    @override
    def show_absent(self, reason: str) -> None:
        if reason:
            self._found = None
        super().show_absent(reason)

    @override
    def enter(self) -> None:
        super().enter()
        self.outline(self._body)

    @override
    def leave(self) -> None:
        super().leave()
        self._viewport.select(None)

    @override
    def overlays(self) -> Overlays:
        found = self._found
        if found is None:
            return Overlays()
        self._arrows.clear()
        view, size = self.at_hand, self._picture.size
        points = (Point(found.center, "closed", MASS), Point(found.point, "closed"))
        labels = (Label(found.center, f"c, m {quantity_text(found.mass, 'kg')}", MASS), Label(found.point, "P"))
        if self._at == "newton":
            terms = view.terms
            arrows = (
                *self._arrows.of(terms[1:2], ("m/s²",), found.center, size),
                *self._arrows.of(terms[2:], ("N",), found.center, size),
            )
        elif self._at == "inertia":
            arrows = (Arrow(found.point, found.lever, MASS, "ĉ", "dashed"),)
        else:
            where, units = DRAWN[self._at]
            arrows = self._arrows.of(view.terms, units, found.center if where == "center" else found.point, size)
        return Overlays(arrows=arrows, points=points, labels=labels)

    def _follow(self, model: Model) -> None:
        """Another robot: its last link."""
        if model is self._model:
            return
        self._model = model
        self._names = bare_names(model.body_names)
        moving = [joint.child for joint in model.joints if joint.kind.nv] or list(model.body_names)
        if self._body not in model.body_names:
            self._body = moving[-1]
        self._page.set_bodies(self._names)
        self.outline(self._body)

    def _show_checks(self, found: BodyDynamics) -> None:
        at_c = found.total - np.concatenate([found.force, found.torque_at_center])
        both = found.inertial + found.gyroscopic - np.concatenate([found.force, found.torque_at_point])
        self.widget.show_checks((
            (self.tr("Forces at c less [m c̈; n_c], at most"), residual_text(float(np.abs(at_c).max())), "N, N·m"),
            (self.tr("Spatial form at P less the same, at most"), residual_text(float(np.abs(both).max())), "N, N·m"),
            (self.tr("Acceleration of P less v̇_P: |ω × v_P|"),
             number_text(float(np.linalg.norm(found.point_acceleration - found.spatial_acceleration[:3]))), "m/s²"),
        ))  # fmt: skip

    def _choose(self, body: str) -> None:
        if body in self._names:
            self._body = body
            self.update()
            self.outline(self._body)

    def _choose_place(self, place: str) -> None:
        if place == "typed" and self._found is not None:
            self._point = np.array(self._found.point)
        self._place = place
        self.update()

    def _enter_point(self, point: Array) -> None:
        self._point, self._place = np.array(point), "typed"
        self.update()
