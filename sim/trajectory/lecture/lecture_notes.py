"""What a plan of the lecture's problem does not show: its four faults in numbers, mended or not, and what else cannot be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...arrays import Array
from ...texts import as_shown, tr
from ..task.lecture_switches import LectureSwitches
from ..values import Plan, PlanJump
from .lecture_motion import INSTANTS, DenseMotion, LectureMotion

FAR = 1e-2  # [m] that a replay misses the end by, to be told as a fault
GENTLE = 3.0  # [m/s] a foot that comes down faster is told: it is what a fall of 0.46 m gives
FRICTION = 0.5  # the coefficient that a cone is told for: the lecture has none
_ROUNDING = 1e-7  # [N | m]


def lecture_notes(motion: LectureMotion, switches: LectureSwitches) -> tuple[str, ...]:
    """The four faults of the problem, and what else this plan does that cannot be."""
    dense = motion.dense()
    momenta = flight_momenta(motion, dense, switches)
    landings = [jump for jump in motion.plan.jumps if jump.kind == "touch-down"]
    found = [_torque(motion, switches)]
    if landings:
        found += [_couple(motion.plan, momenta, switches), _touch_down(motion, landings, switches)]
    return *found, _replay(motion, switches), *_findings(dense), *_impulse(landings)


def flight_momenta(motion: LectureMotion, dense: DenseMotion, switches: LectureSwitches) -> Array:
    """Least and greatest angular momentum about the centre of mass in each flight (flights, 2) [kg m²/s]."""
    body, foot = motion.parameter("body_mass"), motion.parameter("foot_mass")
    states = dense.states
    place, velocity = states[:, 0:2] - states[:, 2:4], states[:, 4:6] - states[:, 6:8]
    momentum = body * foot / (body + foot) * (place[:, 0] * velocity[:, 1] - place[:, 1] * velocity[:, 0])
    if switches.body_inertia is not None:
        momentum += switches.body_inertia * states[:, 9]
    phases = np.split(momentum, np.cumsum([len(one.error) * (INSTANTS + 1) for one in motion.plan.phases])[:-1])
    flights = [own for own, one in zip(phases, motion.plan.phases, strict=True) if one.mode == "flight"]
    return np.array([(own.min(), own.max()) for own in flights]).reshape(-1, 2)


def _torque(motion: LectureMotion, switches: LectureSwitches) -> str:
    states, second = (np.array(column) for column in zip(*((x, u[1]) for _, x, u in motion.intervals), strict=True))
    length = np.hypot(*(states[:, 0:2] - states[:, 2:4]).T)
    greatest = float(np.max(np.abs(second)))
    between = tr("{length:.2f} and {length_2:.2f} m", length=length.min(), length_2=length.max())
    if switches.torque:
        sentence = tr(
            "The second input is a torque of at most {greatest:.2f} N m at the hip; across a leg between {between} "
            "long it is a force τ/L of at most {force:.2f} N.",
            greatest=greatest,
            between=between,
            force=float(np.max(np.abs(second / length))),
        )
    else:
        sentence = tr(
            "The second input is called a torque, but acts as a force across the leg, of at most {greatest:.2f} N: the "
            "torque at the hip is τ L, at most {moment:.2f} N m with a leg between {between} long.",
            greatest=greatest,
            moment=float(np.max(np.abs(second * length))),
            between=between,
        )
    return _said(tr("Torque"), switches.torque, sentence)


def _couple(plan: Plan, momenta: Array, switches: LectureSwitches) -> str:
    change = momenta[:, 1] - momenta[:, 0]
    mended = switches.body_inertia is not None
    if mended:
        pitch = max(float(np.max(np.abs(phase.state[:, 8]))) for phase in plan.phases)
        sentence = tr(
            "In flight the angular momentum about the centre of mass is kept (to {change:.0e} kg m²/s): the body takes "
            "up what the leg gets, and pitches by at most {pitch:.0f}°.",
            change=change.max(),
            pitch=np.degrees(pitch),
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
    return _said(tr("Angular momentum"), mended, sentence)


def _touch_down(motion: LectureMotion, landings: Sequence[PlanJump], switches: LectureSwitches) -> str:
    velocities = np.array([jump.before[6:8] for jump in landings])
    foot, gravity = motion.parameter("foot_mass"), motion.parameter("gravity")
    speed = np.hypot(velocities[:, 0], velocities[:, 1])
    down, lost = float(-velocities[:, 1].min()), 0.5 * foot * float(np.max(speed) ** 2)
    least, most = as_shown(f"{speed.min():.2f}"), as_shown(f"{speed.max():.2f}")
    between = most if least == most else tr("{least} to {most}", least=least, most=most)
    sentence = tr(
        "The foot comes down at {between} m/s ({down:.2f} m/s downwards), as after a fall of {speed:.2f} m; each "
        "impact drops its speed to 0, by up to {m_foot:.2f} N s, and {lost:.1f} J are gone at no cost.",
        between=between,
        down=down,
        speed=speed.max() ** 2 / (2.0 * gravity),
        m_foot=foot * speed.max(),
        lost=lost,
    )
    limit = switches.touch_down_speed
    return _said(tr("Touch-down"), limit is not None and limit <= GENTLE, sentence)


def _replay(motion: LectureMotion, switches: LectureSwitches) -> str:
    plan = motion.plan
    error = motion.replayed_end() - plan.phases[-1].state[-1]
    worst, miss = int(np.argmax(np.abs(error))), float(np.hypot(*error[:2]))
    entry = tr(
        "{state_names} is off by {greatest:.4g} {state_units}",
        state_names=plan.state_names[worst],
        greatest=abs(error[worst]),
        state_units=plan.state_units[worst],
    )
    sentence = tr(
        "Its inputs, integrated exactly from the same start, leave the body {length_text} from where the plan ends "
        "({entry}): a step of {step:g} s errs by up to {one:.1e}, and an error of the start grows {growth:.2g} "
        "times in {knots_step:g} s.",
        length_text=_length(miss),
        entry=entry,
        step=plan.phases[0].duration / len(plan.phases[0].error) / switches.substeps,
        one=max(float(phase.error.max()) for phase in plan.phases),
        growth=motion.growth(switches.substeps),
        knots_step=plan.duration,
    )
    if miss >= FAR:
        sentence += tr(
            " That is by the lecture's schedule, which holds the foot from each planned touch-down on, wherever it is; "
            "simulated with true contact (Replay) the foot lands when it meets the ground, and the motion ends "
            "elsewhere."
        )
    return _said(tr("Replay"), miss < FAR, sentence)


def _findings(dense: DenseMotion) -> list[str]:
    """What the ground would have to do, and what is below it, at its worst."""
    normal, along = dense.force[:, 1], np.abs(dense.force[:, 0])
    stands = np.isfinite(normal)
    ratio = along / np.maximum(normal, 1e-9)
    slips = tr("The foot would slip: friction is {0} of the normal force, more than ") + as_shown(f"{FRICTION:g},")
    watched = [
        (tr("The ground would have to pull the foot with {0} N"), "{:.1f}", -normal, stands, 0.0),
        (slips, "{:.2f}", ratio, stands & (normal > 1.0), FRICTION),
        (tr("The foot is {0} below the ground"), "", -dense.states[:, 3], ~stands, 0.0),
        (tr("The body is {0} below the ground"), "", -dense.states[:, 1], stands | True, 0.0),
    ]
    found = []
    for words, form, values, where, most in watched:
        at = int(np.argmax(np.where(where, values, -np.inf)))
        if where[at] and values[at] > most + _ROUNDING:
            told = as_shown(form.format(values[at])) if form else _length(float(values[at]))
            found.append(words.format(told) + tr(" at {t:.2f} s.", t=dense.t[at]))
    return found


def _impulse(landings: Sequence[PlanJump]) -> list[str]:
    """The touch-down whose impulse is furthest out of the cone."""
    ratios = [abs(jump.before[6]) / max(-jump.before[7], 1e-9) for jump in landings]
    if max(ratios, default=0.0) <= FRICTION:
        return []
    worst = int(np.argmax(ratios))
    words = tr(
        "The foot would slip as it lands: friction is {value:.2f} of the normal impulse, more than {friction:g},",
        value=ratios[worst],
        friction=FRICTION,
    )
    return [words + tr(" at {t:.2f} s.", t=landings[worst].t)]


def _said(title: str, mended: bool, sentence: str) -> str:
    return f"{title}{' (mended)' if mended else ''}: {sentence}"


def _signed(value: float) -> str:
    return as_shown(f"{value:+.2f}")


def _length(metres: float) -> str:
    """As it is said, in m or mm."""
    return as_shown(f"{metres:.2f} m" if metres >= 0.1 else f"{1e3 * metres:.2g} mm")
