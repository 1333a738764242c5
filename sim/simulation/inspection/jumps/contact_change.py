"""Where a contact begins or ends in a recording: its force jumps, and with it the acceleration.

Source: contact-management, "Discontinuité de l'action de liaison → discontinuité de l'accélération".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ....arrays import Array, frozen
from ....contact.contacts import Mode
from ....multibody.kinematics.kinematics import frame_poses, frame_twists
from ...recording.events import Event, EventKind
from ...step_arrays import IMPACT_LEVEL

if TYPE_CHECKING:
    from ...recording.recording import Recording

_AROUND = 40  # states shown before and after


@dataclass(frozen=True, eq=False, slots=True)
class ContactChange:
    """A contact that began or ended, over the states around it; k of them, NaN where there is no number.

    Separation is taken between the two points of the bodies that touched at the change, along the normal they had there: its
    acceleration is the mean since the state before, and there is none over an impact.
    """

    event: Event  # an impact, or a lift-off
    index: int  # the state of it, just after
    at: int  # the place of that state in the arrays
    t: Array  # (k,) [s]
    force: Array  # (k,) Σ λ of the normals of the two bodies' contacts [N]
    separation: Array  # (k,) ζ̇ [m/s²]

    @property
    def ends(self) -> bool:
        """Whether the contact ended there; else it began."""
        return self.event.kind is EventKind.LIFT_OFF

    @property
    def force_before(self) -> float:
        """λ at the last state before that has one; of a contact that ends its last one [N]."""
        return _last(self.force[: self.at])

    @property
    def force_after(self) -> float:
        """λ at the first state from there on that has one [N]."""
        return _last(self.force[self._from :][::-1])

    @property
    def separation_before(self) -> float:
        """ζ̇ until the change [m/s²]."""
        return _last(self.separation[: self.at])

    @property
    def separation_after(self) -> float:
        """ζ̇ from the change on [m/s²]."""
        return _last(self.separation[self._from :][::-1])

    @property
    def _from(self) -> int:
        """The first place after: the step of a change has some of both."""
        return self.at + 1


def changing_event(recording: Recording, i: int) -> Event | None:
    """The last impact or lift-off at state i of a recording or before; None: there is none."""
    now = float(recording.t[range(len(recording))[i]])
    k = recording.events.last((EventKind.IMPACT, EventKind.LIFT_OFF), now)
    return recording.events[k] if k >= 0 else None


def contact_change(recording: Recording, i: int, around: int = _AROUND) -> ContactChange | None:
    """The last contact that began or ended at state i of a recording or before; None: there is none.

    around : states before and after it
    """
    event = changing_event(recording, i)
    if event is None:
        return None
    index = recording.index_at(event.t)
    first, last = max(0, index - around), min(len(recording), index + around + 1)
    names = recording.scene.model.body_names
    a, b = (names.index(body) for body in event.bodies)
    states = range(first, last)
    touching = index - 1 if event.kind is EventKind.LIFT_OFF else index
    point, normal = _place(recording, touching, a, b)
    force = np.array([_force(recording, k, a, b) for k in states])
    separation = np.full(len(states), np.nan)
    if normal is not None:
        separation = _separation(recording, states, (a, b), (point, normal), touching)
    at = index - first
    return ContactChange(event, index, at, frozen(recording.t[first:last].copy()), frozen(force), frozen(separation))


def _place(recording: Recording, i: int, a: int, b: int) -> tuple[Array, Array | None]:
    """The middle of the contacts of two bodies (3,) at state i, and their mean normal (3,); no normal: they do not touch."""
    contacts = recording.contacts(i)
    own = (contacts.body_a == a) & (contacts.body_b == b) & ((contacts.mode != int(Mode.OPEN)) | contacts.impact)
    if not own.any():
        return np.zeros(3), None
    normal = contacts.normal[own].sum(axis=0)
    length = float(np.linalg.norm(normal))
    return contacts.point[own].mean(axis=0), normal / length if length > 0.0 else None


def _force(recording: Recording, i: int, a: int, b: int) -> float:
    """Σ λ of two bodies at state i [N]; NaN at an impact, which has impulses."""
    contacts = recording.contacts(i)
    own = (contacts.body_a == a) & (contacts.body_b == b)
    if contacts.impact[own].any() or recording.problems.level(i) == IMPACT_LEVEL:
        return float("nan")
    return float(np.einsum("ck,ck->", contacts.force[own], contacts.normal[own]))


def _separation(
    recording: Recording, states: range, bodies: tuple[int, int], place: tuple[Array, Array], touching: int
) -> Array:
    model, (point, normal) = recording.scene.model, place
    poses = frame_poses(model, recording.q[touching])
    local = [poses[k, :3, :3].T @ (point - poses[k, :3, 3]) for k in bodies]
    velocity = []
    for i in states:
        poses, twists = frame_poses(model, recording.q[i]), frame_twists(model, recording.q[i], recording.v[i])
        of = [twists[k, :3] + np.cross(twists[k, 3:], poses[k, :3, :3] @ r) for k, r in zip(bodies, local, strict=True)]
        velocity.append(float(normal @ (of[1] - of[0])))
    t = recording.t[states.start : states.stop]
    passed = np.diff(t)
    found = np.full(len(states), np.nan)
    jumps = np.array([bool(recording.contacts(i).impact.any()) for i in states])
    smooth = (passed > 0.0) & ~(jumps[1:] & (recording.settings.scheme != "hybrid"))
    found[1:][smooth] = np.diff(velocity)[smooth] / passed[smooth]
    return found


def _last(values: Array) -> float:
    known = values[np.isfinite(values)]
    return float(known[-1]) if len(known) else float("nan")
