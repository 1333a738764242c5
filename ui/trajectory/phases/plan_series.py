"""What of a plan is plotted over time: its columns by unit, the ground's forces with their cones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from torseur.sim.texts import marked, tr
from torseur.sim.trajectory.values import Plan

from ...displays.plot.plot_header import LineStyle
from ...look.math_notation import literal
from ...look.theme import ENERGY, FORCE, FRICTION, IMPULSE, JOINT, VELOCITY, WARNING

DASHED, DOTTED = (4.0, 2.2), (1.3, 1.6)
COLORS = (VELOCITY, FORCE, FRICTION, IMPULSE, WARNING, ENERGY, JOINT)
STYLES = [(color, dash) for dash in ((), DASHED, DOTTED) for color in COLORS]
TITLES = {
    "m": marked("Positions"),
    "rad": marked("Angles"),
    "m/s": marked("Speeds"),
    "rad/s": marked("Turning speeds"),
    "N": marked("Forces"),
    "N·m": marked("Torques"),
}


@dataclass(frozen=True, eq=False, slots=True)
class Series:
    """Lines of one unit over time."""

    title: str
    unit: str
    t: np.ndarray  # (n,) [s]; twice where a phase ends and the next begins
    lines: tuple[LineStyle, ...]
    values: tuple[np.ndarray, ...]  # each (n,)


def series_of(plan: Plan, normals: Mapping[int, np.ndarray] | None = None) -> dict[str, Series]:
    """All that can be plotted, by a key; forces of contacts first, then inputs, then states.

    normals : of the points that touch something else than level ground, by their number, at the plan's nodes (n, 3)
    """
    t = np.concatenate([phase.t for phase in plan.phases])
    found: dict[str, Series] = {}
    for k, point in enumerate(plan.points):
        found[f"force:{point}"] = _force(plan, t, k, (normals or {}).get(k))
    input_t, inputs = _inputs(plan)
    found |= _by_unit("inputs", input_t, inputs, plan.input_names, plan.input_units)
    states = np.concatenate([phase.state for phase in plan.phases])
    return found | _by_unit("states", t, states, plan.state_names, plan.state_units)


def _inputs(plan: Plan) -> tuple[np.ndarray, np.ndarray]:
    """Times and inputs at them: what is held goes on in a line to the next node, and jumps there."""
    twice = 2 if plan.holds_inputs else 1
    t = [np.repeat(phase.t, twice)[twice - 1 :] for phase in plan.phases]
    inputs = [np.repeat(phase.inputs, twice, axis=0)[: (len(phase.t) * twice) - twice + 1] for phase in plan.phases]
    return np.concatenate(t), np.concatenate(inputs)


def _force(plan: Plan, t: np.ndarray, k: int, normal: np.ndarray | None) -> Series:
    """The force on a point along the normal of what it touches and across it, and the edges of its cone."""
    force = np.concatenate([phase.force[:, k] for phase in plan.phases])
    n = np.tile([0.0, 0.0, 1.0], (len(t), 1)) if normal is None else normal
    pressing = np.einsum("nk,nk->n", force, n)
    planar = not np.any(force[:, 1]) and not np.any(n[:, 1])
    sideways = np.column_stack([n[:, 2], np.zeros(len(t)), -n[:, 0]])  # of level ground: along x
    across = force - pressing[:, None] * n
    along = np.einsum("nk,nk->n", force, sideways) if planar else np.linalg.norm(across, axis=1)
    lines = [LineStyle("λ_n", FORCE, (), 2.0), LineStyle("λ_t", FRICTION)]
    values = [pressing, along]
    if np.isfinite(plan.friction[k]):  # else it was planned without a cone
        edge = float(plan.friction[k]) * np.maximum(pressing, 0.0)
        lines.append(LineStyle("μ λ_n", "text_second", DASHED, 1.2))
        values.append(edge)
        if planar:
            lines.append(LineStyle("−μ λ_n", "text_second", DASHED, 1.2))
            values.append(-edge)
    title = tr("Ground force") if len(plan.points) == 1 else tr("Force on {point}", point=plan.points[k])
    return Series(title, "N", t, tuple(lines), tuple(values))


def _by_unit(
    kind: str, t: np.ndarray, columns: np.ndarray, names: tuple[str, ...], units: tuple[str, ...]
) -> dict[str, Series]:
    found = {}
    units = tuple(unit.replace("N m", "N·m") for unit in units)  # as units are read here
    for unit in dict.fromkeys(units):
        own = [k for k, one in enumerate(units) if one == unit][: len(STYLES)]
        title = tr(TITLES.get(unit, unit))
        if kind == "inputs":
            title = {"N": tr("Input forces"), "N·m": tr("Input torques")}.get(unit, tr("Inputs, {unit}", unit=unit))
        short = without_common_words([names[k] for k in own])
        lines = tuple(
            LineStyle(literal(names[k]), *style, short=literal(name))
            for k, name, style in zip(own, short, STYLES, strict=False)
        )
        found[f"{kind}:{unit}"] = Series(title, unit, t, lines, tuple(columns[:, k] for k in own))
    return found


def without_common_words(names: Sequence[str]) -> list[str]:
    """Names without the words that all of them end with: "left_hip_motor" beside other motors is "left_hip"."""
    words = [name.split("_") for name in names]
    while len(words) > 1 and min(map(len, words)) > 1 and len({one[-1] for one in words}) == 1:
        words = [one[:-1] for one in words]
    return ["_".join(one) for one in words]


def replay_series(t: np.ndarray, error: np.ndarray, title: str) -> Series:
    """How far a replay strays (n,) [m] at the times t of the plan (n,) [s]."""
    return Series(title, "m", t, (LineStyle(tr("|error|"), IMPULSE),), (error,))
