"""What the loads ask of each joint, beside its limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.multibody.model.model import JointKind, Model
from torseur.sim.texts import marked, tr
from torseur.ui.laboratory.statics.values import TorqueRow, limit_text, share_text, torque_text, zero_of
from torseur.ui.sheet.blocks import Custom, Facts, Heading, Options, Paragraph, Section, options, section
from torseur.ui.text.number_text import listed, number_text, zero_beside

from ...documents.joint_names import readable

if TYPE_CHECKING:
    from torseur.sim.analysis.statics.statics import Statics

TORQUES = Heading("table", marked("Joint torques"))


def torque_section(model: Model, statics: Statics | None, side: str) -> Section:
    """A row for each number of v that a motor drives, their sums, and what bases without a motor lack."""
    rows = tuple(torque_rows(model, statics)) if statics else ()
    reason = tr("No joint here has a motor.") if statics else tr("Nothing here has a joint: there are no torques.")
    bases = base_lines(model, statics) if statics else []
    note = (
        tr("The environment pushes the robot, which holds still: τ = −Γ + g(q), Γ = Σ JᵀF.")
        if side == "held"
        else tr("The robot pushes the environment: τ = +Γ + g(q), Γ = Σ JᵀF.")
    )
    if any(row.sprung for row in rows):
        note += " " + tr("Springs of joints give τₚ, motors τₘ = τ − τₚ.")
    sides = options({"held": tr("hold against"), "exerted": tr("exert")})
    zero = zero_of(rows)
    text = "\n".join(f"{row.name}: {number_text(row.torque, zero=zero)} {row.unit}, {limit_text(row, zero)}" for row in rows)
    return section(
        TORQUES,
        Options("side", tr("Whose the loads are"), sides, side),
        Paragraph("note", note, "text_second"),
        Paragraph("reason", "" if rows else reason, "text_second", icon="info"),
        Custom("rows", "joint_torques", rows, text) if rows else None,
        Facts("sums", tuple(_facts(rows))),
        Paragraph("bases", "\n".join(bases), icon="info", icon_role="warning"),
        badge=_badge(rows),
        copied=torque_text(rows) or False,
    )


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


def base_lines(model: Model, statics: Statics) -> list[str]:
    """Of free-flyers that carry joints of a robot, or are loaded; where no joint has a motor, of all: what they lack."""
    found = []
    loaded = {int(model.table["tree"][model.frame_row[model.frame_index(load.body)]]) for load in statics.loads}
    driven = {int(row["tree"]) for row in model.table[1:] if row["nv"] and statics.driven[row["iv"]]}
    for joint, wrench in statics.unbalanced.items():
        name = model.joint(joint).child
        tree = int(model.table["tree"][model.frame_row[model.frame_index(name)]])
        if (tree in loaded | driven or not driven) and model.joint(joint).kind is JointKind.FREE_FLYER:
            force, moment = _vector(wrench[:3], "N"), _vector(wrench[3:], "N·m")
            found.append(
                tr(
                    "{name} has no motor: to stay, it lacks a force of {force} and a moment of {moment} about its origin, "
                    "which the ground or a hand must give. Contacts are not counted.",
                    name=name,
                    force=force,
                    moment=moment,
                )
            )
    return found


def _badge(rows: tuple[TorqueRow, ...]) -> tuple[str, str, str]:
    above = [row.full for row in rows if row.exceeded]
    if above:
        return tr("{n} above limit", n=len(above)), "warning", ", ".join(above)
    if any(np.isfinite(row.limit) for row in rows):
        return tr("within limits"), "good", ""
    none = tr("The file of this robot gives no limit of torque or force.")
    return (tr("no limits"), "plain", none) if rows else ("", "plain", "")


def _facts(rows: tuple[TorqueRow, ...]) -> list[tuple[str, str, str]]:
    """The size of all torques together, and the joint nearest to its limit."""
    found = []
    for unit, what in (("N·m", tr("|τ| of the turning joints")), ("N", tr("|τ| of the sliding joints"))):
        values = [row.torque for row in rows if row.unit == unit]
        if values:
            found.append((what, number_text(float(np.linalg.norm(values))), unit))
    limited = [row for row in rows if np.isfinite(row.limit)]
    if limited:
        most = max(limited, key=lambda row: row.share)
        found.append((tr("Largest share of a limit: {joint}", joint=most.name), share_text(most.share), "%"))
    return found


def _vector(values: np.ndarray, unit: str) -> str:
    zero = zero_beside(values.tolist())
    return f"({listed(number_text(float(x), zero=zero) for x in values)}) {unit}"
