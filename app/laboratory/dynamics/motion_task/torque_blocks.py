"""What a planned motion takes of the motors: over time, and beside their limits."""

from __future__ import annotations

import numpy as np

from torseur.sim.texts import tr
from torseur.ui.displays.plot.values import TimeLine, TimePlot
from torseur.ui.look.theme import ENERGY, FORCE, FRICTION, IMPULSE, JOINT, VELOCITY, WARNING
from torseur.ui.sheet.blocks import Block, Custom, DataTable, Fact, Facts, Options, Paragraph, TableCell, TableColumn, options
from torseur.ui.text.number_text import ABSENT, number_text
from torseur.ui.text.units import AngleUnit, per_unit, to_display_unit, unit_text

from ...motion.coordinates import Coordinate, coordinates
from .motion_plan import PlannedMotion

_DASHES: tuple[tuple[float, ...], ...] = ((), (4.0, 2.2), (1.3, 1.6))
_COLORS = (VELOCITY, FORCE, FRICTION, IMPULSE, WARNING, ENERGY, JOINT)
STYLES = [(color, dash) for dash in _DASHES for color in _COLORS]


def torque_blocks(
    planned: PlannedMotion, plotted: str, strays: np.ndarray | None, unit: AngleUnit
) -> tuple[tuple[Block, ...], tuple[Block, ...], str]:
    """Return the choice of what is plotted, the blocks, and a note on the plot."""
    of = coordinates(planned.task.model)
    limited = _limited(planned)
    plotted = plotted if limited else "tau"
    choice = options({"tau": "τₘ", "share": tr("τₘ / limit")})
    plot, note = _plot(planned, of, plotted, limited)
    ends = "; ".join(
        f"{line.name}: {number_text(float(y[0]))} … {number_text(float(y[-1]))}"
        for line, y in zip(plot.lines, plot.values, strict=True)
    )
    blocks = (
        Custom("plot", "time_plot", plot, ends),
        _table(planned, of),
        Paragraph("faults", _faults(planned, of), "warning", "warning"),
        Facts("facts", (*_work(planned), *_strayed(strays, of, unit))),
    )
    return (Options("plotted", tr("What is plotted"), choice, plotted),) if limited else (), blocks, note


def _limited(planned: PlannedMotion) -> list[int]:
    """The numbers whose torque has a limit."""
    limits = planned.task.model.effort_limit
    found: list[int] = np.flatnonzero(np.isfinite(limits) & (limits > 0.0)).tolist()
    return found


def _plot(planned: PlannedMotion, of: tuple[Coordinate, ...], plotted: str, limited: list[int]) -> tuple[TimePlot, str]:
    """The plot, and how many are in it where not all are."""
    task, shown = planned.task, list(range(min(len(of), len(STYLES))))
    title, unit, factor = "τₘ", per_unit([not one.turns for one in of], "N·m", "N"), np.ones(len(of))
    if plotted == "share":
        shown = [k for k in shown if k in limited]
        title, unit, factor[limited] = tr("τₘ / limit"), "%", 100.0 / task.model.effort_limit[limited]
    lines = [TimeLine(_torque_symbol(of[k]), *STYLES[k]) for k in shown]
    values = [factor[k] * task.tau[:, k] for k in shown]
    if plotted == "share" and shown:
        lines += [TimeLine(text, "warning", (1.3, 1.6), 1.2) for text in (tr("limit"), tr("−limit"))]
        values += [np.full(len(task.t), side) for side in (100.0, -100.0)]
    note = tr("{k} of {n} are plotted", k=len(shown), n=len(of)) if len(shown) < len(of) else ""
    return TimePlot(title, unit, task.t, tuple(lines), tuple(values)), note


def _table(planned: PlannedMotion, of: tuple[Coordinate, ...]) -> DataTable:
    columns = (
        TableColumn("", 30, math=True),
        TableColumn("", 48, 1),
        TableColumn(tr("max |τ_m|"), 82, number=True),
        TableColumn(tr("τ_m / limit"), 56, number=True, about=tr("Largest |τₘ| by its limit; –: none, or it does nothing")),
        TableColumn(tr("q̇ / limit"), 56, number=True, about=tr("Largest |q̇| by its limit; –: none, or it does not move")),
    )
    rows = tuple(
        (
            TableCell(_torque_symbol(one), role="text_second", tip=one.full),
            TableCell(one.joint, role="text_second"),
            TableCell(number_text(largest), largest, one.torque_unit),
            _percent(share),
            _percent(speed),
        )
        for one, largest, share, speed in zip(
            of, planned.largest.tolist(), planned.share.tolist(), planned.speed_share.tolist(), strict=True
        )
    )
    return DataTable("table", tr("Torques and speeds beside their limits"), columns, rows)


def _percent(share: float) -> TableCell:
    if share == 0.0:
        return TableCell(ABSENT, share, role="text_hint")
    role, weight = ("warning", 600) if share > 1.0 else ("text", 400)
    return TableCell(number_text(100.0 * share, 3), share, "%", role, weight)


def _torque_symbol(one: Coordinate) -> str:
    """What motors give along a number of q̇: τ_{m,3}; of a floating base f_x, n_x."""
    letter, _, axis = one.symbol.partition("_")
    if letter in ("v", "ω"):
        return f"{'n' if one.turns else 'f'}_{axis or 'z'}"
    return f"τ_{{m,{axis.strip('{}')}}}"


def _work(planned: PlannedMotion) -> tuple[Fact, ...]:
    return (
        (tr("Largest power τ_mᵀ q̇"), number_text(planned.most_power), "W"),
        (tr("Work ∫ τ_mᵀ q̇ dt"), number_text(planned.work, zero=1e-9), "J"),
    )


def _strayed(strays: np.ndarray | None, of: tuple[Coordinate, ...], unit: AngleUnit) -> list[Fact]:
    """The joint that strays most of those that turn, and of those that slide."""
    if strays is None:
        return []
    found = []
    for turns in (True, False):
        of_kind = [k for k, one in enumerate(of) if one.turns is turns]
        if of_kind:
            most = max(of_kind, key=strays.__getitem__)
            far = to_display_unit(float(strays[most]), turns, unit)
            text = tr("Played back, {joint} strays most, by", joint=of[most].name)
            found.append((text, number_text(far, 3, zero=0.0), unit_text(turns, unit)))
    return found


def _faults(planned: PlannedMotion, of: tuple[Coordinate, ...]) -> str:
    """What cannot be done, a sentence each."""

    def over(shares: np.ndarray) -> str:
        return ", ".join(one.name for one, share in zip(of, shares, strict=True) if share > 1.0)

    found = []
    if joints := over(planned.share):
        found.append(tr("Beyond the limit of torque, where playing back cuts it: {joints}.", joints=joints))
    if joints := over(planned.speed_share):
        found.append(tr("Faster than the limit of speed: {joints}.", joints=joints))
    if planned.beyond:
        joints = ", ".join(planned.beyond)
        found.append(tr("Beyond the limits of position, at which playing back stops: {joints}.", joints=joints))
    return " ".join(found)
