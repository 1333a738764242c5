"""What a controller of a model is told: its law, its gains, its target."""

from __future__ import annotations

from dataclasses import dataclass

from ....arrays import Array

CONTROL_LAWS = ("pd", "computed_torque")


@dataclass(frozen=True, eq=False, slots=True)
class Controller:
    """Control of all one-degree joints of one model: what holds them at a target, or brings them there.

    "pd"              : τ = kp (q_t - q) - kd v, and g(q) with gravity compensation
    "computed_torque" : τ = H(q) (kp (q_t - q) - kd v) + C(q, v) + d v, for models that have joints of one degree only: each
                        error is an oscillator of its own, of frequency √kp. See `ComputedTorque`.
    Gains may be one number, or one a degree of freedom (nv,). The target is a configuration of that model.
    """

    stiffness: float | Array = 0.0  # kp [N m/rad | N/m]; for computed torque [1/s²]
    damping: float | Array = 0.0  # kd [N m s/rad | N s/m]; for computed torque [1/s]
    target: Array | None = None  # (nq of the model,); None: where it starts
    gravity_compensation: bool = False  # of "pd"; the other has it anyway
    law: str = "pd"  # of CONTROL_LAWS
