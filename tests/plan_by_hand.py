"""A hop of 1 m made by hand, for tests of what shows plans: no optimiser made it, and only its flight obeys the laws."""

from __future__ import annotations

import numpy as np

from torseur.sim.trajectory.values import Plan, PlanConstraint, PlanIterate, PlanJump, PlanPhase, PlanStatus

STATES = ("body_x", "body_z", "foot_x", "foot_z", "body_vx", "body_vz", "foot_vx", "foot_vz")
UNITS = ("m",) * 4 + ("m/s",) * 4


def phase(mode, start, duration, body, foot, force, intervals=4):
    """Body and foot (from, to) in x and z; the force is a parabola."""
    t = np.linspace(start, start + duration, 2 * intervals + 1)
    s = (t - start)[:, None] / duration
    places = [np.asarray(a) + s * (np.asarray(b) - np.asarray(a)) for a, b in (body, foot)]
    arch = 4.0 * s[:, 0] * (1.0 - s[:, 0])
    places[0][:, 1] += (0.3 if mode == "flight" else -0.15) * arch
    places[1][:, 1] += (0.25 if mode == "flight" else 0.0) * arch
    speeds = [np.gradient(place, t, axis=0) for place in places]
    state = np.hstack([*places, *speeds])
    rate = np.gradient(state, t, axis=0)
    ground = np.zeros((len(t), 1, 3))
    ground[:, 0, 2] = force * arch
    ground[:, 0, 0] = 0.3 * force * arch * (1.0 if start == 0.0 else -1.0)
    q = np.column_stack([places[0], np.zeros(len(t)), np.linalg.norm(places[0] - places[1], axis=1)])
    held = mode == "stance"
    return PlanPhase(
        mode,
        t,
        np.arange(len(t)) % 2 == 0,
        state,
        rate,
        np.column_stack([force * arch, 5.0 * np.cos(6.0 * t)]),
        ground,
        np.array([held]),
        np.array([[foot[0][0], 0.0, 0.0]]) if held else np.full((1, 3), np.nan),
        q,
        np.gradient(q, t, axis=0),
        np.zeros((len(t), 4)),
        np.full(intervals, 1e-11),
        10.0 ** np.linspace(-7, -3 if start == 0.0 else -6, intervals),
        (0.1, 0.8),
    )


def iterates(count=12):
    return tuple(
        PlanIterate(
            k,
            5.0 + 20.0 * 0.5**k,
            10.0 ** (0.5 - 0.8 * k),
            10.0 ** (1.5 - 0.8 * k),
            10.0**-k,
            1.0,
            np.array([0.0, 0.6, 1.2]),
            np.array([[0.0, 1.0 + 0.1 * k, 0.0, 1.0], [0.5, 1.2, 0.1, 1.0], [1, 1, 0, 1.0]]),
        )
        for k in range(count)
    )


def hop(status=PlanStatus.SOLVED):
    """Stance, flight over a gap, stance."""
    phases = (
        phase("stance", 0.0, 0.4, ((0.0, 1.0), (0.3, 1.0)), ((0.0, 0.0), (0.0, 0.0)), 130.0),
        phase("flight", 0.4, 0.5, ((0.3, 1.0), (0.8, 1.0)), ((0.0, 0.0), (0.8, 0.0)), 0.0),
        phase("stance", 0.9, 0.35, ((0.8, 1.0), (0.85, 1.0)), ((0.8, 0.0), (0.8, 0.0)), 120.0),
    )
    jumps = tuple(
        PlanJump(after.start, kind, before.state[-1], after.state[0], np.array([[0.0, 0.0, impulse]]))
        for before, after, kind, impulse in ((phases[0], phases[1], "lift-off", 0.0), (phases[1], phases[2], "touch-down", 1.4))
    )
    constraints = (
        PlanConstraint("friction cone", 0, "N", 0.0, 0.05, True, 0.0123, "1 N more saves 0.0123"),
        PlanConstraint("leg length", 0, "m", 0.0, 0.4, True, 0.51, "1 cm more saves 0.0051"),
        PlanConstraint("ground pushes", 2, "N", 12.4, 1.2, False, 0.0),
        PlanConstraint("goal", None, "m", 0.0, 1.25, True, 0.2, "1 cm nearer saves 0.002"),
    )
    return Plan(
        "Hop over a gap",
        "hopper",
        "Hermite-Simpson",
        status,
        "solved to 1e-8 in 11 iterations",
        phases,
        jumps,
        STATES,
        UNITS,
        ("F", "tau"),
        ("N", "N·m"),
        ("foot",),
        np.array([0.5]),
        0.34015866,
        (("effort", 0.3), ("duration", 0.04015866)),
        constraints,
        iterates=iterates(),
        variables=787,
        equations=1075,
        seconds_building=1.2,
        seconds_solving=0.19,
    )
