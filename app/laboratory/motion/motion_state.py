"""The motion that all pages on dynamics show: q̇, q̈ and the loads of the environment, at the pose that is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.arrays import Array
from torseur.sim.compilation import DYNAMICS
from torseur.sim.multibody.model.model import Model
from torseur.ui.text.same_value import Value

from ...session.session import Session
from ...session.undo import Change, push
from .coordinates import Coordinate, coordinates
from .joint_motion import JointMotion, recorded_motion
from .loads import Loads

if TYPE_CHECKING:
    from torseur.sim.contact.contacts import Contacts
    from torseur.sim.simulation.recording.recording import Recording

    from ...documents.document import Document

MOST = 110  # numbers of q̇: fields and tables of more cannot be read


@dataclass(frozen=True, eq=False, slots=True)
class Instant(Value):
    """What the pages compute from."""

    model: Model
    q: Array  # (nq,)
    v: Array  # (nv,) q̇ [rad/s | m/s]
    a: Array  # (nv,) q̈ [rad/s² | m/s²]
    loads: Loads  # f_e
    gravity: tuple[float, float, float]  # [m/s²]
    sentence: str  # on where q̇ and q̈ come from; empty: they were typed
    motion: JointMotion  # where they come from
    contacts: Contacts | None = None  # of the recorded instant that is followed

    @property
    def wrenches(self) -> dict[str, Array]:
        """The loads [f; n] (6,) by their bodies, at the bodies' origins along world axes [N, N m]."""
        from torseur.sim.analysis.statics.load import load_wrenches

        return load_wrenches(self.model, self.q, self.loads.loads)

    @property
    def acting(self) -> dict[str, Array]:
        """The same with the forces of contacts, where the instant is a recorded one: all that touches or pulls each body."""
        from torseur.sim.multibody.algebra.plain_spatial import force_at
        from torseur.sim.multibody.kinematics.kinematics import frame_poses

        found = dict(self.wrenches)
        if self.contacts is None or not np.any(self.contacts.force):
            return found
        names, poses = self.model.body_names, frame_poses(self.model, self.q)
        for sides, sign in ((self.contacts.body_a, -1.0), (self.contacts.body_b, 1.0)):
            for body, point, force in zip(sides.tolist(), self.contacts.point, self.contacts.force, strict=True):
                if body > 0:  # the world is held, whatever touches it
                    name = names[body]
                    lever = poses[self.model.frame_index(name), :3, 3] - point
                    wrench = force_at(lever, np.concatenate([sign * force, np.zeros(3)]))
                    found[name] = found.get(name, np.zeros(6)) + wrench
        return found


