"""The way a search went: played, stepped through, plotted and listed, and its trail in the view."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.multibody.model.coordinate_names import joint_numbers
from torseur.sim.superscripts import subscript
from torseur.sim.texts import marked, tr
from torseur.ui.look.theme import SELECTION, VELOCITY
from torseur.ui.sheet.blocks import (
    Block,
    Button,
    Buttons,
    DataTable,
    Heading,
    Paragraph,
    Plot,
    PlotCurve,
    PlotMark,
    PlotScale,
    Section,
    SideBySide,
    Slider,
    TableCell,
    TableColumn,
    section,
)
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import ABSENT, number_text
from torseur.ui.viewport.marks import Ghost, LegendRow, Overlays, Trail

from ...sheet.page import NOTHING_DRAWN, Layer, Seen
from ...sheet.questions import Answer, Questions
from .pose_search import IKSettings, iterates_of

if TYPE_CHECKING:
    from torseur.sim.analysis.inverse_kinematics.values import PoseSolution
    from torseur.sim.arrays import Array
    from torseur.sim.multibody.model.model import Model

ITERATIONS = Heading("iterations", marked("Iterations"))
LOWEST = 1e-16  # what is drawn for an error of 0 [m]
DOTTED = 60  # more iterations than these are a line without dots
MOST = 9  # iterations in sight


def iteration_section(seen: Seen, settings: IKSettings, answer: Answer | None, questions: Questions) -> Section:
    """Each with its errors, its damping, and which joints their limits hold; the answer is to the last search."""
    if answer is None or answer.value is None:
        hint = Paragraph("hint", tr("Press Solve: its iterations are then shown here, one by one."), "text_second")
        return section(ITERATIONS, hint)
    found: PoseSolution = answer.value
    last = len(iterates_of(found)) - 1
    step = min(settings.step, last)
    curves, rows = questions.ask(
        "part:iterations", settings.search, lambda: (_curves(found), tuple(_rows(seen.model, found))), of=seen.model
    ).value
    return section(
        ITERATIONS,
        SideBySide("way", _way(step, last, settings.playing), (0, 1)),
        Plot(
            "plot",
            tr("Error over {n} iterations", n=last),
            PlotScale(ends=(0.0, max(last, 1.0)), decimals=0),
            PlotScale(tr("error"), "mm", "log"),
            curves,
            _marks(step, settings),
            132,
            seeks=True,
        ),
        _table(found, rows, step),
        caption=tr("{k} of {n}", k=step, n=last),
    )


def iteration_layer(seen: Seen, settings: IKSettings, answer: Answer | None, questions: Questions) -> Layer:
    """Draw the way of the frame, and where it ends while the robot is not there."""
    if answer is None or answer.value is None:
        return NOTHING_DRAWN
    found: PoseSolution = answer.value
    last = len(iterates_of(found)) - 1
    if last < 1:
        return NOTHING_DRAWN
    points, end = questions.ask("way", settings.search, lambda: _path(seen.model, found), of=seen.model).value
    drawn, row = Overlays(trails=(Trail(points, VELOCITY),)), LegendRow("line", VELOCITY, tr("Iterations"), f"{last}")
    if settings.step >= last:
        return drawn, (row,)
    ghosts = (Ghost(end, SELECTION),)
    return Overlays(trails=drawn.trails, ghosts=ghosts), (row, LegendRow("block", SELECTION, tr("Where they end")))


def _path(model: Model, found: PoseSolution) -> tuple[Array, Array]:
    """Where each iteration has the frame (k, 3), and the poses of all bodies in the end."""
    from torseur.sim.multibody.kinematics.kinematics import frame_pose, frame_poses

    points = np.array([frame_pose(model, q, found.frame)[:3, 3] for q in iterates_of(found).q])
    return points, frame_poses(model, found.q)


def _way(step: int, last: int, playing: bool) -> tuple[Block, ...]:
    play = tr("Pause") if playing else tr("Play the iterations")
    buttons = (
        Button("back", "", "step_back", step > 0, tr("One iteration back")),
        Button("play", "", "pause" if playing else "play", tip=play),
        Button("forward", "", "step_forward", step < last, tr("One iteration on")),
    )
    return Buttons("buttons", buttons), Slider("slider", tr("Iteration"), step, 0.0, max(last, 1), whole=True)


def _curves(found: PoseSolution) -> tuple[PlotCurve, ...]:
    size = 1e3 * np.maximum(iterates_of(found).size, LOWEST)
    line = PlotCurve(tr("error"), np.arange(len(size), dtype=float), size, "velocity_text")
    dots = PlotCurve(tr("error"), line.x, size, "velocity_text", "points")
    return (line, dots) if len(size) <= DOTTED else (line,)


def _marks(step: int, settings: IKSettings) -> tuple[PlotMark, ...]:
    assert settings.search is not None
    goal = PlotMark(1e3 * settings.search.options.tolerance, tr("tolerance"), "good", "y")
    return PlotMark(step, str(step), "accent"), goal


def _table(found: PoseSolution, rows: tuple[tuple[TableCell, ...], ...], step: int) -> DataTable:
    columns = (
        TableColumn("k", 18, number=True),
        TableColumn(tr("distance"), 68, 1, "mm", number=True),
        TableColumn(tr("angle"), 68, 1, "°", number=True),
        TableColumn("μ", 54, 1, number=True),
        TableColumn(tr("at limits"), 60, 2),
    )
    iterates = iterates_of(found)
    distance, angle = (np.linalg.norm(part, axis=1) for part in (iterates.error[:, :3], iterates.error[:, 3:]))
    names = "distance [m]", "angle [rad]", "error [m]", "mu", *(f"q{k}" for k in range(iterates.q.shape[1]))
    numbers = ArrayText(np.column_stack([distance, angle, iterates.size, iterates.mu, iterates.q]), (), names)
    return DataTable("table", tr("Iterations"), columns, rows, step, most=MOST, copied=numbers)


def _rows(model: Model, found: PoseSolution) -> Iterator[tuple[TableCell, ...]]:
    iterates, numbers, slices = iterates_of(found), joint_numbers(model), model.joint_slices()
    owners = (name for name in found.joints for _ in range(slices[name][1].stop - slices[name][1].start))
    names = [f"q{subscript(numbers[name])}" for name in owners]
    for k, (error, bounds, mu) in enumerate(zip(iterates.error, iterates.bounds, iterates.mu.tolist(), strict=True)):
        held = " ".join(f"{name}{'↓' if side < 0 else '↑'}" for name, side in zip(names, bounds, strict=True) if side)
        distance, angle = (float(np.linalg.norm(part)) for part in np.split(error, 2))
        yield (
            TableCell(str(k), k, role="text_second"),
            TableCell(number_text(1e3 * distance, zero=0.0)),
            TableCell(number_text(math.degrees(angle), zero=0.0)),
            TableCell(number_text(mu, 2, zero=0.0) if k else ABSENT),
            TableCell(held, role="warning"),
        )
