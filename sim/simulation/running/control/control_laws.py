"""Control laws as functions of (t, q, v): proportional-derivative and computed torque; torques are played by `torque_playback`.

Each is called as law(t, q, v) and gives torques (nv,), within the model's effort limits; `law.command(t, q, v)` also says
which are saturated. They are what `integrate_motion` takes as `torque`. A scene's `Controller` has the same two laws, the
proportional-derivative one there acting implicitly in the step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ....arrays import Array, frozen
from ....errors import ArgumentError
from ....multibody.dynamics.inverse_dynamics import gravity_torque, inverse_dynamics
from ....multibody.kinematics.configuration import difference
from ....multibody.model.checks import checked, checked_gain, checked_gravity
from ....multibody.model.model import GRAVITY, JointKind, Model
from .controller import Controller
from .joint_damping import joint_damping
from .torque_playback import JointCommand, limited

Trajectory = Callable[[float], tuple[Any, Any, Any]]
"""A desired motion: t [s] → q (nq,), v (nv,), a (nv,)."""


@dataclass(frozen=True, eq=False, slots=True)
class PDControl:
    """Proportional-derivative control: τ = kp (q_d - q) - kd v, and g(q) where gravity is compensated.

    `controller` has the gains and the target, as in a scene; here a target must be given. Free-flyers get no torque.
    Raises ArgumentError for gains or a target that do not fit the model.
    Source: Siciliano, Sciavicco, Villani & Oriolo 2009, §8.5.1 (it settles at the target, without error).
    """

    model: Model
    controller: Controller
    gravity: tuple[float, float, float] = GRAVITY  # that is compensated [m/s²]
    _kp: Array = field(init=False, repr=False)
    _kd: Array = field(init=False, repr=False)
    _target: Array = field(init=False, repr=False)
    _driven: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.controller.target is None:
            raise ArgumentError(
                "PDControl of model {model!r} wants a target (nq = {nq},); given None", model=self.model.name, nq=self.model.nq
            )
        if self.controller.law != "pd":
            raise ArgumentError("PDControl wants a controller of law 'pd'; given {law!r}", law=self.controller.law)
        (target,) = checked(self.model, q_target=self.controller.target)
        driven = np.ones(self.model.nv)
        for name, (_, place) in self.model.joint_slices().items():
            if self.model.joint(name).kind is JointKind.FREE_FLYER:
                driven[place] = 0.0
        object.__setattr__(self, "_kp", checked_gain(self.model, "stiffness", self.controller.stiffness))
        object.__setattr__(self, "_kd", checked_gain(self.model, "damping", self.controller.damping))
        object.__setattr__(self, "_target", frozen(target))
        object.__setattr__(self, "_driven", driven)
        checked_gravity(self.gravity)

    def __call__(self, t: float, q: Array, v: Array) -> Array:
        """Torques (nv,) at (q, v) [N m | N]. Raises ArgumentError."""
        return self.command(t, q, v).tau

    def command(self, t: float, q: Array, v: Array) -> JointCommand:
        """The torques, and which are saturated. Raises ArgumentError."""
        q, v = checked(self.model, q=q, v=v)
        tau = self._kp * difference(self.model, q, self._target) - self._kd * v
        if self.controller.gravity_compensation:
            tau += gravity_torque(self.model, q, self.gravity)
        return limited(self.model, tau * self._driven)


@dataclass(frozen=True, eq=False, slots=True)
class ComputedTorque:
    """Computed torque: τ = H(q) (a_d + kd (v_d - v) + kp (q_d - q)) + C(q, v) + d v, which makes the error a linear oscillator.

    Its frequency is √kp [rad/s], and it is critically damped with kd = 2 √kp. `d` is the joints' viscous damping. Every degree
    of freedom must be driven: raises ArgumentError for a model with a free-flyer, and for gains that do not fit.
    Source: Siciliano, Sciavicco, Villani & Oriolo 2009, §8.5.2; Luh, Walker & Paul 1980.
    """

    model: Model
    trajectory: Trajectory  # t [s] → q_d (nq,), v_d (nv,), a_d (nv,)
    stiffness: float | Array = 0.0  # kp, one or (nv,) [1/s²]
    damping: float | Array = 0.0  # kd, one or (nv,) [1/s]
    gravity: tuple[float, float, float] = GRAVITY  # [m/s²]
    joint_damping: bool = True  # whether d v is in τ, as the damping is in `simulate` and `integrate_motion`
    _kp: Array = field(init=False, repr=False)
    _kd: Array = field(init=False, repr=False)
    _d: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        flying = [joint.name for joint in self.model.joints if joint.kind is JointKind.FREE_FLYER]
        if flying:
            raise ArgumentError(
                "ComputedTorque drives every degree of freedom; in model {model!r} nothing drives the free-flyer {flying!r}",
                model=self.model.name,
                flying=flying[0],
            )
        object.__setattr__(self, "_kp", checked_gain(self.model, "stiffness", self.stiffness))
        object.__setattr__(self, "_kd", checked_gain(self.model, "damping", self.damping))
        object.__setattr__(self, "_d", joint_damping(self.model) * float(self.joint_damping))
        checked_gravity(self.gravity)

    def __call__(self, t: float, q: Array, v: Array) -> Array:
        """Torques (nv,) at (t, q, v) [N m | N]. Raises ArgumentError."""
        return self.command(t, q, v).tau

    def command(self, t: float, q: Array, v: Array) -> JointCommand:
        """The torques, and which are saturated. Raises ArgumentError."""
        q_d, v_d, a_d = self.trajectory(t)
        q, v, q_d, v_d, a_d = checked(self.model, q=q, v=v, q_desired=q_d, v_desired=v_d, a_desired=a_d)
        a = a_d + self._kd * (v_d - v) + self._kp * difference(self.model, q, q_d)
        return limited(self.model, inverse_dynamics(self.model, q, v, a, gravity=self.gravity) + self._d * v)
