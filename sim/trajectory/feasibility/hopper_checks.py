"""Necessary conditions that a task of the hopper is held against before anything is solved. Only these may say "impossible"."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from ...texts import as_shown, tr
from ..task.obstacles import StepObstacle
from ..task.plan_task import PlanTask, least_and_greatest
from .ballistics import (
    HopperStrength,
    greatest_lift,
    greatest_speed,
    greatest_upward_speed,
    highest_by_energy,
    highest_by_time,
    widest_gap,
)
from .hopper_request import HopperRequest, Interval, strength_of
from .values import FeasibilityCheck

SLACK = 1e-9
"""What rounding may take of a condition that is met with equality."""


def hopper_checks(task: PlanTask) -> tuple[FeasibilityCheck, ...]:
    """All conditions that a task gives the numbers for, met or not."""
    request = HopperRequest(task)
    if contradictions := _ordered(task) or _ground_under_feet(request) or _agreeing(request):
        return tuple(contradictions)
    s = strength_of(task)
    found = (_reach, _steady_feet, _weight, _friction, _gaps, _heights)
    return tuple(check for of in found for check in of(request, s))


def _ordered(task: PlanTask) -> list[FeasibilityCheck]:
    """Least values above greatest ones, and ends outside a state's limits. Only those that fail are told."""
    named = [(tr("the duration of phase {k}", k=k + 1), "s", p.duration) for k, p in enumerate(task.phases)]
    ends = [(tr("at the start"), task.start), (tr("at the goal"), task.goal)]
    ends += [(tr("at the end of phase {k}", k=k + 1), phase.ends_at) for k, phase in enumerate(task.phases)]
    for where, asked in ends:
        named += [(f"{name} {where}", "", bound) for name, bound in asked.items()]
    for k, phase in enumerate(task.phases):
        named += [
            (tr("{name} of the foothold of phase {k}", name=name, k=k + 1), "m", bound)
            for name, bound in phase.foothold.items()
        ]
    named += [(tr("the limit of {name}", name=name), "", bound) for name, bound in task.limits.items()]
    found = []
    for name, unit, bound in named:
        least, greatest = least_and_greatest(bound)
        if least > greatest:
            sentence = tr(
                "Impossible: {name} is to be at least {of} and at most {greatest_of}.",
                name=name,
                of=_of(least, unit),
                greatest_of=_of(greatest, unit),
            )
            found.append(FeasibilityCheck("order of bounds", False, least, greatest, unit, sentence))
    for where, asked in ends:
        for name, bound in asked.items():
            least, greatest = least_and_greatest(bound)
            lower, upper = task.limits.get(name, (-math.inf, math.inf))
            if least > upper or greatest < lower:
                sentence = tr(
                    "Impossible: {name} {where} is outside its own limits, {lower:g} to {upper:g}.",
                    name=name,
                    where=where,
                    lower=lower,
                    upper=upper,
                )
                nearest = upper if least > upper else lower
                found.append(FeasibilityCheck("order of bounds", False, least, nearest, "", sentence))
    return found


def _agreeing(request: HopperRequest) -> list[FeasibilityCheck]:
    """What is asked at an end against what else is asked there, and what the mode itself holds. Only what fails is told."""
    task, found = request.task, []
    last = len(task.phases) - 1
    ends = [(tr("at the start"), task.start, request.at_start), (tr("at the goal"), task.goal, request.at_goal)]
    ends += [
        (tr("at the end of phase {k}", k=k + 1), phase.ends_at, partial(request.at_end, k))
        for k, phase in enumerate(task.phases[:last])
    ]
    for where, asked, at in ends:
        for name in asked:
            least, greatest = at(name)
            if least > greatest + SLACK:
                text = tr(
                    "Impossible: by what is asked of {name} {where}, and by what the mode of that phase holds, it is to be at "
                    "least {least:g} and at most {greatest:g}.",
                    name=name,
                    where=where,
                    least=least,
                    greatest=greatest,
                )
                found.append(FeasibilityCheck("order of bounds", False, least, greatest, "", text))
    return found


