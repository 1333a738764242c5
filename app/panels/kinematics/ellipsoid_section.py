"""What a frame can do: ellipsoids and polytopes, of what rows and limits they are, their extents, and which are drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from torseur.sim.analysis.ellipsoids.values import KINDS, Capability, Ellipsoid, FrameReport, Polytope
from torseur.sim.texts import marked, tr
from torseur.ui.panels.kinematics.values import EllipsoidLine
from torseur.ui.sheet.blocks import Custom, DataTable, Heading, Line, Options, Section, TableCell, TableColumn, section
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.capability_text import ball_text, kind_text, unit_of
from torseur.ui.text.number_text import number_text
from torseur.ui.text.sentences import sentence

from ...sheet.page import FrameShapes

ELLIPSOIDS = Heading("ellipsoids", marked("Ellipsoids"))
ABOUT = {  # what is drawn once it is switched on
    "velocity": marked("Semi-axes of J diag(max speeds)."),
    "force": marked("Semi-axes of J diag(1 / max torques), inverted."),
    "dynamic": marked("Dynamic manipulability J H⁻¹, from rest."),
    "velocity_polytope": marked("Exact: each joint up to its speed limit."),
    "force_polytope": marked("Exact: each joint up to its torque limit."),
}
INDENT, CROSS = 62, 16  # of frames below "Also at", and width of what removes them [px]


def ellipsoid_section(shapes: FrameShapes, report: FrameReport, frames: Sequence[str]) -> Section:
    """The shapes that are drawn, and of others what is known without further work."""
    switches = shapes.switches
    rows, weighted = "orientation" if switches.rotation else "position", switches.weighted
    able = next((one for one in shapes.capabilities if one.frame == report.frame), None)
    choices = Line(
        "choices",
        blocks=(
            Options("rows", tr("Rows of J"), (("position", tr("Position")), ("orientation", tr("Rotation"))), rows),
            Options(
                "weights",
                tr("Ellipsoids of the unit ball, or weighted by limits"),
                (("unit", tr("Unit joints")), ("limits", tr("Limits"))),
                "limits" if weighted else "unit",
            ),
        ),
    )
    others = {"": tr("add a frame"), **{name: name for name in frames if name not in shapes.pinned}}
    add = Options("frame", tr("Draw them at another frame too"), tuple(others.items()), listed=True, widest=260)
    return section(
        ELLIPSOIDS,
        choices,
        *(_row(kind, report, able, rows, weighted, switches.ellipsoids and getattr(switches, kind)) for kind in KINDS),
        Line("also", tr("Also at"), (add,)),
        _pinned(shapes.pinned) if shapes.pinned else None,
        caption=tr("semi-axes"),
        copied=_copied(report, able),
    )


def _pinned(pinned: Sequence[str]) -> DataTable:
    """The frames beside the chosen one at which they are drawn; a click removes one, and so does Delete."""
    tips = [(name, tr("No longer at {frame}", frame=name)) for name in pinned]
    cross = TableCell("", role="text_hint", icon="close")
    return DataTable(
        "pinned",
        tr("Frames with ellipsoids"),
        (TableColumn("", share=1), TableColumn("", CROSS)),
        tuple((TableCell(name, indent=INDENT, tip=tip), cross) for name, tip in tips),
        presses=True,
        deletes=True,
    )


def _row(kind: str, report: FrameReport, able: Capability | None, rows: str, weighted: bool, on: bool) -> Custom:
    """One kind: its extents, or a sentence on what it is or why it is not there."""
    name, ball = kind_text(kind, rows), ball_text(kind, report.prismatic, weighted)
    found: Ellipsoid | Polytope | None = None
    if able is not None and kind not in able.absent:
        found = able.polytopes.get(kind) or able.ellipsoids.get(kind)
    if found is None and kind in ("velocity", "force") and rows == "position" and not weighted:
        found = report.velocity if kind == "velocity" else report.force
    if able is not None and kind in able.absent:
        text = sentence(able.absent[kind])
    elif found is None:
        text = tr(ABOUT[kind]) if weighted or kind not in ("velocity", "force") else tr("Switched off.")
    else:
        text = f"{_axes(found) if isinstance(found, Ellipsoid) else _reach(found)} {unit_of(kind, rows)}"
    line = EllipsoidLine(kind, name, text, ball, _tip(found), found is None, on)
    return Custom(kind, "ellipsoid", line, f"{name}: {text}")


def _axes(ellipsoid: Ellipsoid) -> str:
    return " · ".join(map(number_text, ellipsoid.lengths.tolist()))


def _reach(polytope: Polytope) -> str:
    inner = tr("any way {x}", x=number_text(polytope.inner)) if polytope.inner > 0.0 else ""
    return " · ".join(filter(None, (inner, tr("at most {x}", x=number_text(polytope.outer)))))


def _tip(found: Ellipsoid | Polytope | None) -> str:
    """What an infinite or a lost extent means."""
    lengths = found.lengths.tolist() if isinstance(found, Ellipsoid) else []
    if math.inf in lengths or (isinstance(found, Polytope) and not found.bounded):
        return tr("∞: along a lost direction the structure carries any force.")
    if isinstance(found, Polytope):
        return tr("Flat: along some direction the frame cannot move.") if found.dimension < 3 else ""
    return tr("0: no joint moves the frame along this direction.") if 0.0 in (round(x, 12) for x in lengths) else ""


def _copied(report: FrameReport, able: Capability | None) -> ArrayText:
    """Semi-axes and vertices of what is drawn, or the plain ellipsoids: a row each, length and direction in the world."""
    ellipsoids: Mapping[str, Ellipsoid] = {"velocity": report.velocity, "force": report.force}
    polytopes: Mapping[str, Polytope] = {}
    if able is not None and (able.ellipsoids or able.polytopes):
        ellipsoids, polytopes = able.ellipsoids, able.polytopes
    parts, rows = [], []
    for kind, one in ellipsoids.items():
        parts.append(np.column_stack([one.lengths, one.axes.T]))
        rows += [f"{kind} {k}" for k in (1, 2, 3)]
    for kind, found in polytopes.items():
        lengths = np.linalg.norm(found.vertices, axis=1, keepdims=True)
        parts.append(np.hstack([lengths, found.vertices / np.maximum(lengths, np.finfo(float).tiny)]))
        rows += [f"{kind} {k + 1}" for k in range(len(lengths))]
    return ArrayText(np.vstack(parts), rows, ("length", "x", "y", "z"))
