"""The page SVD: a task, its singular values, its four subspaces, its self-motions, and the matrices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from torseur.sim.analysis.svd.values import TaskSVD
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import index
from torseur.ui.sheet.blocks import (
    Block,
    Facts,
    Heading,
    Line,
    Matrix,
    Number,
    Options,
    Paragraph,
    Section,
    SingularValues,
    UserEvent,
    absent,
    options,
    section,
)
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import number_text, residual_text
from torseur.ui.text.sentences import sentence
from torseur.ui.text.units import power_unit
from torseur.ui.viewport.marks import joined

from ...sheet.page import NOTHING_DRAWN, ChooseFrame, EndDrag, Layer, Page, Seen
from ...sheet.questions import Questions
from .encoder_errors import REPEATABILITY, error_layer, repeatability_section, with_step
from .projections import PROJECTORS, projector_layer, projector_section, with_velocity
from .self_motion_drag import MOTION, direction_dragged, motion_section, moved, released
from .svd_marks import direction_legend, direction_marks
from .svd_settings import NONE, NOTHING, NamedSVD, SVDSettings, decomposed
from .task_texts import AXES, ROWS, STAYS, held_still, joint_labels

TASK = Heading("task", marked("Task"))
VALUES = Heading("values", marked("Singular values"))
SUBSPACES = Heading("subspaces", marked("Four subspaces"))
MATRICES = Heading("matrices", marked("J = U Σ Vᵀ"))


class SVD(Page):
    """It follows the robot, draws the direction that is hovered at, and drags self-motions."""

    key = "svd"
    settings_type = SVDSettings
    outline = (TASK, VALUES, SUBSPACES, PROJECTORS, MOTION, REPEATABILITY, MATRICES)
    drawn_only = frozenset({"hovered"})

    def sheet(self, seen: Seen, settings: SVDSettings, questions: Questions) -> Sheet:
        """Write the task and its decomposition."""
        if not seen.frame:
            return Sheet((absent(tr("Nothing here has joints.")),))
        found = decomposed(seen, settings, questions)
        if found.error:
            return Sheet((_task(seen, settings), absent(sentence(found.error))))
        svd, note = found.value.svd, held_still(seen.model, found.value.svd.task)
        if not svd.task.joints:
            reason = tr("No joint of one degree of freedom moves {frame}.", frame=seen.frame)
            return Sheet((_task(seen, settings), absent(f"{reason} {note}".strip())))
        joints, pinned = joint_labels(seen.model, svd.task.joints), found.value.place(settings.pinned)
        return Sheet(
            (
                _task(seen, settings, svd),
                Paragraph("note", note, "text_second", small=False),
                _values(svd, pinned),
                _subspaces(svd, joints, pinned),
                projector_section(seen, settings, svd, questions),
                motion_section(seen, settings, svd, questions),
                repeatability_section(seen, settings, svd.task, questions),
                _matrices(svd, settings.matrix, joints, pinned),
            )
        )

    def layer(self, seen: Seen, settings: SVDSettings, questions: Questions) -> Layer:
        """Draw the direction that the hand moves along, is at, or has pinned, and what the open sections have."""
        found: NamedSVD | None = decomposed(seen, settings, questions).value if seen.frame else None
        if found is None or not found.svd.task.joints:
            return NOTHING_DRAWN
        svd, dragged = found.svd, direction_dragged(seen, settings, found.svd)
        hovered, pinned = found.place(settings.hovered), found.place(settings.pinned)
        kind, which = ("v", dragged) if dragged != NONE else hovered if hovered[1] != NONE else pinned
        arrows, arrow_rows = projector_layer(seen, settings, svd, questions)
        errors, error_rows = error_layer(seen, settings, svd.task, questions)
        drawn, legend = joined(arrows, errors), (*arrow_rows, *error_rows)
        if which == NONE:
            return drawn, legend
        direction = direction_marks(svd, kind, which, seen.model, seen.poses, seen.size)
        return joined(direction, drawn), (*direction_legend(svd, kind, which), *legend)

    def reduce(self, settings: SVDSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Have another task, another direction, velocity or step; or the robot at another place of a self-motion."""
        path, kind, value = event
        place, _, last = path.partition(".")
        if kind == "left" or (path, kind) == ("motion.slider", "released"):
            return replace(released(settings), hovered=NOTHING), EndDrag()
        if path == "task.frame.name":
            return settings, ChooseFrame(value)
        if place == "task":
            return _with_task(settings, last.rpartition(".")[2], value)
        if path == "matrices.which":
            return replace(settings, matrix=value)
        if place == "repeatability":
            return with_step(settings, event)
        found: NamedSVD | None = decomposed(seen, settings, questions).value if seen.frame else None
        if found is None:
            return settings
        if kind in ("hovered", "pinned"):
            name = found.name(*_direction(last, value, settings, found.svd))
            if kind == "hovered":
                return replace(settings, hovered=name)
            return replace(settings, pinned=NOTHING if settings.pinned == name else name)
        if place == "projectors":
            return with_velocity(settings, event, found.svd)
        if path == "motion.which":
            return replace(settings, motion=int(value), drag=None, pinned=found.name("v", int(value)))
        return moved(seen, settings, found.svd, value) if path == "motion.slider" else settings


