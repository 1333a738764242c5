"""The four faults that a solution of the lecture's problem does not show: computed, told in sentences, and how each is mended."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ...texts import as_shown, tr
from ..task.lecture_switches import LectureSwitches
from .findings import length_text, touch_down_velocities
from .lecture_dynamics import GRAVITY, KNOTS, M_FOOT, STEP, leg, state_names, state_units
from .lecture_exact import exact_step, growth, replayed, step_error
from .lecture_momentum import angular_momentum

_INSTANTS = 20  # looked at in each interval of a flight
FAR = 1e-2  # [m] that a replay misses the end by, to be told as a fault
GENTLE = 3.0  # [m/s] a foot that comes down faster is told: it is what a fall of 0.46 m gives


@dataclass(frozen=True, slots=True)
class LectureFault:
    """One of them, in a solution."""

    key: str  # "torque", "couple", "touch-down", "replay"
    title: str
    mended: bool
    sentence: str  # what this solution does, with its numbers
    cure: str  # what the switch is called, and what it does


def lecture_faults(x: Array, u: Array, switches: LectureSwitches) -> tuple[LectureFault, ...]:
    """The four, in planned states (45, n) and inputs (44, 2)."""
    return (_torque(x, u, switches), _couple(x, u, switches), _touch_down(x, u, switches), _replay(x, u, switches))


def flight_momenta(x: Array, u: Array, switches: LectureSwitches) -> Array:
    """Least and greatest angular momentum about the centre of mass in each flight (4, 2) [kg m²/s]."""
    found: dict[int, list[float]] = {}
    for k in range(len(u)):
        if not switches.is_stance(k):
            states = np.vstack([x[k], exact_step(x[k], u[k], k, switches, _INSTANTS)])
            found.setdefault(switches.mode(k), []).extend(angular_momentum(states, switches))
    return np.array([(min(values), max(values)) for values in found.values()])


def _torque(x: Array, u: Array, switches: LectureSwitches) -> LectureFault:
    length = np.array([leg(state)[2] for state in x[:-1]])
    greatest = float(np.max(np.abs(u[:, 1])))
    between = tr("{length:.2f} and {length_2:.2f} m", length=length.min(), length_2=length.max())
    if switches.torque:
        force = float(np.max(np.abs(u[:, 1] / length)))
        sentence = tr(
            "The second input is a torque of at most {greatest:.2f} N m at the hip; across a leg between {between} "
            "long it is a force τ/L of at most {force:.2f} N.",
            greatest=greatest,
            between=between,
            force=force,
        )
    else:
        moment = float(np.max(np.abs(u[:, 1] * length)))
        sentence = tr(
            "The second input is called a torque, but acts as a force across the leg, of at most {greatest:.2f} N: the "
            "torque at the hip is τ L, at most {moment:.2f} N m with a leg between {between} long.",
            greatest=greatest,
            moment=moment,
            between=between,
        )
    return LectureFault("torque", tr("Torque"), switches.torque, sentence, tr("torque: the force is τ/L"))


def _couple(x: Array, u: Array, switches: LectureSwitches) -> LectureFault:
    momenta = flight_momenta(x, u, switches)
    change = momenta[:, 1] - momenta[:, 0]
    mended = switches.body_inertia is not None
    if mended:
        pitch = float(np.degrees(np.max(np.abs(x[:, 8]))))
        sentence = tr(
            "In flight the angular momentum about the centre of mass is kept (to {change:.0e} kg m²/s): the body takes "
            "up what the leg gets, and pitches by at most {pitch:.0f}°.",
            change=change.max(),
            pitch=pitch,
        )
    else:
        first, worst = momenta[0], momenta[int(np.argmax(change))]
        sentence = tr(
            "In flight nothing but gravity acts, yet the angular momentum about the centre of mass goes from {signed} "
            "to {first_signed} kg m²/s in the first flight, and from {worst_signed} to {worst_signed_2} in the worst: "
            "the two forces across the leg are a couple, and no body turns against it.",
            signed=_signed(first[0]),
            first_signed=_signed(first[1]),
            worst_signed=_signed(worst[0]),
            worst_signed_2=_signed(worst[1]),
        )
    return LectureFault(
        "couple",
        tr("Angular momentum"),
        mended,
        sentence,
        tr("body_inertia: the body has an inertia, takes up the couple, and pitches"),
    )


def _touch_down(x: Array, u: Array, switches: LectureSwitches) -> LectureFault:
    velocities, _ = touch_down_velocities(x, u, switches)
    speed = np.hypot(velocities[:, 0], velocities[:, 1])
    down, lost = float(-velocities[:, 1].min()), 0.5 * M_FOOT * float(np.max(speed) ** 2)
    least, most = as_shown(f"{speed.min():.2f}"), as_shown(f"{speed.max():.2f}")
    between = most if least == most else tr("{least} to {most}", least=least, most=most)
    sentence = tr(
        "The foot comes down at {between} m/s ({down:.2f} m/s downwards), as after a fall of {speed:.2f} m; each "
        "impact drops its speed to 0, by up to {m_foot:.2f} N s, and {lost:.1f} J are gone at no cost.",
        between=between,
        down=down,
        speed=speed.max() ** 2 / (2.0 * GRAVITY),
        m_foot=M_FOOT * speed.max(),
        lost=lost,
    )
    limit = switches.touch_down_speed
    return LectureFault(
        "touch-down",
        tr("Touch-down"),
        limit is not None and limit <= GENTLE,
        sentence,
        tr("touch_down_speed: the foot comes down no faster than this"),
    )


def _replay(x: Array, u: Array, switches: LectureSwitches) -> LectureFault:
    replay = replayed(x, u, switches)
    worst = int(np.argmax(np.abs(replay.error[-1])))
    entry = tr(
        "{state_names} is off by {greatest:.4g} {state_units}",
        state_names=state_names(switches)[worst],
        greatest=replay.greatest,
        state_units=state_units(switches)[worst],
    )
    one = max(float(np.max(np.abs(step_error(x, u, k, switches)))) for k in range(KNOTS - 1))
    sentence = tr(
        "Its inputs, integrated exactly from the same start, leave the body {length_text} from where the plan ends "
        "({entry}): a step of {step:g} s errs by up to {one:.1e}, and an error of the start grows {growth:.2g} "
        "times in {knots_step:g} s.",
        length_text=length_text(replay.body_miss),
        entry=entry,
        step=STEP / switches.substeps,
        one=one,
        growth=growth(x, u, switches),
        knots_step=STEP * (KNOTS - 1),
    )
    if replay.body_miss >= FAR:
        sentence += tr(
            " That is by the lecture's schedule, which holds the foot from each planned touch-down on, wherever it is; "
            "simulated with true contact (Replay) the foot lands when it meets the ground, and the motion ends "
            "elsewhere."
        )
    return LectureFault(
        "replay",
        tr("Replay"),
        replay.body_miss < FAR,
        sentence,
        tr("substeps: each interval is integrated in more steps, with the input held as before"),
    )


def _signed(value: float) -> str:
    return as_shown(f"{value:+.2f}")
