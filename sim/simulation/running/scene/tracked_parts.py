"""The tracked motion of one part of a scene as arrays for the kernels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....arrays import Array
from ....errors import SceneError
from ....multibody.model.combining import name_in_whole
from ....multibody.model.model import Model
from ...step_arrays import Control
from ..control.torque_playback import TorquePlayback
from ..control.tracking_control import TrackingControl, driven_numbers

Driven = tuple[str, Model, object]
"""Name and model of a part of a scene, and its controller."""


def with_tracking(name: str, parts: Sequence[Driven], model: Model, control: Control, path: str) -> Control:
    """The arrays with the motion that a part tracks; as they are if none does. Raises SceneError."""
    tracking = [(k, law) for k, (_, _, law) in enumerate(parts) if isinstance(law, TrackingControl)]
    if not tracking:
        return control
    others = [own for own, _, law in parts if isinstance(law, TorquePlayback)]
    if len(tracking) > 1 or others:
        who = ", ".join(repr(each) for each in [*(parts[k][0] for k, _ in tracking), *others])
        raise SceneError(
            "scene {name!r}: one part alone may track a motion or play torques; {who} do", path or None, name=name, who=who
        )
    k, law = tracking[0]
    own, part, _ = parts[k]
    if (law.model.nq, law.model.nv) != (part.nq, part.nv):
        raise SceneError(
            "scene {name!r}: the motion of {own!r} is for nq = {nq}, nv = {nv}; its model has {part_nq}, {part_nv}",
            path or None,
            name=name,
            own=own,
            nq=law.model.nq,
            nv=law.model.nv,
            part_nq=part.nq,
            part_nv=part.nv,
        )
    return _filled(parts, k, law, model, control)


def _filled(parts: Sequence[Driven], which: int, law: TrackingControl, model: Model, control: Control) -> Control:
    own, part, _ = parts[which]
    iq, iv = sum(each.nq for _, each, _ in parts[:which]), sum(each.nv for _, each, _ in parts[:which])
    in_q, in_v = slice(iq, iq + part.nq), slice(iv, iv + part.nv)
    counts = [len(phase.times) for phase in law.phases]
    k, n, nv = sum(counts), part.nv, model.nv
    q, v, torques = np.tile(control.q_target, (k, 1)), np.zeros((k, nv)), np.zeros((k, nv))
    q[:, in_q] = np.concatenate([phase.q for phase in law.phases])
    v[:, in_v] = np.concatenate([phase.v for phase in law.phases])
    torques[:, in_v] = np.concatenate([phase.torques for phase in law.phases])
    gains = np.zeros((0, nv, 2 * nv))
    given = [phase.gains for phase in law.phases if phase.gains is not None]
    if given:
        table, gains = np.concatenate(given), np.zeros((k, nv, 2 * nv))
        gains[:, in_v, in_v], gains[:, in_v, nv + iv : nv + iv + n] = table[:, :, :n], table[:, :, n:]
    held = np.zeros((len(counts), len(model.table)), dtype=np.int64)
    for p, phase in enumerate(law.phases):
        for body in phase.held:
            held[p, model.frame_row[model.frame_index(name_in_whole(own, part, body))]] = 1
    return control._replace(
        track_times=np.concatenate([phase.times for phase in law.phases]),
        track_q=q,
        track_v=v,
        track_torques=torques,
        track_gains=gains,
        track_first=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        track_held=held,
        track_driven=_driven(part, in_v, nv),
        track_numbers=np.array([float(law.restarts), law.cone, 0.0]),
        track_now=np.array([-1, 0]),
        track_began=np.full(len(counts), np.nan),
    )


def follow_from(control: Control, elapsed: float, t: float) -> None:
    """Let the motion, if there is one, go on from where it is planned to be so long after its beginning [s]; it is t now [s]."""
    if not len(control.track_times) or elapsed <= 0.0:
        return
    begins = control.track_times[control.track_first[:-1]] - control.track_times[0]
    phase = int(np.searchsorted(begins, elapsed, side="right")) - 1
    control.track_now[:] = phase, control.track_first[phase]
    control.track_began[: phase + 1] = t - elapsed + begins[: phase + 1]


def _driven(part: Model, in_v: slice, nv: int) -> Array:
    """1 for the torques (nv,) that there are."""
    driven = np.zeros(nv)
    driven[in_v] = driven_numbers(part)
    return driven
