"""The joint panel: sliders that pose, drive, and follow silently."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.arrays import Array
from torseur.sim.texts import tr
from torseur.ui.panels.joints.joint_panel import JointPanel
from torseur.ui.panels.joints.values import JointGroup

from ..documents.joint_names import joint_groups
from ..session.session import Session


class JointsBinding(QObject):
    """Between the joint panel and the session."""

    selected = Signal(str)  # a joint

    def __init__(self, session: Session, panel: JointPanel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._panel = session, panel
        self._groups: tuple[JointGroup, ...] = ()
        self._places: dict[str, int] = {}
        self._bounds: dict[str, tuple[float, float]] = {}
        self._is_angle: dict[str, bool] = {}
        self._dragged_joint = ""  # the joint under the user's hand
        self._poses: dict[str, Array] = {}
        session.document_changed.connect(self._open)
        session.document_listed.connect(self._list)
        session.snapshot_changed.connect(self.refresh)
        panel.moved.connect(self._move)
        panel.released.connect(self._release)
        panel.selected.connect(self.selected)
        panel.home_requested.connect(self.home)
        panel.zero_requested.connect(self.zero)
        panel.random_requested.connect(self.random)
        panel.pose_chosen.connect(self.choose_pose)
        panel.pose_store_requested.connect(self.store_pose)

    @property
    def poses(self) -> dict[str, Array]:
        """Configurations (nq,) by their names."""
        return self._poses

    def show_selected(self, joint: str) -> None:
        """Let a joint stand out in the panel."""
        self._panel.show_selected(joint)

    def refresh(self) -> None:
        """Show where the joints are; the one under the user's hand stays where the hand is."""
        if not self._places:
            return
        q = self._session.q
        self._panel.show_positions({name: float(q[k]) for name, k in self._places.items() if name != self._dragged_joint})
        self._panel.show_pose(self._pose_name(q))

    def home(self) -> None:
        """Where the document started."""
        if self._session.document is not None:
            self._put_joints(self._session.document.scene.initial.q, tr("Home"))

    def zero(self) -> None:
        """All joints at zero, or the limit nearest to it."""
        q = np.array(self._session.q)
        for name, k in self._places.items():
            lower, upper = self._bounds[name]
            q[k] = min(max(0.0, lower), upper)
        self._put_joints(q, tr("Zero"))

    def random(self) -> None:
        """Any pose within the limits; joints without limits anywhere in a turn, or within half a metre."""
        q = np.array(self._session.q)
        generator = np.random.default_rng()
        for name, k in self._places.items():
            lower, upper = self._bounds[name]
            free = np.pi if self._is_angle[name] else 0.5
            lower = lower if np.isfinite(lower) else min(-free, upper - free)
            upper = upper if np.isfinite(upper) else max(free, lower + free)
            q[k] = generator.uniform(lower, upper)
        self._put_joints(q, tr("Random"))

    def choose_pose(self, name: str) -> None:
        """A pose by its name; of the document before, whose poses may be listed for a turn more, nothing."""
        if name in self._poses:
            self._put_joints(self._poses[name], name)

    def store_pose(self) -> None:
        """Keep the pose of now under a name."""
        k = 1
        while f"pose {k}" in self._poses:
            k += 1
        self._poses[f"pose {k}"] = np.array(self._session.q)
        self._panel.set_poses(tuple(self._poses))
        self.refresh()

    def keep(self) -> dict[str, dict[str, Array]]:
        """The poses that the user stored: where each joint is, by name; they stay when a file is read again."""
        shipped, slices = self._shipped_poses(), self._session.model.joint_slices().items()
        own = {name: q for name, q in self._poses.items() if name not in shipped}
        return {name: {joint: q[place] for joint, (place, _) in slices} for name, q in own.items()}

    def bring_back(self, poses: Mapping[str, Mapping[str, Array]]) -> None:
        """Have these poses again; joints that they do not know are where the document starts."""
        document = self._session.document
        assert document is not None
        for name, joints in poses.items():
            q = np.array(document.scene.initial.q)
            for joint, (place, _) in self._session.model.joint_slices().items():
                if joint in joints and len(joints[joint]) == place.stop - place.start:
                    q[place] = joints[joint]
            self._poses[name] = q
        self._panel.set_poses(tuple(self._poses))
        self.refresh()

    def _open(self) -> None:
        document = self._session.document
        if document is None:
            return
        slices = self._session.model.joint_slices()
        groups = self._groups = joint_groups(document.scene)
        self._dragged_joint = ""
        self._places = {spec.name: slices[spec.name][0].start for group in groups for spec in group.joints}
        self._bounds = {spec.name: (spec.lower, spec.upper) for group in groups for spec in group.joints}
        self._is_angle = {spec.name: spec.is_angle for group in groups for spec in group.joints}
        self._poses = self._shipped_poses()

    def _list(self) -> None:
        document = self._session.document
        self._panel.set_joints(self._groups)
        self._panel.set_poses(tuple(self._poses))
        self._panel.offer_scene(document is not None and document.kind == "robot")
        self.refresh()

    def _shipped_poses(self) -> dict[str, Array]:
        """The poses that the scene's robots bring; "home" is where the document starts."""
        document = self._session.document
        assert document is not None
        if not self._places:
            return {}
        found = {"home": np.array(document.scene.initial.q)}
        at = 0
        robots = [part for part in document.scene.parts if part.model.poses]
        for part in document.scene.parts:
            for name, pose in part.model.poses.items():
                key = name if len(robots) == 1 else f"{part.name} {name}"
                q = np.array(document.scene.initial.q)
                q[at : at + part.model.nq] = pose
                if key != "home" and not any(np.array_equal(q, other) for other in found.values()):
                    found[key] = q
            at += part.model.nq
        return found

    def _pose_name(self, q: Array) -> str:
        places = list(self._places.values())
        return next((name for name, pose in self._poses.items() if np.max(np.abs((q - pose)[places])) < 1e-6), "")

    def _put_joints(self, q: Array, text: str) -> None:
        """Move the joints alone: free bodies stay where they are. Controlled joints are driven while it runs."""
        places = list(self._places.values())
        if not places:
            return
        target = np.array(self._session.q)
        target[places] = q[places]
        self._session.drive(target, text)

    def _move(self, name: str, value: float) -> None:
        if name not in self._places:
            return  # of the document before, whose rows are there for a turn more
        self._dragged_joint = name
        self._session.move_joint(name, value)

    def _release(self) -> None:
        self._dragged_joint = ""
        self._session.end_drag()
        self.refresh()
