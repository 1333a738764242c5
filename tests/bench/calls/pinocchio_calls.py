"""How Pinocchio is called from Python for the quantities of the benchmark: `data` made once, the frame looked up once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pinocchio as pin

from torseur import sim

from ..comparison import Theirs
from ..timing import Contender, fastest
from . import robot_peers as peers
from .torseur_calls import ABA, CRBA, DERIVATIVES, FRAMES, JACOBIAN, QUANTITIES, RNEA, SOLVE

_REFUSE_MIMIC = (ABA, SOLVE, DERIVATIVES)  # "This algorithm does not support Joint Mimic type in the model."


def pinocchio_calls(
    case: peers.Case, text: str, ours: sim.Model, states: peers.States, *, mimic: bool = False
) -> dict[str, Theirs]:
    """The calls, by quantity, for the robot of this URDF in our states; ValueError if Pinocchio cannot read it."""
    model = peers.read_pinocchio(case, text, mimic=mimic)
    data = model.createData()
    in_q, in_v = peers.pinocchio_places(ours, model)
    q = list(peers.scattered(states.q, in_q))
    v, a, tau = (list(peers.scattered(values, in_v)) for values in (states.v, states.a, states.tau))
    tool, axes = model.getFrameId(case.tool), pin.LOCAL_WORLD_ALIGNED
    frames = [model.getFrameId(name) for name in ours.frame_names]

    def columns(value: np.ndarray, k: int) -> np.ndarray:
        return value[..., in_v]

    def symmetric(value: np.ndarray, k: int) -> np.ndarray:
        return (np.triu(value) + np.triu(value, 1).T)[np.ix_(in_v, in_v)]

    def poses(value: None, k: int) -> np.ndarray:
        return np.array([data.oMf[i].homogeneous for i in frames])

    def derivatives(value: tuple[np.ndarray, ...], k: int) -> np.ndarray:
        of_q, of_v, of_a = value
        return np.array([of_q[np.ix_(in_v, in_v)], of_v[np.ix_(in_v, in_v)], symmetric(of_a, k)])

    with_a = [(model, data, *row) for row in zip(q, v, a, strict=True)]
    with_tau = [(model, data, *row) for row in zip(q, v, tau, strict=True)]
    alone = [(model, data, row) for row in q]
    calls = {
        RNEA: Theirs(Contender("pin.rnea(m, d, q, v, a)", pin.rnea, with_a), columns),
        CRBA: Theirs(Contender("pin.crba(m, d, q)", pin.crba, alone), symmetric),
        ABA: Theirs(Contender("pin.aba(m, d, q, v, τ)", pin.aba, with_tau), columns),
        JACOBIAN: Theirs(
            Contender("pin.computeFrameJacobian", pin.computeFrameJacobian, [(model, data, row, tool, axes) for row in q]),
            columns,
        ),
        FRAMES: Theirs(Contender("pin.framesForwardKinematics", pin.framesForwardKinematics, alone), poses),
        DERIVATIVES: Theirs(Contender("pin.computeRNEADerivatives", pin.computeRNEADerivatives, with_a), derivatives),
    }
    if not mimic:
        calls[SOLVE] = Theirs(fastest(_solves(model, data, q, tau)), columns)
    return {name: calls[name] for name in QUANTITIES if not mimic or name not in _REFUSE_MIMIC}


def pinocchio_loops(case: peers.Case, text: str, ours: sim.Model, states: peers.States) -> dict[str, Theirs]:
    """The quantities for which Pinocchio has a loop of its own in C++, over all states, on one thread; built with OpenMP."""
    if not pin.WITH_OPENMP:
        return {}
    model = peers.read_pinocchio(case, text)
    in_q, in_v = peers.pinocchio_places(ours, model)
    q = peers.scattered(states.q, in_q).T  # a state a column
    v, a, tau = (peers.scattered(values, in_v).T for values in (states.v, states.a, states.tau))
    pool = pin.ModelPool(model, 1)

    def rows(value: np.ndarray, k: int) -> np.ndarray:
        return value.T[:, in_v]

    return {
        RNEA: Theirs(Contender("pin.rneaInParallel(1, …)", pin.rneaInParallel, [(1, pool, q, v, a)]), rows),
        ABA: Theirs(Contender("pin.abaInParallel(1, …)", pin.abaInParallel, [(1, pool, q, v, tau)]), rows),
    }


def _solves(model: pin.Model, data: Any, q: Sequence[np.ndarray], b: Sequence[np.ndarray]) -> list[Contender]:
    """The ways Pinocchio has to H⁻¹ b."""
    weightless = pin.Model(model)
    weightless.gravity = pin.Motion.Zero()
    rest = np.zeros(model.nv)
    crba, decompose, solve, inverse = pin.crba, pin.cholesky.decompose, pin.cholesky.solve, pin.computeMinverse

    def by_factor(q: np.ndarray, b: np.ndarray) -> np.ndarray:
        crba(model, data, q)
        decompose(model, data)
        return solve(model, data, b)

    def by_inverse(q: np.ndarray, b: np.ndarray) -> np.ndarray:
        return inverse(model, data, q) @ b

    pairs = list(zip(q, b, strict=True))
    return [
        Contender("pin.crba, .decompose, .solve", by_factor, pairs),
        Contender("pin.computeMinverse(m, d, q) @ b", by_inverse, pairs),
        Contender("pin.aba(m, d, q, 0, b), no gravity", pin.aba, [(weightless, data, x, rest, y) for x, y in pairs]),
    ]
