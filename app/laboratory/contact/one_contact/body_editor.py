"""A body on one point that is typed: mass, inertia, point, motion, push and ground."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from torseur.sim.texts import tr
from torseur.ui.laboratory.contact.one_contact.values import OwnBody
from torseur.ui.sheet.blocks import Block, Line, Number, NumberGrid, Options, Vector, options

ABOVE = 1e-12  # what is above 0


def editor_blocks(body: OwnBody) -> tuple[Block, ...]:
    """Their keys are the names of what they are of."""
    grounds = {"flat": tr("flat"), "ball": tr("ball"), "cylinder": tr("cylinder"), "hollow": tr("hollow")}
    ground = tr("The ground: flat, a ball, a cylinder along y, or a hollow ball")
    radius = _number("ground_radius", tr("Radius R of the ground"), "m", body, above=True)
    return (
        NumberGrid(
            "size",
            (
                _number("mass", tr("Mass of the body"), "kg", body, tr("Mass"), above=True),
                _number("body_radius", tr("Radius r of the body around C; 0: a corner"), "m", body, tr("Radius r")),
            ),
        ),
        _vector("inertia", "I", tr("Moments of inertia about c"), "kg·m²", body),
        _vector("point", "C−c", tr("Point of contact from the centre of mass"), "m", body),
        _vector("velocity", "v", tr("Velocity of the centre of mass"), "m/s", body),
        _vector("spin", "ω", tr("Angular velocity"), "rad/s", body),
        _vector("push", "F", tr("Push at the centre of mass, beside the weight"), "N", body),
        Line("below", tr("Ground"), (Options("ground", ground, options(grounds), body.ground),)),
        *(() if body.ground == "flat" else (NumberGrid("round", (radius,)),)),
    )


def edited_body(body: OwnBody, name: str, value: Any) -> OwnBody:
    """The body with another number, vector or ground."""
    changed: dict[str, Any] = {name: tuple(value.tolist()) if isinstance(value, np.ndarray) else value}
    return replace(body, **changed)


def _number(key: str, name: str, unit: str, body: OwnBody, label: str = "", above: bool = False) -> Number:
    lower, reason = (ABOVE, tr("Above 0.")) if above else (0.0, tr("At least 0."))
    return Number(key, name, getattr(body, key), unit, lower=lower, reason=reason, tip=name, label=label)


def _vector(key: str, letter: str, name: str, unit: str, body: OwnBody) -> Vector:
    check = _reason_against if key == "inertia" else None
    return Vector(key, name, letter, np.array(getattr(body, key)), unit, check=check)


def _reason_against(inertia: np.ndarray) -> str:
    return "" if np.all(inertia > 0.0) else tr("Moments of inertia are above 0.")
