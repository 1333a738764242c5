"""How high what slides floats under the convex relaxation of friction, measured in simulations of a plate on a floor.

The relaxed law wants u_n ≥ μ ‖u_t‖ of what is pressed. A contact that is apart is asked for gap + θ h u_n ≥ θ h μ ‖u_t‖, θ the
part of a step that positions follow the velocity at its end: a plate may slide level at the height θ h μ ‖u_t‖ and no lower, in
proportion to the step. Under Coulomb's law it slides on the floor. The floor slopes by the angle of friction, so that the speed
stays. The plate begins at the height h μ v, and bounces until it floats; where it never stops, it is let go at θ h μ v as well:
that it floats there is seen by its staying.
Source: Anitescu & Tasora 2010; THEORY §6.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...errors import ArgumentError
from ...multibody.model.build import build_model
from ...multibody.model.model import Body, Collision, Joint, JointKind
from ...multibody.model.shapes import Box, Plane
from ..scene.free_body import solid_inertia
from ..scene.scene import Material, Part, Scene, make_scene
from ..scene.settings import Settings
from ..simulate import simulate
from .values import LiftSample

_SIZE, _MASS = (0.3, 0.3, 0.02), 1.0  # of the plate [m], [kg]
_G = 9.81
_MOST_STEPS, _LAST = 600, 5  # of a simulation, and those over which its height has to stay
_STAYS = 1e-4  # share of h μ v


def relaxed_lift(
    friction: float, speed: float, step: float, law: str = "convex", settings: Settings | None = None
) -> LiftSample:
    """Let a plate slide until it floats level, and measure its gap and its slip.

    friction : μ, above 0
    speed    : v that it begins with [m/s]
    step     : h [s]
    law      : of friction, as `Settings` has it: "coulomb" for comparison
    settings : what else the simulation is done with (θ among it); the defaults when None
    Raises ArgumentError.
    """
    if not (friction > 0.0 and speed > 0.0 and step > 0.0):
        raise ArgumentError(f"friction {friction:g}, speed {speed:g} m/s and step {step:g} s are to be positive")
    settings = replace(settings or Settings(), scheme="time_stepping", friction_law=law, dt=step)
    line = step * friction * speed
    for height in (line, settings.theta * line):
        found = simulate(_scene(friction, speed, height), _MOST_STEPS * step, settings=settings)
        gaps = found.q[-_LAST:, 2] - 0.5 * _SIZE[2]
        settled = bool(np.ptp(gaps) <= _STAYS * line)
        if settled:
            break
    return LiftSample(step=step, friction=friction, slip=float(found.v[-1, 0]), gap=float(gaps[-1]), settled=settled)


def _scene(friction: float, speed: float, height: float) -> Scene:
    """A plate that slides above a floor that slopes by the angle of friction."""
    plate = build_model(
        "plate",
        [Body("plate", _MASS, np.zeros(3), solid_inertia(Box(_SIZE), _MASS), collisions=(Collision(Box(_SIZE)),))],
        [Joint("plate", JointKind.FREE_FLYER, None, "plate")],
    )
    floor = build_model(
        "floor", [Body("floor", collisions=(Collision(Plane()),))], [Joint("floor", JointKind.FIXED, None, "floor")]
    )
    start = np.array([0.0, 0.0, 0.5 * _SIZE[2] + height, 0.0, 0.0, 0.0, 1.0])
    moves = np.array([speed, 0.0, 0.0, 0.0, 0.0, 0.0])
    return make_scene(
        "relaxed lift", [Part("floor", floor), Part("plate", plate, q=start, v=moves)],
        materials={"": Material(friction)}, gravity=(friction * _G, 0.0, -_G),
    )  # fmt: skip