def _ground_under_feet(request: HopperRequest) -> list[FeasibilityCheck]:
    """Where obstacles, start, goal and footholds leave the foot no place. Only what fails is told."""
    found = []
    for k in range(len(request.task.phases)):
        least, greatest = request.foothold(k)
        if least > greatest + SLACK:
            text = tr(
                "Impossible: in phase {k} the foot is to stand at {least:.4g} m or further, and at {greatest:.4g} m or "
                "less, by what is asked of it and by what is in the way.",
                k=k + 1,
                least=least,
                greatest=greatest,
            )
            found.append(FeasibilityCheck("footholds", False, least, greatest, "m", text))
    return found


def _reach(request: HopperRequest, s: HopperStrength) -> list[FeasibilityCheck]:
    """Between body and foot there is a leg, at the start and at the goal."""
    found = []
    for where, at in (("start", request.at_start), ("goal", request.at_goal)):
        pairs = [(at(f"body_{axis}"), at(f"foot_{axis}")) for axis in "xz"]
        nearest = math.hypot(*(_apart(body, foot) for body, foot in pairs))
        farthest = math.hypot(*(max(body[1] - foot[0], foot[1] - body[0]) for body, foot in pairs))
        if nearest > s.longest + SLACK:
            text = tr(
                "Impossible: at the {where} body and foot are {nearest:.4g} m apart, the leg is {longest:g} m at most.",
                where=where,
                nearest=nearest,
                longest=s.longest,
            )
            found.append(FeasibilityCheck("reach", False, nearest, s.longest, "m", text))
        elif farthest < s.shortest - SLACK:
            text = tr(
                "Impossible: at the {where} body and foot are {farthest:.4g} m apart, the leg is {shortest:g} m at least.",
                where=where,
                farthest=farthest,
                shortest=s.shortest,
            )
            found.append(FeasibilityCheck("reach", False, farthest, s.shortest, "m", text))
        elif math.isfinite(farthest):
            text = tr(
                "At the {where} the leg reaches from body to foot: {shortest:g} to {longest:g} m.",
                where=where,
                shortest=s.shortest,
                longest=s.longest,
            )
            found.append(FeasibilityCheck("reach", True, nearest, s.longest, "m", text))
    return found


def _steady_feet(request: HopperRequest, s: HopperStrength) -> list[FeasibilityCheck]:
    """Between two phases on the ground without a flight in between the foot is where it was."""
    found = []
    phases = request.task.phases
    for k in range(len(phases) - 1):
        if "flight" not in (phases[k].mode, phases[k + 1].mode):
            apart = _apart(request.foothold(k), request.foothold(k + 1))
            if apart > SLACK:
                text = tr(
                    "Impossible: the foot is to be {apart:.4g} m further in phase {k} than in phase {k_2}, and between them it "
                    "stays on the ground.",
                    apart=apart,
                    k=k + 2,
                    k_2=k + 1,
                )
                found.append(FeasibilityCheck("footholds", False, apart, 0.0, "m", text))
    return found


def _weight(request: HopperRequest, s: HopperStrength) -> list[FeasibilityCheck]:
    """The body gets its vertical speed from leg and gravity alone: no impact changes it.

    On level ground it is never below a foot that stands or slides, so that a pull does not lift it there; in flight it may.
    """
    weight = s.body * s.gravity
    if "body_vz" in request.task.periodic:
        gain = 0.0
    else:
        gain = request.at_goal("body_vz")[0] - request.at_start("body_vz")[1]
    if not math.isfinite(gain):
        return []
    level = not any(isinstance(obstacle, StepObstacle) for obstacle in request.task.obstacles)
    lifts = [greatest_lift(s, above_foot=level and p.mode != "flight") for p in request.task.phases]
    most = 0.0
    for number, lift in enumerate(lifts):
        surplus = (lift - weight) / s.body
        shortest, longest = request.duration(number, number)
        most += surplus * (longest if surplus > 0.0 else shortest)
    strength = _strength(s, min(lifts), max(lifts))
    if gain > most + SLACK:
        longest = request.whole[1]
        text = (
            tr(
                "Impossible: {strength}, however the leg leans, and the body weighs {weight:.2f} N: it falls ever faster.",
                strength=strength,
                weight=weight,
            )
            if max(lifts) < weight
            else tr(
                "Impossible: {strength}, and the body weighs {weight:.2f} N: that gives it {most:.4g} m/s more upwards in "
                "{longest:.4g} s at most; {gain:.4g} m/s more are asked for.",
                strength=strength,
                weight=weight,
                most=most,
                longest=longest,
                gain=gain,
            )
        )
        return [FeasibilityCheck("weight against inputs", False, weight, max(lifts), "N", text)]
    text = tr("{strength}; it weighs {weight:.2f} N.", strength=strength, weight=weight)
    return [FeasibilityCheck("weight against inputs", True, weight, max(lifts), "N", text)]