def _with_task(settings: SVDSettings, what: str, value: Any) -> SVDSettings:
    """Another task: a tolerance is of one unit, a length of rows of both kinds."""
    choice = replace(settings.choice, **{what: value})
    if what == "rows":
        choice = replace(choice, length=None, tolerance=None)
    elif what == "weights":
        choice = replace(choice, tolerance=None)
    return replace(settings, choice=choice)


def _direction(block: str, which: int, settings: SVDSettings, svd: TaskSVD) -> tuple[str, int]:
    """Which direction an event of the bars, of a subspace or of a matrix is about."""
    if block in ("bars", "directions"):
        return "sigma" if block == "bars" else settings.matrix.lower(), which
    first = svd.rank if block in ("unreachable", "self_motion") else 0
    return "u" if block in ("image", "unreachable") else "v", which if which == NONE else first + which


def _task(seen: Seen, settings: SVDSettings, svd: TaskSVD | None = None) -> Section:
    """Which task is decomposed: its frame and axes, rows, weights, length and tolerance."""
    choice, model, axes = settings.choice, seen.model, {key: tr(title) for key, title in AXES.items()}
    axes |= {name: tr("axes of {frame}", frame=name) for name in model.frame_names if name not in AXES}
    frames = [name for name in model.frame_names if int(model.frame_row[model.frame_index(name)]) > 0]
    rows = {"position": tr("Position"), "orientation": tr("Orientation"), "both": tr("Both")}
    weights = {"none": tr("None"), "speed": tr("Max speed"), "torque": tr("Max torque")}
    at = choice.axes if choice.axes in axes else "world_aligned"
    return section(
        TASK,
        Line(
            "frame",
            tr("Frame"),
            (
                Options("name", tr("Frame"), options(frames), seen.frame, listed=True, widest=400),
                Paragraph("in", tr("in"), "text_second", small=False),
                Options("axes", tr("Point and axes of the rows"), options(axes), at, listed=True, widest=400),
            ),
        ),
        Line("held", tr("Rows"), (Options("rows", tr("Rows"), options(rows), choice.rows),)),
        Line("weighted", tr("Weights"), (Options("weights", tr("Weights of the joints"), options(weights), choice.weights),)),
        *(_numbers(settings, svd) if svd else ()),
        divided=False,
    )


def _numbers(settings: SVDSettings, svd: TaskSVD) -> list[Block]:
    """Length and tolerance, typed or the default."""
    choice, unit, lines = settings.choice, svd.task.unit, list[Block]()
    if svd.task.length is not None:
        length = Number(
            "length",
            tr("Length"),
            svd.task.length,
            "m",
            lower=np.finfo(float).tiny,
            reason=tr("The length must be above 0 m."),
            default=tr("mean link length"),
            typed=choice.length is not None,
            tip=tr("Orientation rows are multiplied by it, so that all rows are in m/s."),
        )
        lines.append(Line("by", tr("Length"), (length,)))
    tolerance = Number(
        "tolerance",
        tr("Tolerance"),
        svd.tolerance,
        unit if len(unit) < 8 else "",
        lower=0.0,
        reason=tr("The tolerance must be 0 or more."),
        default="max(m, n) ε σ₁",
        typed=choice.tolerance is not None,
        tip=tr("Singular values up to it count as zero."),
    )
    return [*lines, Line("up_to", tr("Tolerance"), (tolerance,))]


