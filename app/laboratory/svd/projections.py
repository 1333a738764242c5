"""A velocity that is typed on the page "SVD", split by the projectors of the task, and its parts as arrows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from torseur.sim.analysis.svd.values import TaskSVD, VelocitySplit
from torseur.sim.texts import marked, tr
from torseur.ui.controls.fields.amount import Amount
from torseur.ui.look.theme import FORCE, VELOCITY
from torseur.ui.sheet.blocks import (
    Amounts,
    Button,
    Buttons,
    Facts,
    Heading,
    Matrix,
    Options,
    Paragraph,
    Section,
    UserEvent,
    options,
    section,
)
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import number_text, quantity_text, residual_text
from torseur.ui.text.units import to_display_unit, unit_text
from torseur.ui.viewport.marks import Arrow, LegendRow, Overlays

from ...drawing.arrow_scale import Scale, scale_text
from ...sheet.page import NOTHING_DRAWN, Layer, Seen
from ...sheet.questions import Questions
from ..jacobian.column_marks import rates
from .svd_settings import SVDSettings
from .task_texts import ROWS

PROJECTORS = Heading("projectors", marked("Projectors"))
GIVEN = "#6B788A"  # of the velocity itself
REACH = {False: 1.0, True: np.pi}  # of a slider of the task's velocity [m/s, rad/s]
FASTEST = 1000.0  # that may be typed [m/s | rad/s]
WORDS = {"v": marked("velocity along {axis}"), "w": marked("rotation about {axis}")}
COLUMNS = {"task": ("v", "U_{r}U_rᵀ v", marked("lost")), "joints": ("q̇", "V_{r}V_rᵀ q̇", marked("still"))}


def projector_section(seen: Seen, settings: SVDSettings, svd: TaskSVD, questions: Questions) -> Section:
    """Write the velocity, its parts, and the projector."""
    split, side = _split(settings, svd, questions), settings.side
    if split is None:
        return section(PROJECTORS, open=False)
    amounts, count = _amounts(seen, settings, svd), len(split.given)
    letters = tuple(amount.letter for amount in amounts)
    parts, there = np.column_stack([split.given, split.kept, split.lost]), bool(np.any(split.given))
    values = parts * [[to_display_unit(1.0, amount.is_angle, seen.angle_unit)] for amount in amounts]
    values[np.abs(values) < 1e-12 * np.abs(values).max(initial=0.0)] = 0.0
    units = tuple(unit_text(amount.is_angle, seen.angle_unit) + "/s" for amount in amounts)
    if side == "task":
        about = tr("v = UᵣUᵣᵀ v + (1 − UᵣUᵣᵀ) v: what some q̇ gives, and what no q̇ gives.")
        name, names = "UᵣUᵣᵀ", (tr("given, of |v|²"), tr("lost, of |v|²"))
    else:
        about = tr("q̇ = VᵣVᵣᵀ q̇ + (1 − VᵣVᵣᵀ) q̇: what moves the task, and what leaves it still.")
        name, names = "VᵣVᵣᵀ", (tr("moves it, of |q̇|²"), tr("still, of |q̇|²"))
    shares = (number_text(100.0 * x, zero=1e-9) if there else "–" for x in (1.0 - split.share, split.share))
    tiles = (
        *((word, share, "%") for word, share in zip(names, shares, strict=True)),
        (tr("rank r"), str(svd.rank), tr("of {n}", n=count)),
    )
    P = np.where(np.abs(split.projector) < 1e-13, 0.0, split.projector)
    return section(
        PROJECTORS,
        Paragraph("about", about, "text_second"),
        Amounts("amounts", tr("Velocity that is split"), amounts, tuple(split.given.tolist()), "/s", seen.angle_unit),
        Buttons("all", (Button("clear", tr("All 0")),)),
        Facts("tiles", tiles, (0.36, 0.36, 0.28), tiles=True),
        Matrix(
            "table",
            tr("The velocity and its two parts"),
            values,
            letters,
            tuple(map(tr, COLUMNS[side])),
            units,
            split=3 if count == 6 else 0,
        ),
        Paragraph("title", tr("{name}, {n} × {n}", name=name, n=count), "text_second"),
        Matrix("matrix", tr("The projector"), P, letters, letters, names=tuple(amount.name for amount in amounts)),
        Paragraph("line", _said(side, svd, split), "text_hint"),
        open=True,
        copied=ArrayText(parts, letters, COLUMNS[side]),
        tools=(Options("side", tr("What is split"), options({"task": tr("task v"), "joints": tr("joints q̇")}), side),),
    )


def projector_layer(seen: Seen, settings: SVDSettings, svd: TaskSVD, questions: Questions) -> Layer:
    """Draw what was typed and its parts at the tool, of the joints what they do there."""
    split, task = _split(settings, svd, questions), svd.task
    if split is None or not np.any(split.given):
        return NOTHING_DRAWN
    if settings.side == "joints":
        drawn = [(task.J @ (split.given / task.weights), VELOCITY, "J q̇", "solid")]
        rows = [("arrow", VELOCITY, "J q̇ = J VᵣVᵣᵀ q̇")]
    else:
        scale = np.array([task.length or 1.0 if row.startswith("w") else 1.0 for row in task.row_names])
        drawn, rows = [(scale * split.kept, VELOCITY, "UᵣUᵣᵀ v", "solid")], [("arrow", VELOCITY, tr("What q̇ can give"))]
        if split.share > 1e-9:
            drawn += [(scale * split.lost, FORCE, tr("lost"), "dashed"), (scale * split.given, GIVEN, "v", "solid")]
            rows += [("dashed_line", FORCE, tr("Lost")), ("arrow", GIVEN, tr("Velocity typed"))]
    linear, angular = questions.kept("projectors", lambda: (Scale(0.4, 0.1, 0.8), Scale(0.4, 0.1, 0.8)))
    twists = [task.twist(u) for u, *_ in drawn]
    linear.fit(max(float(np.linalg.norm(twist[:3])) for twist in twists), seen.size)
    angular.fit(max(float(np.linalg.norm(twist[3:])) for twist in twists), seen.size)
    arrows = []
    for (_, color, text, kind), twist in zip(drawn, twists, strict=True):
        for part, of, unit, heads in ((twist[:3], linear, "m/s", kind), (twist[3:], angular, "rad/s", "double")):
            speed = float(np.linalg.norm(part))
            if speed > 1e-12:  # one head for v, two for ω
                arrows.append(Arrow(task.point, of.value * part, color, f"{text} {quantity_text(speed, unit)}", heads))
    said = scale_text(linear.value, "m/s") if linear.value else ""
    legend = tuple(LegendRow(*row, "" if k else said) for k, row in enumerate(rows))
    return Overlays(arrows=tuple(arrows)), legend


def with_velocity(settings: SVDSettings, event: UserEvent, svd: TaskSVD) -> SVDSettings:
    """Have another velocity, or another side of which it is; settings after an event of the section."""
    side = settings.side
    if event.kind == "chosen":
        return replace(settings, side=event.value)
    if event.kind == "pressed":
        return replace(settings, speeds={key: speed for key, speed in settings.speeds.items() if key[0] != side})
    if event.kind == "entered":
        place, speed = event.value
        return replace(settings, speeds={**settings.speeds, (side, _names(side, svd)[place]): speed})
    return settings


def _split(settings: SVDSettings, svd: TaskSVD, questions: Questions) -> VelocitySplit | None:
    """What is typed, split; None while the section is folded."""
    if PROJECTORS.key not in settings.open:
        return None
    side = settings.side
    typed = np.array([settings.speeds.get((side, name), 0.0) for name in _names(side, svd)])

    def split() -> VelocitySplit:
        from torseur.sim.analysis.svd.projectors import split_joint_velocity, split_task_velocity

        return (split_task_velocity if side == "task" else split_joint_velocity)(svd, typed)

    found: VelocitySplit = questions.ask("split", (svd, side, typed), split).value
    return found


def _said(side: str, svd: TaskSVD, split: VelocitySplit) -> str:
    """How exact the split is, in which norm its parts are orthogonal, and where nothing can be lost."""
    task, count, x = svd.task, len(split.given), residual_text(split.residual)
    if side == "joints":
        said = [tr("Largest entry of J · still: {x}.", x=x)]
        if task.weighting != "none":
            said.append(tr("Orthogonal in shares of the limits, as the weights say."))
        return " ".join(said)
    said = [tr("Largest entry of Jᵀ · lost: {x}.", x=x)]
    if task.length:
        said.append(tr("Orthogonal with ω multiplied by {length} m.", length=number_text(task.length)))
    if svd.rank == count < 6:
        whole = tr("All rows can be had: nothing is lost. More rows of the task, above, may show a loss.")
        said.append(whole)
    return " ".join(said)


def _names(side: str, svd: TaskSVD) -> Sequence[str]:
    """What speeds are typed of: rows of the task, or joints."""
    return svd.task.row_names if side == "task" else svd.task.joints


def _amounts(seen: Seen, settings: SVDSettings, svd: TaskSVD) -> tuple[Amount, ...]:
    if settings.side == "joints":
        slices = seen.model.joint_slices()
        found = rates(seen.model, [slices[name][1].start for name in svd.task.joints])
        return tuple(replace(one, column=k) for k, one in enumerate(found))
    angles = [row.startswith("w") for row in svd.task.row_names]
    return tuple(
        Amount(k, ROWS[row], tr(WORDS[row[0]], axis=row[1]), angle, REACH[angle], FASTEST)
        for k, (row, angle) in enumerate(zip(svd.task.row_names, angles, strict=True))
    )