def _strength(s: HopperStrength, least: float, most: float) -> str:
    """What leg and torque lift the body with, where the foot stands and where it flies."""
    across = tr(
        "{torque:g} N m, which is {s_torque:.4g} N across a leg of {shortest:g} m",
        torque=s.torque,
        s_torque=s.torque / s.shortest,
        shortest=s.shortest,
    )
    force = s.push if most == greatest_lift(s, above_foot=True) else max(s.pull, s.push)
    if least == most:
        return tr(
            "{force:g} N along the leg and {across}, lift the body with {most:.1f} N at most",
            force=force,
            across=across,
            most=most,
        )
    return tr(
        "{push:g} N along the leg and {across}, lift the body with {least:.1f} N at most where it stands, and a "
        "pull of {pull:g} N with {most:.1f} N where it flies and the foot is above it",
        push=s.push,
        across=across,
        least=least,
        pull=s.pull,
        most=most,
    )


def _speed(request: HopperRequest, s: HopperStrength, way: int) -> float | None:
    """Of the centre of mass at most, forwards (way 1) or backwards (-1) [m/s]; None: the ends or durations say too little."""
    longest = request.whole[1]
    ends, rise = 0.0, 0.0
    for sign, at in ((-1.0, request.at_start), (1.0, request.at_goal)):
        along = [_towards(at(f"{point}_vx"), way) for point in ("body", "foot")]
        up = [_towards(at(f"{point}_vz"), int(sign)) for point in ("body", "foot")]
        ends += s.body_share * along[0] + (1.0 - s.body_share) * along[1]
        rise += s.body_share * up[0] + (1.0 - s.body_share) * up[1]
    if not (math.isfinite(ends) and math.isfinite(rise) and math.isfinite(longest)):
        return None
    return greatest_speed(s, longest, ends, rise)


def _friction(request: HopperRequest, s: HopperStrength) -> list[FeasibilityCheck]:
    """How far friction takes the centre of mass in the time that there is."""
    found = []
    longest = request.whole[1]
    first, last = (_centre(at, s) for at in (request.at_start, request.at_goal))
    way = 1 if last[0] + last[1] >= first[0] + first[1] else -1
    asked = _apart(first, last)
    speed = _speed(request, s, way)
    if speed is not None and asked > SLACK:
        most = speed * longest
        name = "friction over the whole motion"
        text = tr(
            "in {longest:.4g} s at most, with friction {friction:g}, the ground gives the centre of mass {speed:.4g} "
            "m/s at most, so that it comes {most:.4g} m far at most",
            longest=longest,
            friction=s.friction,
            speed=speed,
            most=most,
        )
        if asked > most + SLACK:
            text = tr("Impossible: {text}; {asked:.4g} m are asked for.", text=text, asked=asked)
            found.append(FeasibilityCheck(name, False, asked, most, "m", text))
        else:
            text = tr("{upper}{text}; {asked:.4g} m are asked for.", upper=text[0].upper(), text=text[1:], asked=asked)
            found.append(FeasibilityCheck(name, True, asked, most, "m", text))
    return found


