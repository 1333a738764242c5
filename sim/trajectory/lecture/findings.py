"""What the physics says of any solution of the lecture's problem, which asks for little of it: checked between the knots too."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...arrays import Array
from ...texts import as_shown, tr
from ..task.lecture_switches import LectureSwitches
from .lecture_dynamics import GRAVITY, LEG_LONGEST, LEG_SHORTEST, M_FOOT, STEP, held_step, leg, leg_force, rate_of
from .lecture_exact import exact_step

INSTANTS = 20  # looked at in each interval
FRICTION = 0.5  # the coefficient that a cone is told for: the lecture has none
_ROUNDING = 1e-7  # [N | m]


@dataclass(frozen=True, slots=True)
class LectureFinding:
    """One thing that cannot be, or that the lecture's limits forbid, at its worst."""

    kind: str  # "pull", "cone", "impulse", "foot below ground", "body below ground", "leg too short", "leg too long"
    value: float  # [N], |t|/n, or [m]
    t: float  # [s]
    sentence: str


@dataclass(frozen=True, eq=False, slots=True)
class DenseMotion:
    """The plan with each interval integrated exactly from its planned knot (samples, n): what is really between the knots."""

    t: Array
    x: Array
    u: Array
    stance: NDArray[np.bool_]  # (samples,)

    @property
    def leg(self) -> Array:
        """Its length (samples,) [m]."""
        return np.asarray(leg(self.x.T)[2])

    def ground_force(self, torque: bool) -> Array:
        """Of the ground on the foot in stance (samples, 2), along x and z [N]: what holds the foot still; NaN in flight."""
        fx, fz = leg_force(self.x.T, self.u.T, torque)
        found = np.stack([fx, fz + M_FOOT * GRAVITY], axis=1)
        return np.where(self.stance[:, None], found, np.nan)


def dense_motion(x: Array, u: Array, switches: LectureSwitches, instants: int = INSTANTS) -> DenseMotion:
    """Of planned states (45, n) and inputs (44, 2)."""
    parts = [np.vstack([x[k], exact_step(x[k], u[k], k, switches, instants)]) for k in range(len(u))]
    steps = np.repeat(np.arange(len(u)), instants + 1)
    t = STEP * (steps + np.tile(np.arange(instants + 1) / instants, len(u)))
    return DenseMotion(np.asarray(t), np.vstack(parts), u[steps], np.array([switches.is_stance(int(k)) for k in steps]))


def lecture_findings(x: Array, u: Array, switches: LectureSwitches, friction: float = FRICTION) -> tuple[LectureFinding, ...]:
    """What a solution does that it should not; empty: nothing was found at 20 instants an interval."""
    motion = dense_motion(x, u, switches)
    force = motion.ground_force(switches.torque)
    normal, along = force[:, 1], np.abs(force[:, 0])
    held, always = motion.stance, np.full(len(motion.t), True)
    found = [
        _lowest("pull", normal, held, 0.0, motion, tr("The ground would have to pull the foot with {0} N")),
        _lowest(
            "cone",
            -along / np.maximum(normal, 1e-9),
            held & (normal > 1.0),
            -friction,
            motion,
            tr("The foot would slip: friction is {0} of the normal force, more than ") + as_shown(f"{friction:g},"),
        ),
        _lowest("foot below ground", motion.x[:, 3], ~held, 0.0, motion, tr("The foot is {0} below the ground")),
        _lowest("body below ground", motion.x[:, 1], always, 0.0, motion, tr("The body is {0} below the ground")),
        _lowest(
            "leg too short",
            motion.leg - LEG_SHORTEST,
            always,
            0.0,
            motion,
            tr("Between knots the leg is shorter than {leg_shortest:g} m by ", leg_shortest=LEG_SHORTEST) + "{0}",
        ),
        _lowest(
            "leg too long",
            LEG_LONGEST - motion.leg,
            always,
            0.0,
            motion,
            tr("Between knots the leg is longer than {leg_longest:g} m by ", leg_longest=LEG_LONGEST) + "{0}",
        ),
    ]
    found.append(_impulse(x, u, switches, friction))
    return tuple(one for one in found if one is not None)


def touch_down_velocities(x: Array, u: Array, switches: LectureSwitches) -> tuple[Array, Array]:
    """Of the foot just before each touch-down (touch-downs, 2), along x and z [m/s], and when these are [s]."""
    knots = [k for k in range(len(u)) if switches.ends_in_touch_down(k)]
    rate = rate_of(False, switches)
    found = [held_step(rate, x[k], u[k], switches.substeps)[6:8] for k in knots]
    return np.array(found).reshape(-1, 2), np.asarray(STEP * (np.array(knots) + 1.0))


def _impulse(x: Array, u: Array, switches: LectureSwitches, friction: float) -> LectureFinding | None:
    """The touch-down whose impulse is furthest out of the cone."""
    velocities, t = touch_down_velocities(x, u, switches)
    if len(velocities) == 0:
        return None
    ratio = np.abs(velocities[:, 0]) / np.maximum(-velocities[:, 1], 1e-9)
    worst = int(np.argmax(ratio))
    if ratio[worst] <= friction:
        return None
    value, when = float(ratio[worst]), float(t[worst])
    words = tr(
        "The foot would slip as it lands: friction is {value:.2f} of the normal impulse, more than {friction:g},",
        value=value,
        friction=friction,
    )
    return LectureFinding("impulse", value, when, words + tr(" at {t:.2f} s.", t=when))


def _lowest(
    kind: str, values: Array, where: NDArray[np.bool_], bound: float, motion: DenseMotion, words: str
) -> LectureFinding | None:
    """What is below its bound by most, if anything is."""
    values = np.where(where, values, np.inf)
    at = int(np.nanargmin(values))
    if values[at] >= bound - _ROUNDING:
        return None
    value, t = float(-values[at]), float(motion.t[at])
    told = length_text(value) if kind not in ("pull", "cone") else as_shown(f"{value:.{1 if kind == 'pull' else 2}f}")
    return LectureFinding(kind, value, t, words.format(told) + tr(" at {t:.2f} s.", t=t))


def length_text(metres: float) -> str:
    """A length as it is said, in m or mm."""
    return as_shown(f"{metres:.2f} m" if metres >= 0.1 else f"{1e3 * metres:.2g} mm")