class MotionState(QObject):
    """One for all pages; the page State edits it, which can be undone. `changed` tells of edits, not of time that goes on.

    When time goes on, and at each instant that is gone to, it is the recording's; what was typed is kept for posing.
    """

    changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._model: Model | None = None
        self._coordinates: tuple[Coordinate, ...] = ()
        self._motion, self._loads = JointMotion.rest(0), Loads()
        self._at: tuple[Recording | None, int] = None, -1  # the instant that was followed last
        self._carried: Document | None = None  # another scene of the robot that was open
        self._drags = 0  # counts them: changes of one number in one drag are one edit
        session.document_changed.connect(self._follow_model)  # at once: only now is it known whether it is the same robot
        session.snapshot_changed.connect(self._follow_time)

    @property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """The numbers of q̇, of the model that is open."""
        self._follow_model()
        return self._coordinates

    @property
    def motion(self) -> JointMotion:
        """What was typed, or that the recording is followed."""
        self._follow_model()
        self._follow_time()
        return self._motion

    @property
    def loads(self) -> Loads:
        """What the environment does to the robot."""
        self._follow_model()
        return self._loads

    @property
    def reason(self) -> str:
        """Why there is nothing to show of this scene; empty: there is."""
        nv = self._session.model.nv
        if not self._session.kernels.has(DYNAMICS):
            return self.tr("The kernels of dynamics are not ready yet.")
        if nv == 0:
            return self.tr("Nothing here has a joint: nothing moves.")
        if nv > MOST:
            text = self.tr("This scene has {n} degrees of freedom; the page shows at most {most}.")
            return text.format(n=nv, most=MOST)
        return ""

    def instant(self) -> Instant:
        """The motion at the snapshot that is shown."""
        session, motion = self._session, self.motion
        snapshot, document = session.snapshot, session.document
        assert snapshot is not None
        assert document is not None
        v, a, sentence, contacts = motion.v, motion.a, motion.sentence, None
        if motion.source == "recording":
            v, a, sentence = recorded_motion(session.recording, session.index, snapshot.v)
            sentence += self._what_is_typed()
            contacts = snapshot.contacts
        gravity = document.scene.gravity
        return Instant(session.model, snapshot.q, v, a, self.loads, gravity, sentence, motion, contacts)

    def show_motion(self, motion: JointMotion) -> None:
        """Have another motion."""
        self._motion = motion
        self.changed.emit()

    def keep(self) -> tuple[tuple[Coordinate, ...], JointMotion, Loads]:
        """What was typed, of which numbers, and the loads: no file says them."""
        return self.coordinates, self.motion.typed, self.loads

    def bring_back(self, state: tuple[tuple[Coordinate, ...], JointMotion, Loads]) -> None:
        """Have again what was typed, where it fits, and the loads; a recording that is open is followed."""
        if state[0] == self.coordinates:
            self._at = None, -1
            self._motion = state[1]
        self.show_loads(state[2])

    def take_over(self, other: MotionState) -> None:
        """Have the motion and the loads of another, of the same robot."""
        self._follow_model()
        self._motion, self._loads, self._at, self._carried = other._motion, other._loads, other._at, other._carried
        self.changed.emit()

    def carry_to(self, document: Document) -> None:
        """It will be opened, and is the robot that is open in another scene: motion and loads stay, also on the way back."""
        self._carried = document

    def show_loads(self, loads: Loads) -> None:
        """Have other loads: those on what of the robot is still there."""
        self._loads = loads.on(self._session.model.frame_names)
        self.changed.emit()

    def end_drag(self) -> None:
        """The next change of a number is another edit."""
        self._drags += 1

    def type_motion(self, motion: JointMotion, text: str, drag: str = "") -> None:
        """Have another motion, as an edit that is called `text`; those of one `drag` are one, until it ends."""
        key = (drag, self._drags) if drag else None
        push(self._session.undo_stack, Change(self.motion, motion, self.show_motion, text, key))

    def edit_loads(self, loads: Loads, text: str, before: Loads) -> None:
        """Have other loads; as an edit that is called `text`, of what was before, or where that is empty, as a part of one."""
        if text:
            push(self._session.undo_stack, Change(before, loads, self.show_loads, text))
        else:
            self.show_loads(loads)

    def _what_is_typed(self) -> str:
        """What of the user's own is not the recording's."""
        text = ""
        if self._session.posing:
            return text
        typed = self._motion.typed
        if typed.v.any() or typed.a.any():
            text += self.tr(" What you typed is back when the robot is posed or reset.")
        if self._loads.loads:
            text += self.tr(" The external forces below are yours: the recording did not have them.")
        return text

    def _follow_time(self) -> None:
        """Another instant of a recording shows the motion that it has."""
        recording, index = self._session.recording, self._session.index
        if recording is not self._at[0] or index != self._at[1]:
            self._at = recording, index
            before, self._motion = self._motion, self._motion.at_instant(index)
            if self._motion.kept is before and (before.v.any() or before.a.any()):
                self._session.message.emit(
                    self.tr("q̇ and q̈ are the recording's now."),
                    self.tr("What you typed is back when the robot is posed or reset."),
                    "plain",
                )

    def _follow_model(self) -> None:
        """Another robot is at rest and unloaded; the same with other parameters moves on, and so it does in another scene."""
        session, document = self._session, self._session.document
        if document is None or session.model is self._model:
            return
        before, self._model = self._coordinates, session.model
        self._coordinates = coordinates(self._model)
        if session.rebuilding or self._is_carried(document):
            self._loads = self._loads.on(self._model.frame_names)
        else:
            self._loads, self._carried, before = Loads(), None, ()
        if before != self._coordinates:
            source = "recording" if self._motion.source == "recording" and self._motion.kept is None else "typed"
            self._motion = JointMotion.rest(self._model.nv, source)
            self._at = None, -1

    def _is_carried(self, document: Document) -> bool:
        """Whether it is the other scene of the robot, or what that was made from."""
        carried = self._carried
        return carried is not None and (
            document is carried or (bool(document.reference) and document.reference == carried.reference)
        )