def _gaps(request: HopperRequest, s: HopperStrength) -> list[FeasibilityCheck]:
    """From one foothold to the next in one flight."""
    found = []
    for first, last in request.flights():
        before, after = request.foothold(first - 1), request.foothold(last + 1)
        asked, way = _apart(before, after), 1 if after[0] > before[1] else -1
        speed, longest = _speed(request, s, way), request.duration(first, last)[1]
        if speed is None or asked <= SLACK:
            continue
        most = widest_gap(s, speed, longest)
        text = tr(
            "with friction {friction:g} the centre of mass moves at {speed:.4g} m/s at most, so that one flight of "
            "{longest:.4g} s takes the foot {most:.4g} m far at most, the leg's reach at both ends counted",
            friction=s.friction,
            speed=speed,
            longest=longest,
            most=most,
        )
        if asked > most + SLACK:
            text = tr("Impossible: {text}; {asked:.4g} m are asked for.", text=text, asked=asked)
            found.append(FeasibilityCheck("way of the foot in one flight", False, asked, most, "m", text))
        else:
            text = tr("{upper}{text}; {asked:.4g} m are asked for.", upper=text[0].upper(), text=text[1:], asked=asked)
            found.append(FeasibilityCheck("way of the foot in one flight", True, asked, most, "m", text))
    return found


def _heights(request: HopperRequest, s: HopperStrength) -> list[FeasibilityCheck]:
    """How high the body comes in a flight: by the time that it has, and in the first by the speed that a stance gives."""
    found = []
    for number, (first, last) in enumerate(request.flights()):
        asked = max(
            (
                least_and_greatest(request.task.phases[k].ends_at["body_z"])[0]
                for k in range(first, last)
                if "body_z" in request.task.phases[k].ends_at
            ),
            default=-math.inf,
        )
        if not math.isfinite(asked):
            continue
        ground, longest = request.ground(first), request.duration(first, last)[1]
        by_time = ground + highest_by_time(s, longest)
        text = tr(
            "a flight of {longest:.4g} s that begins and ends with the foot on the ground takes the body to "
            "{by_time:.4g} m at most",
            longest=longest,
            by_time=by_time,
        )
        found.append(_height("height by time", asked, by_time, text))
        start = request.at_start("body_vz")[1]
        if number == 0 and first == 1 and request.task.phases[0].mode == "stance" and math.isfinite(start):
            below = request.ground(0)
            upwards = greatest_upward_speed(s, start, request.lowest - below)
            by_energy = below + highest_by_energy(s, upwards)
            text = tr(
                "{push:g} N along the leg and {torque:g} N m give the body {upwards:.4g} m/s upwards at most, so that it "
                "comes {by_energy:.4g} m high at most",
                push=s.push,
                torque=s.torque,
                upwards=upwards,
                by_energy=by_energy,
            )
            found.append(_height("height by energy", asked, by_energy, text))
    return found


def _height(name: str, asked: float, most: float, text: str) -> FeasibilityCheck:
    if asked > most + SLACK:
        return FeasibilityCheck(
            name, False, asked, most, "m", tr("Impossible: {text}; {asked:.4g} m are asked for.", text=text, asked=asked)
        )
    return FeasibilityCheck(
        name,
        True,
        asked,
        most,
        "m",
        tr("{upper}{text}; {asked:.4g} m are asked for.", upper=text[0].upper(), text=text[1:], asked=asked),
    )


def _centre(at: Callable[[str], Interval], s: HopperStrength) -> Interval:
    """Where along x the centre of mass may be [m]."""
    body, foot = at("body_x"), at("foot_x")
    share = s.body_share
    exact = share * body[0] + (1.0 - share) * foot[0], share * body[1] + (1.0 - share) * foot[1]
    by_body = body[0] - (1.0 - share) * s.longest, body[1] + (1.0 - share) * s.longest
    by_foot = foot[0] - share * s.longest, foot[1] + share * s.longest
    return max(exact[0], by_body[0], by_foot[0]), min(exact[1], by_body[1], by_foot[1])


def _apart(a: Interval, b: Interval) -> float:
    """Least distance between a point of one interval and one of the other."""
    return max(b[0] - a[1], a[0] - b[1], 0.0)


def _towards(interval: Interval, way: int) -> float:
    """Greatest component along a direction, 1 or -1."""
    return interval[1] if way > 0 else -interval[0]


def _of(value: float, unit: str) -> str:
    return as_shown(f"{value:g} {unit}".strip())
