"""The named configurations of a model, with "home" always among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from torseur.sim.arrays import Array, frozen, frozen_mapping
from torseur.sim.multibody.model.model import Finding, Model


def neutral(model: Model, start: Mapping[str, Sequence[float]] | None = None) -> Array:
    """Return the configuration (nq,) with every joint at zero, or at its limit nearest to zero.

    start : joints that are elsewhere, each with its numbers in q
    """
    q = np.clip(np.zeros(model.nq), model.lower, model.upper)
    for name, (in_q, _) in model.joint_slices().items():
        if start and name in start:
            q[in_q] = start[name]
        elif model.joint(name).kind.has_quaternion:
            q[in_q.stop - 1] = 1.0
    return q


def with_poses(model: Model, poses: Mapping[str, Array], home: Array | None = None, findings: Iterable[Finding] = ()) -> Model:
    """Return the model with these named configurations, (nq,) each, and with what was found on reading them.

    "home" comes first: the pose that bears this name, else `home`, else the neutral one; always within the limits.
    """
    first = poses.get("home", neutral(model) if home is None else home)
    with_home = {"home": np.clip(first, model.lower, model.upper), **{n: q for n, q in poses.items() if n != "home"}}
    named = frozen_mapping({name: frozen(np.array(q)) for name, q in with_home.items()})
    return replace(model, poses=named, findings=(*model.findings, *findings))
