"""The point of a link at which J is shown: picked in the view or typed, each an edit that can be undone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.analysis.jacobian.values import JacobianRoutes
from torseur.sim.arrays import Array
from torseur.sim.multibody.model.model import Model
from torseur.sim.texts import tr
from torseur.ui.laboratory.jacobian.point_section import PointSection
from torseur.ui.look.theme import JOINT
from torseur.ui.viewport.interaction.point_tool import PointTool
from torseur.ui.viewport.marks import Arrow, Label, Overlays, Point
from torseur.ui.viewport.viewport import Viewport

from ...documents.body_names import bare_names
from ...session.session import Session
from ...session.undo import Change, push


@dataclass(frozen=True, eq=False, slots=True)
class LinkPoint:
    """A frame, and a point of it."""

    frame: str
    point: Array | None  # (3,) along its axes [m]; None: its origin


class PointOfLink(QObject):
    """Between the section, the view and the page. `changed`: there is another point, and perhaps another frame."""

    changed = Signal()

    def __init__(self, session: Session, viewport: Viewport, section: PointSection, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._viewport, self._section = session, viewport, section
        self.chosen = LinkPoint("", None)
        self._before: LinkPoint | None = None  # what there was before the drag that goes on
        self._short: dict[str, str] = {}
        self.tool = PointTool(self)
        self.tool.picked.connect(self._pick)
        self.tool.finished.connect(self._finish)
        self.tool.disarmed.connect(lambda: self._show_picking(False))
        section.pick_switched.connect(self.arm)
        section.entered.connect(lambda point: self._edit(point if np.any(point) else None))
        section.clear_requested.connect(lambda: self._edit(None))
        section.switched.connect(lambda _: self.changed.emit())

    @property
    def point(self) -> Array | None:
        """(3,) along the axes of the session's frame, from its origin [m]; None: the origin."""
        return self.chosen.point if self.chosen.frame == self._session.frame else None

    def follow(self, model: Model) -> None:
        """Another robot has no point."""
        self.chosen, self._before = LinkPoint("", None), None
        self._short = bare_names(model.frame_names)

    def bring_back(self, chosen: LinkPoint) -> None:
        """Have again what was chosen, of a frame that is still there."""
        if chosen.frame in self._session.model.frame_names:
            self.chosen = chosen

    def enter(self) -> None:
        """The page is seen."""
        self._viewport.add_tool(self.tool)

    def leave(self) -> None:
        """It is not seen any more."""
        self.arm(False)
        self._viewport.remove_tool(self.tool)

    def arm(self, on: bool) -> None:
        """Let the next press on a body pick a point of it, or not."""
        self.tool.arm(on)
        self._show_picking(on)

    def show(self, q: Array, routes: JacobianRoutes, column: int, letter: str) -> None:
        """Show the point at q (nq,), and what becomes of a column of J."""
        section, frame, point = self._section, self._session.frame, self.point
        section.show_point(self._short.get(frame, frame), point)
        if point is None or not section.is_open:
            return
        from torseur.sim.analysis.jacobian.jacobian_routes import geometric
        from torseur.sim.analysis.jacobian.point_transport import point_transport

        model = self._session.model
        found = point_transport(model, q, frame, point)
        by_columns = geometric(list(routes.axes), found.point, model.nv)  # world axes, whatever J is written in
        section.show_transport(found, column, letter, float(np.abs(found.J_point - by_columns).max(initial=0.0)))

    def overlays(self, routes: JacobianRoutes) -> Overlays:
        """P, and OP from the origin of its frame."""
        point = self.point
        if point is None:
            return Overlays()
        place, r = routes.pose[:3, 3], routes.pose[:3, :3] @ point
        frame = self._session.frame
        return Overlays(
            arrows=(Arrow(place - r, r, JOINT, "OP", "dashed"),),
            points=(Point(place, "sticking", JOINT),),
            labels=(Label(place, tr("P on {body}", body=self._short.get(frame, frame)), JOINT),),
        )

    # What the user does

    def _pick(self, body: str, point: Array) -> None:
        """A point of a body is under the pointer, which is pressed."""
        if self._before is None:
            self._before = LinkPoint(self._session.frame, self.point)
        if self._session.model.frame_row[self._session.model.frame_index(body)] <= 0:
            self._session.message.emit(
                self.tr("{body} does not move: J is zero at every point of it.").format(body=body),
                self.tr("Press on a body that a joint carries."),
                "plain",
            )
            return
        self._apply(LinkPoint(body, np.round(point, 6)))

    def _finish(self) -> None:
        before, self._before = self._before, None
        after = LinkPoint(self._session.frame, self.point)
        if before is not None and not _same(before, after):
            push(self._session.undo_stack, Change(before, after, self._apply, tr("Pick a point of a link")))

    def _edit(self, point: Array | None) -> None:
        frame = self._session.frame
        before, after = LinkPoint(frame, self.point), LinkPoint(frame, point)
        text = tr("Forget the point") if point is None else tr("Choose a point of a link")
        if not _same(before, after):
            push(self._session.undo_stack, Change(before, after, self._apply, text))

    def _apply(self, chosen: LinkPoint) -> None:
        self.chosen = chosen
        if chosen.point is not None:
            self._section.show_open(True)
        if chosen.frame in self._session.model.frame_names and chosen.frame != self._session.frame:
            self._session.set_frame(chosen.frame)
        self.changed.emit()

    def _show_picking(self, on: bool) -> None:
        self._section.show_picking(on)
        self._viewport.set_hint(self.tr("Press on a body: J is shown at that point. `Esc` gives up") if on else "")


def _same(a: LinkPoint, b: LinkPoint) -> bool:
    if a.point is None or b.point is None:
        return a.frame == b.frame and a.point is b.point
    return a.frame == b.frame and np.array_equal(a.point, b.point)
