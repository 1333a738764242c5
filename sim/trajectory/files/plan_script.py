"""A plan as a script that needs NumPy alone: it holds the arrays, and checks them when it is run.

Of every plan by collocation it checks the equations of Hermite and Simpson between states and rates; of the hopper planned by
phases it integrates the dynamics, written out in it, from each knot to the next.
"""

from __future__ import annotations

import sys

import numpy as np

from ...arrays import Array
from ..hopper.hopper_system import PARAMETERS
from ..hopper.symbols import INPUTS, STATES
from ..task.plan_task import PlanTask
from ..values import HELD_METHOD, Plan, PlanPhase

_COLLOCATED = "Hermite-Simpson"  # the plan's word for its method

_HEAD = '''\
"""{title}: a plan of Torseur, {method}, cost {cost!r}, {duration:.6g} s.

`phases` has a dictionary a phase: mode, t [s], knot (False: a midpoint), state, rate (its derivative), inputs, force of the
ground on each point [N], and q, v, tau of the robot {robot!r}. Run, it checks itself.
"""

import numpy as np
from numpy import array, inf, nan  # noqa: F401

state_names = {state_names!r}
state_units = {state_units!r}
input_names = {input_names!r}
input_units = {input_units!r}
points = {points!r}
collocated = {collocated!r}  # else by shooting: the input is held from knot to knot

phases = [
{phases}]
'''

_COLLOCATION = '''

def collocation_residual():
    """Greatest residual of Hermite's and Simpson's equations between the states and rates of each interval's three nodes."""
    greatest = 0.0
    for phase in phases:
        t, x, f = phase["t"], phase["state"], phase["rate"]
        h = (t[2::2] - t[:-2:2])[:, None]
        first, middle, last = slice(0, -2, 2), slice(1, None, 2), slice(2, None, 2)
        hermite = x[middle] - (x[first] + x[last]) / 2 - h / 8 * (f[first] - f[last])
        simpson = x[last] - x[first] - h / 6 * (f[first] + 4 * f[middle] + f[last])
        greatest = max(greatest, np.abs(hermite).max(), np.abs(simpson).max())
    return greatest
'''

_HOPPER = '''
parameters = {parameters!r}  # [kg], [m/s^2]


def rate(mode, x, u):
    """Derivative of the state [body, foot, their velocities] under u = [force along the leg, torque at the hip]."""
    m_body, m_foot, g, mu = (parameters[name] for name in ("body_mass", "foot_mass", "gravity", "friction"))
    leg = x[0:2] - x[2:4]
    length = np.hypot(*leg)
    along, across = leg / length, np.array([leg[1], -leg[0]]) / length
    push = u[0] * along + u[1] / length * across  # of the leg on the body
    body = push / m_body - [0, g]
    if mode == "flight":
        foot = -push / m_foot - [0, g]
    elif mode == "stance":
        foot = np.zeros(2)
    else:  # it slips: friction is mu times the normal force, against the motion
        way = 1 if mode == "slip forwards" else -1
        foot = np.array([(-way * mu * (push[1] + m_foot * g) - push[0]) / m_foot, 0.0])
    return np.concatenate([x[4:8], body, foot])


def integration_error(steps=100):
    """Greatest difference between each knot and the integral from the knot before, by Runge and Kutta of order 4."""
    greatest = 0.0
    for phase in phases:
        knots = np.flatnonzero(phase["knot"])
        for k, n in zip(knots[:-1], knots[1:]):
            t, h = phase["t"][k], (phase["t"][n] - phase["t"][k]) / steps

            def f(s, x):
                share = (s - t) / (phase["t"][n] - t) if collocated else 0.0
                return rate(phase["mode"], x, phase["inputs"][k] + share * (phase["inputs"][n] - phase["inputs"][k]))

            x = phase["state"][k]
            for s in t + h * np.arange(steps):
                a = f(s, x)
                b = f(s + h / 2, x + h / 2 * a)
                c = f(s + h / 2, x + h / 2 * b)
                d = f(s + h, x + h * c)
                x = x + h / 6 * (a + 2 * b + 2 * c + d)
            greatest = max(greatest, np.abs(x - phase["state"][n]).max())
    return greatest
'''

_MAIN = """

if __name__ == "__main__":
    for phase in phases:
        print(f"{phase['mode']}: {phase['t'][0]:.4f} to {phase['t'][-1]:.4f} s, {len(phase['t'])} nodes")
"""


def script_text(plan: Plan, task: PlanTask | None = None) -> str:
    """The script; `task` says the masses and the friction of a hopper, where they are not its own."""
    text = _HEAD.format(
        title=plan.title.replace("\\", "").replace('"', "'") or "A plan",
        method=plan.method,
        cost=plan.cost,
        duration=plan.duration,
        robot=plan.robot,
        state_names=plan.state_names,
        state_units=plan.state_units,
        input_names=plan.input_names,
        input_units=plan.input_units,
        points=plan.points,
        collocated=plan.method == _COLLOCATED,
        phases="".join(map(_phase_text, plan.phases)),
    )
    main = _MAIN
    if plan.method == _COLLOCATED:
        text += _COLLOCATION
        main += '    print(f"collocation: greatest residual {collocation_residual():.2e}")\n'
    if _has_hopper_dynamics(plan):
        text += _HOPPER.format(parameters=_parameters(plan, task))
        main += '    print(f"integrated from knot to knot: greatest error {integration_error():.2e}")\n'
    return text + main


def _has_hopper_dynamics(plan: Plan) -> bool:
    """Whether they are those written out: of the lecture's hopper and of an explored plan, whose foot may drag, they are not."""
    planned_by_phases = plan.method in (_COLLOCATED, HELD_METHOD)
    return plan.robot == "hopper" and planned_by_phases and (plan.state_names, plan.input_names) == (STATES, INPUTS)


def _parameters(plan: Plan, task: PlanTask | None) -> dict[str, float]:
    given = dict(task.parameters) if task is not None else {}
    return {**PARAMETERS, **given, "friction": float(plan.friction[0])}


def _phase_text(phase: PlanPhase) -> str:
    names = ("t", "knot", "state", "rate", "inputs", "force", "q", "v", "tau")
    arrays = "".join(f"        {name!r}: {_array_text(getattr(phase, name))},\n" for name in names)
    return f"    {{\n        'mode': {phase.mode!r},\n{arrays}    }},\n"


def _array_text(values: Array) -> str:
    """All numbers to the last bit."""
    if not values.size:
        return f"np.zeros({values.shape})"
    with np.printoptions(threshold=sys.maxsize, floatmode="unique", linewidth=120):
        return repr(values)
