"""A snapshot as it is drawn: contacts and impulses, frames, ellipsoids, the trail, and the legend with their scales."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from torseur.sim.analysis.ellipsoids.values import Capability, FrameReport
from torseur.sim.arrays import Array
from torseur.sim.contact.contacts import Contacts
from torseur.sim.simulation.running.scene.scene import Scene
from torseur.sim.texts import tr
from torseur.ui.look.theme import VELOCITY
from torseur.ui.viewport.marks import FrameTriad, LegendRow, Overlays, Trail
from torseur.ui.viewport.mesh.bounds import ball_of_balls
from torseur.ui.viewport.view import View

from .capability_drawing import CapabilityDrawing
from .contact.contact_drawing import ContactDrawing
from .contact.contact_labels import PairNames
from .contact.contact_scales import contact_scales
from .view_switches import ViewSwitches


def robot_sizes(view: View) -> dict[str, float]:
    """Radius of a ball around each part of the scene that has bodies to be seen [m], by its name."""
    centers, radii = view.body_balls()
    drawn = view.drawn_bodies()
    names = [] if view.model is None else [name.partition("/")[0] for name in np.array(view.model.body_names)[drawn]]
    places: dict[str, list[int]] = {}
    for k, name in enumerate(names):
        places.setdefault(name, []).append(k)
    return {name: ball_of_balls(centers[k], radii[k])[1] for name, k in places.items()}


@dataclass(eq=False, slots=True)
class SnapshotDrawing:
    """Draws the snapshots of one scene. Mutable: its parts keep the scales."""

    contacts: ContactDrawing
    size: float = 1.0  # radius of a ball around the bodies [m]
    capabilities: CapabilityDrawing = field(default_factory=CapabilityDrawing)

    @classmethod
    def of_scene(cls, scene: Scene, view: View) -> SnapshotDrawing:
        """Of a scene; `view` shows it at its first poses."""
        drawing = ContactDrawing(contact_scales(scene, view), PairNames.of_model(scene.model))
        return cls(drawing, view.bodies_ball()[1], CapabilityDrawing(robot_sizes(view)))

    def overlays(
        self,
        switches: ViewSwitches,
        contacts: Contacts | None,
        impacts: Sequence[Contacts] = (),
        report: FrameReport | None = None,
        capabilities: Sequence[Capability] = (),
        trail: Array | None = None,
    ) -> Overlays:
        """All that is drawn of an instant. `impacts` are those of the last moments, each at its own instant."""
        arrows, points, labels = self.contacts.draw(switches, contacts, impacts, self.size)
        frames = []
        if report is not None and switches.frames:
            frames.append(FrameTriad(report.pose, 0.22 * self.size, report.frame))
        if switches.frames and switches.world_frame:
            frames.append(FrameTriad(np.eye(4), 0.3 * self.size, tr("world")))
        trails = () if trail is None or not switches.trail else (Trail(trail, VELOCITY),)
        drawn = capabilities if switches.ellipsoids else ()
        ellipsoids, polytopes = self.capabilities.draw(switches, drawn, self.size)
        return Overlays(arrows, ellipsoids, tuple(frames), points, labels, trails, polytopes=polytopes)

    def legend(self, switches: ViewSwitches, capabilities: Sequence[Capability] = ()) -> tuple[LegendRow, ...]:
        """What the colours mean and how long one unit is drawn, for what was drawn since the contacts were forgotten."""
        rows = self.capabilities.legend(capabilities) if switches.ellipsoids else []
        contacts = self.contacts.legend(switches)
        has_arrows = any("arrow" in row.kind for row in contacts)
        slider = [LegendRow("slider", "", tr("Length of arrows"))] if has_arrows else []
        return (*rows, *contacts, *slider, LegendRow("floor", "", tr("Floor tile")))
