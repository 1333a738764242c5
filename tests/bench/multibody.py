"""Dynamics and Jacobian of an arm and of a humanoid, each called from Python, beside Pinocchio and MuJoCo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
import pinocchio as pin
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import sim

from . import robot_peers as peers
from .report import show, table
from .timing import ROUND_TIME, ROUNDS, Contender, Spread, interleaved

AGREEMENT = 1e-10  # largest difference over the largest number: the bound of the tests against Pinocchio
_ALGORITHMS = ("inverse dynamics", "mass matrix", "forward dynamics", "Jacobian of the tool")
_NOTES = f"""\
Time of one call from Python: median [quartiles] of {ROUNDS} rounds of {1e3 * ROUND_TIME:.0f} ms in turns, over \
{peers.RING} random states.
Ratio: ours over theirs, median [quartiles] of the ratios of each round; BELOW 1 TORSEUR IS FASTER.
Difference: of the results, largest over all states, relative to the largest number.
Both return new arrays. Ours checks its arguments (sizes, NaN, unit quaternion) and finds the frame by name each time.
MuJoCo's time includes writing the state into its data; mj_forward computes more than accelerations.
"""


@dataclass(frozen=True, eq=False, slots=True)
class Row:
    """One line to be timed and printed."""

    algorithm: str
    ours: Contender
    theirs: Contender
    difference: float


def run(out: Console) -> int:
    """Print the tables; 1 if results do not agree."""
    worst = 0.0
    for case in peers.CASES:
        text = peers.plain_urdf(case)
        ours = peers.read_ours(case, text)
        states = peers.random_states(ours)
        calls = our_calls(ours, states, case.tool)
        base = "floating base" if case.floating else "fixed base"
        made = _table(
            f"{case.name}, {base}, {ours.nv} degrees of freedom, mimic joints freed so that all compute one tree"
        )
        rows = pinocchio_rows(case, text, ours, states, calls)
        unread = ""
        try:
            rows += mujoco_rows(case, text, ours, states, calls)
        except ValueError as error:
            unread = f"MuJoCo cannot read this robot: {error}"
        worst = max([worst, *(_add(made, row) for row in rows)])
        show(out, made, unread)
    worst = max(worst, _with_mimic(out))
    if worst > AGREEMENT:
        out.print(f"results differ by {worst:.1e}, more than {AGREEMENT:g}")
    return int(worst > AGREEMENT)


def our_calls(model: sim.Model, states: peers.States, tool: str) -> dict[str, Contender]:
    """The calls of Torseur."""
    q, v, a, tau = states.q, states.v, states.a, states.tau
    return {
        "inverse dynamics": Contender(
            "sim.inverse_dynamics(m, q, v, a)",
            sim.inverse_dynamics,
            [(model, *row) for row in zip(q, v, a, strict=True)],
        ),
        "mass matrix": Contender("sim.mass_matrix(m, q)", sim.mass_matrix, [(model, row) for row in q]),
        "forward dynamics": Contender(
            "sim.forward_dynamics(m, q, v, τ)",
            sim.forward_dynamics,
            [(model, *row) for row in zip(q, v, tau, strict=True)],
        ),
        "Jacobian of the tool": Contender("sim.jacobian(m, q, tool)", sim.jacobian, [(model, row, tool) for row in q]),
    }


def pinocchio_rows(
    case: peers.Case, text: str, ours: sim.Model, states: peers.States, calls: dict[str, Contender], mimic: bool = False
) -> list[Row]:
    """What is compared with Pinocchio: `data` made once, the frame looked up once."""
    model = peers.read_pinocchio(case, text, mimic=mimic)
    data = model.createData()
    in_q, in_v = peers.pinocchio_places(ours, model)
    q = list(peers.scattered(states.q, in_q))
    v, a, tau = (list(peers.scattered(values, in_v)) for values in (states.v, states.a, states.tau))
    tool, axes = model.getFrameId(case.tool), pin.LOCAL_WORLD_ALIGNED
    theirs = {
        "inverse dynamics": Contender(
            "pin.rnea(m, d, q, v, a)", pin.rnea, [(model, data, *row) for row in zip(q, v, a, strict=True)]
        ),
        "mass matrix": Contender("pin.crba(m, d, q)", pin.crba, [(model, data, row) for row in q]),
        "forward dynamics": Contender(
            "pin.aba(m, d, q, v, τ)", pin.aba, [(model, data, *row) for row in zip(q, v, tau, strict=True)]
        ),
        "Jacobian of the tool": Contender(
            "pin.computeFrameJacobian(m, d, q, id, axes)", pin.computeFrameJacobian,
            [(model, data, row, tool, axes) for row in q],
        ),
    }  # fmt: skip
    if mimic:
        del theirs["forward dynamics"]  # "This algorithm does not support Joint Mimic type in the model."

    def in_our_order(name: str, value: np.ndarray, k: int) -> np.ndarray:
        if name == "mass matrix":
            upper = np.triu(value)
            value = (upper + np.triu(value, 1).T)[np.ix_(in_v, in_v)]
        return value if name == "mass matrix" else value[..., in_v]

    return [
        Row(name, calls[name], call, _difference(name, calls[name], call, in_our_order))
        for name, call in theirs.items()
    ]


def mujoco_rows(
    case: peers.Case, text: str, ours: sim.Model, states: peers.States, calls: dict[str, Contender]
) -> list[Row]:
    """What is compared with MuJoCo, with contacts, limits, springs and dampers off."""
    model = peers.read_mujoco(case, text)
    data = mujoco.MjData(model)
    places = peers.mujoco_places(ours, model, case.floating)
    s = peers.mujoco_states(states, places, case.floating)
    rotations = peers.base_rotations(states.q) if case.floating else []
    M, J = np.empty((model.nv, model.nv)), np.empty((6, model.nv))
    tool = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_SITE, "tool")

    def inverse(q: np.ndarray, v: np.ndarray, a: np.ndarray) -> np.ndarray:
        data.qpos[:], data.qvel[:], data.qacc[:] = q, v, a
        mujoco.mj_inverse(model, data)
        return data.qfrc_inverse

    def mass(q: np.ndarray) -> np.ndarray:
        data.qpos[:] = q
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_makeM(model, data)
        mujoco.mj_fullM(model, data, M)
        return M

    def forward(q: np.ndarray, v: np.ndarray, tau: np.ndarray) -> np.ndarray:
        data.qpos[:], data.qvel[:], data.qfrc_applied[:] = q, v, tau
        mujoco.mj_forward(model, data)
        return data.qacc

    def tool_jacobian(q: np.ndarray) -> np.ndarray:
        data.qpos[:] = q
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_jacSite(model, data, J[:3], J[3:], tool)
        return J

    theirs = {
        "inverse dynamics": Contender("mj_inverse", inverse, list(zip(s.q, s.v, s.a, strict=True))),
        "mass matrix": Contender("mj_kinematics, comPos, makeM, fullM", mass, [(row,) for row in s.q]),
        "forward dynamics": Contender("mj_forward", forward, list(zip(s.q, s.v, s.tau, strict=True))),
        "Jacobian of the tool": Contender("mj_kinematics, comPos, jacSite", tool_jacobian, [(row,) for row in s.q]),
    }

    def in_our_order(name: str, value: np.ndarray, k: int) -> np.ndarray:
        B = peers.base_change(rotations[k], model.nv) if case.floating else np.eye(model.nv)
        if name == "mass matrix":
            return B.T @ value[np.ix_(places, places)] @ B
        value = value[..., places]
        if name == "forward dynamics" and case.floating:
            value = B.T @ value
            value[:3] -= np.cross(states.v[k, 3:6], states.v[k, :3])
            return value
        return value @ B

    return [
        Row(name, calls[name], call, _difference(name, calls[name], call, in_our_order))
        for name, call in theirs.items()
    ]


def _difference(name: str, ours: Contender, theirs: Contender, in_our_order: Any) -> float:
    """The largest difference of results over the ring, relative to the largest number."""
    worst = 0.0
    for k, (mine, other) in enumerate(zip(ours.inputs, theirs.inputs, strict=True)):
        expected = in_our_order(name, np.array(theirs.function(*other)), k)
        worst = max(worst, np.abs(ours.function(*mine) - expected).max() / max(1.0, np.abs(expected).max()))
    return float(worst)


def _with_mimic(out: Console) -> float:
    """The robots as they are shipped, with joints that follow others; the largest difference."""
    worst = 0.0
    made = _table("As shipped: joints that follow others (mimic)")
    for case in peers.CASES:
        text = peers.plain_urdf(case, mimic=True)
        ours = peers.read_ours(case, text)
        states = peers.random_states(ours)
        calls = our_calls(ours, states, case.tool)
        label = f"{case.name} ({ours.nv}): "
        try:
            rows, reason = pinocchio_rows(case, text, ours, states, calls, mimic=True), "not offered with mimic joints"
        except ValueError as error:
            rows, reason = [], f"mimic=True: {error}"
        worst = max([worst, *(_add(made, row, label) for row in rows)])
        for name in _ALGORITHMS[len(rows) and 2 :]:
            if name not in {row.algorithm for row in rows}:
                alone = Spread.of(interleaved([calls[name]])[0])
                made.add_row(label + name, alone.text(), escape(f"Pinocchio: {reason}"), "", "", "")
    show(out, made, _NOTES)
    return worst


def _table(title: str) -> Table:
    return table(title, ("", ">ours [ns]", "theirs", ">theirs [ns]", ">ratio", ">difference"))


def _add(made: Table, row: Row, label: str = "") -> float:
    """Time a row and add it to the table; returns its difference."""
    times = interleaved([row.ours, row.theirs])
    ratio = Spread.of(times[0] / times[1])
    made.add_row(label + row.algorithm, Spread.of(times[0]).text(), row.theirs.call, Spread.of(times[1]).text(),
                 ratio.text(".2f"), f"{row.difference:.0e}")  # fmt: skip
    return row.difference
