"""From statics to what the page shows: rows of joints, bases without a motor, how a load is split, what a check found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.superscripts import subscript
from torseur.sim.texts import marked, tr
from torseur.ui.laboratory.statics.values import BaseLine, CarriedEntry, CarriedView, CheckView, TorqueRow
from torseur.ui.text.number_text import listed, number_text, quantity_text, zero_beside
from torseur.ui.text.units import of_both_kinds

from ...documents.body_names import bare_names
from ...documents.joint_names import readable

if TYPE_CHECKING:
    from torseur.sim.analysis.statics.load_split import RowSplit
    from torseur.sim.analysis.statics.statics import Statics
    from torseur.sim.simulation.equilibrium import EquilibriumCheck

_VERDICTS = {
    "unbalanced": marked("These torques do not hold it: it accelerates at once."),
    "unstable": marked("In equilibrium, but unstable: a small displacement doubles every {time}."),
    "neutral": marked("In equilibrium. A small displacement is neither called back nor grows exponentially."),
    "stable": marked("In stable equilibrium: a small displacement is called back."),
}


def torque_rows(model: Model, statics: Statics) -> list[TorqueRow]:
    """A row for each number of v that a motor drives."""
    rows, sprung = [], bool(np.any(statics.springs))
    several = len({name.split("/")[0] for name in model.joint_names}) > 1
    for k in np.flatnonzero(statics.driven):
        full = statics.names[k]
        name = full if several else full.split("/", 1)[-1]
        rows.append(
            TorqueRow(
                name=readable(name),
                full=full,
                unit="N" if statics.linear[k] else "N·m",
                load=float(statics.load_torque[k]),
                gravity=float(statics.gravity[k] + statics.springs[k]),
                torque=float(statics.torque[k]),
                limit=float(statics.limit[k]),
                by_load=tuple(float(x) for x in statics.by_load[:, k]),
                sprung=sprung,
            )
        )
    return rows


def base_lines(model: Model, statics: Statics) -> list[BaseLine]:
    """Free-flyers that carry joints of a robot, or are loaded; where no joint has a motor, all of them: what they lack."""
    found = []
    loaded = {int(model.table["tree"][model.frame_row[model.frame_index(load.body)]]) for load in statics.loads}
    driven = {int(row["tree"]) for row in model.table[1:] if row["nv"] and statics.driven[row["iv"]]}
    for name, wrench in statics.unbalanced.items():
        child = model.joint(name).child
        tree = int(model.table["tree"][model.frame_row[model.frame_index(child)]])
        if (tree in loaded | driven or not driven) and model.joint(name).kind is JointKind.FREE_FLYER:
            found.append(BaseLine(child, _vector(wrench[:3], "N"), _vector(wrench[3:], "N·m")))
    return found


def carried_view(model: Model, statics: Statics, at: int) -> CarriedView:
    """How one load is split."""
    load, part = statics.loads[at], statics.splits[at]
    felt, slides, driven = statics.by_load[at], statics.linear, statics.driven
    return CarriedView(
        title=tr(
            "{force} on {body}",
            force="F" + subscript(at + 1),
            body=bare_names(model.frame_names)[load.body].replace("_", " "),
        ),
        force=_entry(part.force, "N"),
        moment=_entry(part.moment, "N·m") if np.any(load.moment) else None,
        residual=part.residual,
        load_torque=_of_kinds(felt[driven], slides[driven]),
        free_wrenches=6 - part.wrench_rank,
        base_load=_of_kinds(felt[~driven], slides[~driven]) if np.any(felt[~driven]) else "",
    )


def check_view(check: EquilibriumCheck, statics: Statics, cut: bool) -> CheckView:
    """What a check of these statics found, in words and numbers; `cut`: the torques were cut at their limits."""
    verdict, linear, floating = check.verdict, statics.linear, bool(statics.unbalanced)
    doubling = float(np.log(2.0) / check.growth) if check.growth else np.inf
    text = tr(_VERDICTS[verdict]).format(time=quantity_text(doubling, "s", 3))
    if verdict == "unbalanced" and cut:
        text = tr("Cut at their limits, the torques do not hold it: it accelerates at once.")
    if floating:
        text += tr(" The base is held by the wrench that it lacks.")
    time = quantity_text(check.duration, "s", 2)

    def line(words: str, values: np.ndarray, per: str = "") -> tuple[str, str, str]:
        return words, *of_both_kinds(values.tolist(), linear.tolist(), f"rad{per}", f"m{per}")

    facts = [
        line(tr("Largest |q̈| at the start"), check.acceleration, "/s²"),
        line(tr("… without the torques"), check.free_acceleration, "/s²"),
        line(tr("Largest drift in {time}", time=time), check.drift),
        line(tr("… without the torques"), check.free_drift),
        line(tr("… nudged by {size}", size=number_text(_largest(check.nudge), 1)), check.nudged_drift),
    ]
    words = {
        "unbalanced": tr("moves"), "unstable": tr("unstable"), "neutral": tr("neutral"), "stable": tr("stable"),
    }  # fmt: skip
    return CheckView(text, words[verdict], "warning" if verdict in ("unbalanced", "unstable") else "good", facts)


def _of_kinds(torques: np.ndarray, slides: np.ndarray) -> str:
    """The largest torque of those that turn and the largest force of those that slide, each with its unit."""
    found = [
        quantity_text(_largest(torques[slides == kind]), unit, 3) for kind, unit in ((False, "N·m"), (True, "N"))
        if np.any(slides == kind)
    ]  # fmt: skip
    return tr(" and ").join(found) or "0"


def _entry(split: RowSplit, unit: str) -> CarriedEntry:
    vectors = np.array([split.load, split.motors, split.structure])
    vectors[np.abs(vectors) < 1e-13 * np.abs(vectors).max(initial=0.0)] = 0.0
    return CarriedEntry(vectors, split.structure_share, split.rank, np.asarray(split.U), unit)


def _vector(values: np.ndarray, unit: str) -> str:
    zero = zero_beside(values.tolist())
    return f"({listed(number_text(float(x), zero=zero) for x in values)}) {unit}"


def _largest(values: np.ndarray) -> float:
    return float(np.abs(values).max(initial=0.0))
