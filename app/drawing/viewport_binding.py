"""The viewport follows the session: bodies at their poses, and the layers of the snapshot and of the model."""

from __future__ import annotations

from PySide6.QtCore import QObject

from torseur.sim.simulation.recording.snapshot import Snapshot
from torseur.ui.viewport.viewport import Viewport

from ..preferences.preferences import Preferences
from ..session.recent_impacts import recent_impacts
from ..session.session import Session
from .contact.contact_scales import ContactScales
from .frame_analysis import FrameAnalysis
from .framing import framing
from .model_drawing import ModelDrawing
from .picture import Picture
from .snapshot_drawing import SnapshotDrawing
from .view_switch_binding import SwitchesBinding
from .view_switches import HIDEABLE, ViewSwitches


class ViewportBinding(QObject):
    """Between the session, the picture and the viewport."""

    def __init__(
        self,
        session: Session,
        analysis: FrameAnalysis,
        switches: SwitchesBinding,
        picture: Picture,
        viewport: Viewport,
        preferences: Preferences,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._analysis, self._switches = session, analysis, switches
        self._picture, self._viewport, self._preferences = picture, viewport, preferences
        self._arrows = viewport.legend_controls.arrows
        self.snapshot_drawing: SnapshotDrawing | None = None
        self.model_drawing: ModelDrawing | None = None
        self._fits = False  # whether the document is new: it fills the window once it is drawn
        session.document_changed.connect(self._open)
        analysis.changed.connect(self._draw)
        preferences.angle_unit_changed.connect(self.draw_model)
        self._arrows.chosen.connect(self.zoom_arrows)
        viewport.set_legend_folded(preferences.legend_folded)
        viewport.legend_folded.connect(lambda folded: setattr(preferences, "legend_folded", folded))

    @property
    def switches(self) -> ViewSwitches:
        """What is drawn now."""
        return self._switches.now

    def draw_model(self) -> None:
        """Draw the layer of the model anew: another body is selected or hidden."""
        snapshot, drawing, switches = self._session.snapshot, self.model_drawing, self._switches.now
        if snapshot is None or drawing is None:
            return
        view, unit = self._viewport.view, self._preferences.angle_unit
        drawn = drawing.overlays(switches, view.poses, snapshot.q, view.hidden_bodies(), view.selected or "", unit)
        self._picture.put("model", drawn, drawing.legend(switches, drawn))

    def _open(self) -> None:
        session, viewport = self._session, self._viewport
        snapshot, document = session.snapshot, session.document
        if snapshot is None or document is None:
            return
        old = viewport.view.model
        viewport.set_model(session.model)
        if not session.rebuilding or old is None or old.body_names != session.model.body_names:
            self._picture.drop_ghosts()
        if not session.rebuilding:
            viewport.set_floor_visible(None)
        viewport.show_poses(snapshot.poses)
        size = viewport.view.bodies_ball()[1]
        self._picture.size = size
        before = self.snapshot_drawing
        self.snapshot_drawing = SnapshotDrawing.of_scene(document.scene, viewport.view)
        if session.rebuilding and before is not None:
            self.snapshot_drawing.contacts.zoom = before.contacts.zoom
        self._arrows.show_value(self.snapshot_drawing.contacts.zoom)
        self.model_drawing = ModelDrawing(session.model, size, viewport.view.poses)
        viewport.set_framing(framing(document.scene, viewport.view))
        self._fits = not session.rebuilding
        viewport.set_frames_visible(self._switches.now.frames and self._switches.now.all_frames)

    def _draw(self) -> None:
        snapshot = self._session.snapshot
        if snapshot is not None:
            self._viewport.show_poses(snapshot.poses)  # first, as what is drawn of the model lies on the bodies
            self._draw_snapshot(snapshot)
            self.draw_model()
        if self._fits:
            self._fits = False
            self._picture.flush()  # what is drawn beside the bodies so far is to be in sight as well
            self._viewport.fit()

    def render_options(self) -> dict[str, str]:
        """Options of the command `render` that draw what is drawn here."""
        switches, drawing = self._switches.now, self.snapshot_drawing
        return {
            "frame": (self._session.frame if switches.ellipsoids else "") or "none",
            "hide": ",".join(key for key in HIDEABLE if not getattr(switches, key)),
            "arrows": str(0 if drawing is None else drawing.contacts.zoom),
        }

    def contact_scales(self) -> ContactScales | None:
        """How long forces and impulses of contacts are drawn; None: none are."""
        drawing, switches = self.snapshot_drawing, self._switches.now
        drawn = switches.contacts and switches.normal_forces
        return None if drawing is None or not drawn else drawing.contacts.shown

    def zoom_arrows(self, steps: int) -> None:
        """Draw arrows by so many steps longer than usual, < 0 shorter."""
        if self.snapshot_drawing is not None:
            self.snapshot_drawing.contacts.zoom = steps
            self._arrows.show_value(steps)
            self._draw()

    def _draw_snapshot(self, snapshot: Snapshot) -> None:
        analysis, drawing, switches = self._analysis, self.snapshot_drawing, self._switches.now
        if drawing is None:
            return
        contacts = self._session.contacts or snapshot.contacts
        if not self._session.playback.playing:  # while it plays, the legend does not change height at every impact
            drawing.contacts.forget()
        overlays = drawing.overlays(
            switches, contacts, recent_impacts(self._session.playback), analysis.report, analysis.capabilities, analysis.trail
        )
        self._picture.put("snapshot", overlays, drawing.legend(switches, analysis.capabilities))
