"""Torques from a table of instants, and what a control law gives at one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....arrays import Array, as_floats, frozen
from ....errors import ArgumentError, UnknownNameError
from ....multibody.model.model import Model

HOLDS = ("previous", "linear")


@dataclass(frozen=True, eq=False, slots=True)
class JointCommand:
    """Torques that a control law gives at one instant."""

    tau: Array  # (nv,) within the effort limits [N m | N]
    saturated: np.ndarray  # (nv,) bool: the law asked for more than the limit


def limited(model: Model, tau: Array) -> JointCommand:
    """Torques (nv,) clipped to ±`model.effort_limit`, and where that changed them."""
    limit = model.effort_limit
    return JointCommand(frozen(np.clip(tau, -limit, limit)), frozen(np.abs(tau) > limit))


@dataclass(frozen=True, eq=False, slots=True)
class TorquePlayback:
    """Torques read from a table of instants; before the first and after the last, those hold.

    hold "previous": row k acts from times[k] until times[k + 1]; "linear": between rows, straight. The arrays are copied.
    Raises ArgumentError for tables that do not fit, UnknownNameError for another `hold`.
    """

    model: Model
    times: Array  # (n,) increasing [s]
    torques: Array  # (n, nv) [N m | N]
    hold: str = "previous"  # or "linear"

    def __post_init__(self) -> None:
        times, torques = as_floats("times", self.times), as_floats("torques", self.torques)
        if times.ndim != 1 or not len(times) or not np.all(np.isfinite(times)) or np.any(np.diff(times) <= 0.0):
            raise ArgumentError(
                "times must be increasing finite numbers [s], one at least; given shape {shape}", shape=times.shape
            )
        shape = (len(times), self.model.nv)
        if torques.shape != shape or not np.all(np.isfinite(torques)):
            raise ArgumentError(
                "torques must be finite numbers of shape {shape} (times, nv of model {model!r}); given shape {torques_shape}",
                shape=shape,
                model=self.model.name,
                torques_shape=torques.shape,
            )
        if self.hold not in HOLDS:
            raise UnknownNameError("hold", str(self.hold), HOLDS)
        object.__setattr__(self, "times", frozen(times))
        object.__setattr__(self, "torques", frozen(torques))

    def __call__(self, t: float, q: Array | None = None, v: Array | None = None) -> Array:
        """Torques (nv,) at t [N m | N]; q and v are not looked at."""
        return self.command(t, q, v).tau

    def command(self, t: float, q: Array | None = None, v: Array | None = None) -> JointCommand:
        """The torques, and which are saturated."""
        return limited(self.model, self.at(t))

    def at(self, t: float) -> Array:
        """The torques (nv,) of the table at t, whatever the limits."""
        last = len(self.times) - 1
        k = min(max(int(np.searchsorted(self.times, t, side="right")) - 1, 0), last)
        tau = self.torques[k]
        if self.hold == "linear" and k < last and t > self.times[0]:
            part = (t - self.times[k]) / (self.times[k + 1] - self.times[k])
            tau = (1.0 - part) * tau + part * self.torques[k + 1]
        return tau
