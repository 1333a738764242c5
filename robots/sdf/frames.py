"""Where links, joints and frames of an SDF model are, from poses that are relative to one another.

http://sdformat.org/tutorials?tut=pose_frame_semantics
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from torseur.sim.arrays import Array
from torseur.sim.errors import UnknownNameError
from torseur.sim.texts import tr

from ..faults import Fault
from ..urdf.document import Element, UrdfDocument, owner
from .sdf_elements import MODEL, pose_of


@dataclass(slots=True)
class Frames:
    """The frames of one model: by their names, the elements that place them."""

    document: UrdfDocument
    elements: dict[str, Element]  # of links, joints and frames
    canonical: str  # the link that the model's own frame moves with; empty: there is no link
    _poses: dict[str, Array] = field(default_factory=dict)

    def pose(self, name: str) -> Array:
        """Return the pose (4, 4) X_MF of a frame F in the model's frame M.

        Raises `Fault` where poses lead back to themselves, or name what does not exist.
        """
        way: dict[str, Element] = {}  # the frame, what it is relative to, and so on
        while name != MODEL and name not in self._poses:
            element = self.elements[name]
            if name in way:
                raise self._cycle(list(way)[list(way).index(name) :])
            way[name] = element
            name = self._relative_to(element) or self._default(element)
        pose = np.eye(4) if name == MODEL else self._poses[name]
        for name, element in reversed(way.items()):
            pose = self._poses[name] = pose @ pose_of(self.document, element)
        return pose

    def _cycle(self, names: list[str]) -> Fault:
        """Return the fault of frames that are placed by one another, told from the first in the file, wherever it was met."""
        first = min(range(len(names)), key=lambda i: (self.elements[names[i]].sourceline, names[i]))
        names = names[first:] + names[:first]
        element, lead = self.elements[names[0]], " → ".join([*names, names[0]])
        return self.document.error(
            "frame-cycle", element, tr("{owner}poses lead back: {lead}", owner=owner(element), lead=lead), lead
        )

    def placed(self, element: Element, default: str) -> Array:
        """Return the pose (4, 4) X_MF that an element's <pose> gives, relative to `default` if it says nothing."""
        return self.pose(self._relative_to(element) or default) @ pose_of(self.document, element)

    def _relative_to(self, element: Element) -> str:
        """Return the frame that an element's <pose> names; empty if it names none."""
        pose = element.find("pose")
        named = "" if pose is None else (pose.get("relative_to") or pose.get("frame") or "").strip()
        return self.known(pose, named) if named else ""

    def known(self, element: Element, name: str) -> str:
        """Return a name of a frame, if there is such; raises `Fault`."""
        if name != MODEL and name not in self.elements:
            message = owner(element) + str(UnknownNameError("frame", name, [MODEL, *self.elements]))
            raise self.document.error("frame-unknown", element, message, name, tr("a link, joint or frame"))
        return name

    def link_of(self, element: Element, name: str) -> str:
        """Return the link that a frame is fixed to, on which it stands; `element` is what names it. Raises `Fault`."""
        seen: dict[str, None] = {}
        while True:
            if self.known(element, name) == MODEL:
                return self.canonical
            found = self.elements[name]
            if found.tag == "link":
                return name
            if name in seen:
                way = " → ".join([*seen, name])
                raise self.document.error(
                    "frame-cycle", found, tr("{owner}frames lead back: {way}", owner=owner(found), way=way), way
                )
            seen[name] = None
            element, name = found, self._attached(found)

    def _attached(self, element: Element) -> str:
        named = element.get("child") if element.tag == "joint" else element.get("attached_to")
        return (named or "").strip() or MODEL

    def _default(self, element: Element) -> str:
        """Return what a pose is relative to that does not say it."""
        return MODEL if element.tag == "link" else self.known(element, self._attached(element))
