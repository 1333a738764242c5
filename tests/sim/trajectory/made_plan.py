"""A plan of made-up numbers: every field is filled, with what is hard to write."""

import numpy as np

from torseur.sim.trajectory.values import Plan, PlanConstraint, PlanIterate, PlanJump, PlanPhase, PlanStatus


def made_phase(mode, start, random):
    """Two intervals of a robot with two states, one input, two points, and three coordinates."""
    t = start + np.array([0.0, 0.1, 0.2, 0.3, 0.1 + 0.2 + 1e-17])
    return PlanPhase(
        mode=mode,
        t=t,
        knot=np.array([True, False, True, False, True]),
        state=random.normal(size=(5, 2)),
        rate=random.normal(size=(5, 2)),
        inputs=random.normal(size=(5, 1)),
        force=random.normal(size=(5, 2, 3)),
        touching=np.array([True, False]),
        footholds=np.array([[0.1, 0.0, -0.0], [np.nan, np.nan, np.nan]]),
        q=random.normal(size=(5, 3)),
        v=random.normal(size=(5, 3)),
        tau=random.normal(size=(5, 3)),
        defect=np.array([1e-12, 5e-324]),
        error=np.array([1e-6, 1e300]),
        duration_bounds=(0.1, float("inf")),
        multiplier=-0.5,
    )


def made_plan():
    """Two phases and a jump."""
    random = np.random.default_rng(5)
    return Plan(
        title='A "plan" of NaN, null and Ω\\',
        robot="none",
        method="Hermite-Simpson",
        status=PlanStatus.ACCEPTABLE,
        message="It has ended.",
        phases=(made_phase("stance", 0.0, random), made_phase("flight", 0.3, random)),
        jumps=(PlanJump(0.3, "lift-off", random.normal(size=2), random.normal(size=2), random.normal(size=(2, 3))),),
        state_names=("body_x", "body_vx"),
        state_units=("m", "m/s"),
        input_names=("force",),
        input_units=("N",),
        points=("left foot", "right foot"),
        friction=np.array([0.5, 0.6]),
        cost=1.0 / 3.0,
        cost_parts=(("effort", 0.1), ("duration", 1.0 / 3.0 - 0.1)),
        constraints=(
            PlanConstraint("goal", None, "m", -1e-9, 0.6, True, 0.25, "1 m more saves 0.25"),
            PlanConstraint("leg length", 1, "m", float("inf"), 0.1, False, 0.0),
        ),
        iterates=(PlanIterate(0, 1.0, 0.5, float("nan"), 0.1, 1.0, np.array([0.0, 0.6]), random.normal(size=(2, 3))),),
        variables=100,
        equations=90,
        seconds_building=0.25,
        seconds_solving=0.125,
    )
