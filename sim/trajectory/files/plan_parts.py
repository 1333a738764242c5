"""A plan taken apart into arrays by name and one tree of everything else, and put together again, to the last bit."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

import msgspec
import numpy as np

from ...texts import tr
from ..values import Plan

FORMAT = 1
_REFERENCE = "array"  # the key under which the tree names an array


def parts_of(plan: Plan) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The tree, of what JSON has, and the arrays, by where they are in the plan: "phases.0.state"."""
    arrays: dict[str, np.ndarray] = {}
    return _taken_apart(plan, "", arrays), arrays


def plan_of(tree: Any, arrays: dict[str, np.ndarray]) -> Plan:
    """The plan of these parts. Raises ValueError, saying what is wrong with them."""

    def array(kind: type, reference: Any) -> np.ndarray:
        name = reference.get(_REFERENCE) if isinstance(reference, dict) else None
        if name not in arrays:
            raise ValueError(tr("it has no array {name!r}", name=name))
        if arrays[name].dtype.kind not in "bif":
            raise ValueError(
                tr("its array {name!r} holds {dtype}, and should hold numbers", name=name, dtype=arrays[name].dtype)
            )
        return arrays[name]

    try:
        plan = msgspec.convert(tree, Plan, dec_hook=array)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None
    _check(plan)
    return plan


def _taken_apart(value: Any, path: str, arrays: dict[str, np.ndarray]) -> Any:
    if isinstance(value, np.ndarray):
        arrays[path] = value
        return {_REFERENCE: path}
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        start = f"{path}." if path else ""
        return {f.name: _taken_apart(getattr(value, f.name), f"{start}{f.name}", arrays) for f in fields(value)}
    if isinstance(value, tuple):
        return [_taken_apart(item, f"{path}.{i}", arrays) for i, item in enumerate(value)]
    return value.item() if isinstance(value, np.generic) else value


def _check(plan: Plan) -> None:
    """Raise ValueError unless all arrays have the shapes that the plan's names ask for."""
    n, m, points = len(plan.state_names), len(plan.input_names), len(plan.points)
    _expect(len(plan.state_units), n, tr("units of states"))
    _expect(len(plan.input_units), m, tr("units of inputs"))
    _expect(len(plan.phases) > 0, True, "phases")
    _expect(len(plan.jumps), len(plan.phases) - 1, "jumps")
    _expect(plan.friction.shape, (points,), tr("shape of friction"))
    nq, nv = plan.phases[0].q.shape[-1], plan.phases[0].v.shape[-1]
    for i, phase in enumerate(plan.phases):
        nodes = phase.t.size
        intervals = max(0, int(np.count_nonzero(phase.knot)) - 1)
        shapes = {
            "t": (nodes,),
            "knot": (nodes,),
            "state": (nodes, n),
            "rate": (nodes, n),
            "inputs": (nodes, m),
            "force": (nodes, points, 3),
            "touching": (points,),
            "footholds": (points, 3),
            "defect": (intervals,),
            "error": (intervals,),
            "q": (nodes, nq),
            "v": (nodes, nv),
            "tau": (nodes, nv),
        }
        if phase.passed.size:  # files of earlier versions have none
            shapes["passed"] = (intervals,)
        for name, shape in shapes.items():
            _expect(getattr(phase, name).shape, shape, tr("shape of {name} of phase {i}", name=name, i=i))
        if nodes == 0 or not np.all(np.diff(phase.t) >= 0.0):
            raise ValueError(tr("the times of phase {i} do not go on", i=i))
    jumps = [(tr("jump {i}", i=i), jump) for i, jump in enumerate(plan.jumps)]
    for name, jump in [*jumps, *([] if plan.closing is None else [(tr("the closing jump"), plan.closing)])]:
        _expect((jump.before.shape, jump.after.shape), ((n,), (n,)), tr("shapes of the states of {name}", name=name))
        _expect(jump.impulse.shape, (points, 3), tr("shape of the impulse of {name}", name=name))
    for i, iterate in enumerate(plan.iterates):
        if iterate.q.size or iterate.t.size:
            _expect(iterate.q.shape, (iterate.t.size, nq), tr("shape of q of iterate {i}", i=i))


def _expect(found: Any, wanted: Any, what: str) -> None:
    if found != wanted:
        raise ValueError(tr("{what}: it has {found}, and its other parts want {wanted}", what=what, found=found, wanted=wanted))