def _values(svd: TaskSVD, pinned: tuple[str, int]) -> Section:
    """Singular values as bars, their product, and the verdict on the rank."""
    (m, n), rank, task, count = svd.task.J.shape, svd.rank, svd.task, len(svd.sigma)
    text = tr("rank {r} of {m}", r=rank, m=m)
    if rank < min(m, n):
        lost = tr("A direction is lost here: fewer singular values than {k} lie above the tolerance.", k=min(m, n))
        badge = tr("singular: ") + text, "warning", lost
    elif rank < m:
        badge = text, "plain", tr("Fewer joints than rows: they cannot move the tool in all directions.")
    else:
        badge = text, "good", tr("The joints move the tool in every direction of these rows.")
    product = "w = " + ("".join(f"σ_{k + 1}" for k in range(count)) if count <= 3 else f"σ_1…σ_{count}")
    tiles = (
        (product, number_text(svd.manipulability, 3), power_unit(task.unit, count)),
        ("σ_{min}", number_text(svd.sigma_min, 3), task.unit),
        ("σ_{min}/σ_1", number_text(svd.inverse_condition, 3), ""),
    )
    of = task.frame, task.axes, task.rows, task.weighting
    held = pinned[1] if pinned[0] == "sigma" else NONE
    return section(
        VALUES,
        SingularValues("bars", tuple(svd.sigma.tolist()), task.unit, of, held),
        Facts("tiles", tiles, (0.4, 0.34, 0.26), tiles=True),
        badge=badge,
    )


def _subspaces(svd: TaskSVD, joints: tuple[str, ...], pinned: tuple[str, int]) -> Section:
    """The four subspaces, each by its word and its directions."""
    task, r, m = svd.task, svd.rank, len(svd.task.J)
    rows, stays = tuple(ROWS[name] for name in task.row_names), tr("the joints move, {what}", what=tr(STAYS[task.rows]))
    carried = tr("no joint moves the tool along these; the structure carries forces")
    none_free = tr("None: the rank, {r}, is the number of joints.", r=r)
    reached = tr("None: the joints reach all {m} directions.", m=m)
    groups = (
        (
            "image",
            "u",
            tr("Image"),
            tr("the tool can move along these"),
            svd.image,
            0,
            tr("None: no joint moves the tool in these rows."),
        ),
        ("unreachable", "u", tr("Unreachable"), carried, svd.unreachable, r, reached),
        ("effective", "v", tr("Effective"), tr("joint directions that move the tool"), svd.effective, 0, tr("None.")),
        ("self_motion", "v", tr("Self-motion"), stays, svd.self_motion, r, none_free),
    )
    blocks: list[Block] = []
    for key, letter, word, meaning, directions, first, none in groups:
        labels, names = (rows, ()) if letter == "u" else (joints, task.joints)
        count = directions.shape[1]
        if not count:
            blocks.append(Paragraph(f"{key}_title", f"{word}. {none}", "text_second"))
            continue
        own = tuple(f"{letter}_{first + k + 1}" for k in range(count))
        said, copied = (tr("{head}: {title}", head=word, title=meaning) + ".", ArrayText(directions.T.copy(), own, labels))
        at = pinned[1] - first if pinned[0] in (letter, "sigma") and first <= pinned[1] < first + count else NONE
        blocks.append(Paragraph(f"{key}_title", said, "text_second", copied=copied))
        blocks.append(Matrix(key, word, directions.T, own, labels, names=names, along="rows", pinned=at))
    caption = {"speed": tr("in shares of the speed limits"), "torque": tr("in shares of the torque limits")}
    return section(SUBSPACES, *blocks, caption=caption.get(task.weighting, tr("unit vectors")), copied=False)


def _matrices(svd: TaskSVD, which: str, joints: Sequence[str], pinned: tuple[str, int]) -> Section:
    """J, U, Σ and V, one at a time, and how well they multiply."""
    task, (m, n) = svd.task, svd.task.J.shape
    rows, u = tuple(ROWS[name] for name in task.row_names), tuple(f"u_{k + 1}" for k in range(m))
    v, sigma = tuple(f"v_{index(k + 1)}" for k in range(n)), np.zeros((m, n))
    np.fill_diagonal(sigma, svd.sigma)
    values, left, above, unit = {
        "J": (task.J, rows, tuple(joints), task.unit),
        "U": (svd.U, rows, u, ""),
        "V": (svd.V, tuple(joints), v, ""),
        "S": (sigma, u, v, task.unit),
    }[which]
    directions = which in "UV"
    matrix = Matrix(
        "directions" if directions else "plain",
        tr("Directions") if directions else tr("Matrix"),
        values,
        left,
        above,
        (unit,),
        task.joints if which == "J" else (),
        3 if which in "JU" and task.rows == "both" else 0,
        "columns" if directions else "",
        pinned[1] if directions and pinned[0] in (which.lower(), "sigma") else NONE,
    )
    facts = (
        (tr("Largest entry of J − U Σ Vᵀ"), residual_text(svd.residual), task.unit),
        (tr("Largest entry of UᵀU − 1, VᵀV − 1"), residual_text(svd.orthogonality), ""),
    )
    shown = Options("which", tr("Matrix shown"), options({"J": "J", "U": "U", "S": "Σ", "V": "V"}), which)
    caption = "" if unit in ("", "1") else unit
    return section(MATRICES, matrix, Facts("facts", facts), caption=caption, tools=(shown,))
