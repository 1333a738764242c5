"""The page Singularities: by minors, by formulas, on a map of two joints, and the nearest one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from torseur.sim.compilation import BATCHES
from torseur.sim.texts import marked, tr
from torseur.ui.look.theme import WARNING
from torseur.ui.sheet.blocks import Button, Facts, Heading, Options, Paragraph, Section, UserEvent, absent, options, section
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.number_text import number_text
from torseur.ui.viewport.marks import Arrow, LegendRow, Overlays

from ...sheet.page import NOTHING_DRAWN, EndDrag, Layer, Page, Pose, Seen
from ...sheet.questions import Answer, Cost, Questions
from .joint_map import MAP, map_joints, map_section, moved
from .rank_by_minors import MINORS, minor_section
from .singular_formulas import FORMULAS, axes_triad, formula_section, pose_in_case, with_formulas
from .singular_rows import RowsChoice, SingularitiesSettings, SingularRows, measures_here, rows_of
from .singularity_texts import nearest_text

if TYPE_CHECKING:
    from torseur.sim.analysis.singularities.nearest_singular import NearestSingular

ROWS_OF_J = Heading("head", marked("Rows of J"))
NEAREST = Heading("nearest", marked("Nearest singular configuration"))
SINGULAR = 1e-6  # of 1/κ: below it a direction is called lost


class Singularities(Page):
    """It follows the robot, asks for what takes long, and brings the robot where the user points."""

    key = "singularities"
    settings_type = SingularitiesSettings
    outline = (ROWS_OF_J, NEAREST, MINORS, FORMULAS, MAP)
    waits_for = (BATCHES,)

    def sheet(self, seen: Seen, settings: SingularitiesSettings, questions: Questions) -> Sheet:
        """Write the measures, the minors, the formulas, the map and the way to the nearest singular configuration."""
        if seen.frame not in seen.model.frame_names:
            return Sheet((absent(tr("Nothing here is moved by a joint of one degree of freedom.")),))
        found = rows_of(seen, settings, questions)
        if found.error:
            return Sheet((absent(found.error),))
        rows: SingularRows = found.value
        if not rows.rank:
            nothing = tr("These rows are zero everywhere: no joint moves the frame so.")
            why = Paragraph("absent", nothing, "text_second", icon="warning", icon_role="warning")
            return Sheet((section(ROWS_OF_J, why, **_head(rows)),))
        drawn = map_section(seen, settings, rows, questions)  # what it asks comes before the search, which takes longer
        return Sheet(
            (
                _measures(seen, rows, questions),
                _nearest_section(seen, rows, questions),
                minor_section(seen, settings, rows, questions),
                formula_section(seen, settings, rows, questions),
                drawn,
            )
        )

    def layer(self, seen: Seen, settings: SingularitiesSettings, questions: Questions) -> Layer:
        """Draw the direction in which the robot moves hardest, or not at all."""
        rows: SingularRows | None = None
        if seen.frame in seen.model.frame_names:
            rows = rows_of(seen, settings, questions).value
        if rows is None or not rows.rank:
            return NOTHING_DRAWN
        here, point = measures_here(seen, rows, questions), seen.poses[seen.model.frame_index(seen.frame)][:3, 3]
        lost, length = here.ratio < SINGULAR, 0.5 * rows.reach
        sigma = f"{number_text(here.sigma, 3)} {rows.unit('sigma_min')}"
        label = tr("lost direction") if lost else tr("hardest direction, σ {sigma}", sigma=sigma)
        arrows: list[Arrow] = []
        for part, kind in ((here.direction[:3], "solid" if lost else "dashed"), (here.direction[3:], "double")):
            if float(np.linalg.norm(part)) >= 0.05:
                arrows += [Arrow(point, sign * length * part, WARNING, label if sign > 0 else "", kind) for sign in (1, -1)]
                label = tr("and turning") if kind != "double" else ""
        triads = axes_triad(seen, settings, rows, point, 0.4 * length, questions) if lost else ()
        name = tr("Lost direction") if lost else tr("Hardest direction")
        legend = (LegendRow("arrow", WARNING, name, detail=tr("u of σ min")),)
        return Overlays(arrows=tuple(arrows), frames=triads), legend

    def reduce(self, settings: SingularitiesSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Have other rows, minors, formulas or joints of the map; or the robot where the user points."""
        path, kind, value = event
        choice = settings.of(seen.frame)
        if path == "map.drawn" and kind == "released":
            return settings, EndDrag()
        if path == "head.rows":
            return replace(settings, choice=RowsChoice(seen.frame, value))
        if path == "minors.sizes.size":
            return replace(settings, choice=replace(choice, size=int(value)))
        if path == "minors.counts.tolerance":
            return replace(settings, choice=replace(choice, tolerance=value))
        if path == "map.measure":
            return replace(settings, measure=value)
        rows = rows_of(seen, settings, questions).value if seen.frame in seen.model.frame_names else None
        if rows is None:
            return settings
        if path in ("map.over.a", "map.over.b"):
            a, b = map_joints(settings, rows)
            return replace(settings, joints=(value, b) if path.endswith("a") else (a, value))
        if path == "map.drawn":
            return settings, moved(seen, settings, rows, value)
        if path == "nearest.go":
            found = _nearest(seen, rows, questions)
            return (settings, Pose(found.value.q, tr("Go to the nearest singular configuration"))) if found.value else settings
        if path.startswith("formulas."):
            settings = with_formulas(settings, event, choice)
            pose = pose_in_case(seen, settings, rows, questions) if kind == "activated" else None
            return (settings, pose) if pose else settings
        return settings


def _head(rows: SingularRows) -> dict[str, Any]:
    """What stands in the head of the first section."""
    texts = {"position": tr("Position"), "orientation": tr("Orientation"), "both": tr("Both")}
    offered = Options("rows", tr("Rows of the Jacobian"), options(texts), rows.task.rows)
    caption = tr("at {frame}", frame=rows.task.frame.rpartition("/")[2])
    return {"tools": (offered,), "caption": caption, "divided": False}


def _measures(seen: Seen, rows: SingularRows, questions: Questions) -> Section:
    """How near the robot is to a singularity."""
    here, length, scaled = measures_here(seen, rows, questions), number_text(rows.reach, 3), ""
    if rows.task.rows == "both" and rows.has_reach:
        scaled = tr("Rows of ω are multiplied by {length} m, the mean link, so that all are in m/s.", length=length)
    elif rows.task.rows == "both":
        scaled = tr(
            "Rows of ω are multiplied by {length} m, as all axes meet in the frame: no link has a length.", length=length
        )
    tiles = (
        ("w = ∏ σ", number_text(here.w, zero=1e-12), rows.unit("w")),
        ("σ_{min}", number_text(here.sigma, zero=1e-9), rows.unit("sigma_min")),
        ("1/κ", number_text(here.ratio, 3, zero=1e-9), ""),
    )
    return section(
        ROWS_OF_J,
        Paragraph("scaled", scaled, "text_hint"),
        Facts("tiles", tiles, (0.43, 0.33, 0.24), tiles=True),
        **_head(rows),
    )


def _nearest_section(seen: Seen, rows: SingularRows, questions: Questions) -> Section:
    """Which joints go where, and a button that brings them there."""
    found = _nearest(seen, rows, questions)
    nearest: NearestSingular | None = None if found.late else found.value
    text = found.error or tr("Looked for as soon as the robot rests.")
    if nearest is not None:
        text = nearest_text(seen.model, seen.q, nearest, seen.angle_unit)
    can_go = nearest is not None and nearest.found and nearest.distance > 1e-9
    go = Button("go", tr("Go to"), enabled=can_go)
    return section(NEAREST, Paragraph("said", text, "text_second"), tools=(go,), divided=False)


def _nearest(seen: Seen, rows: SingularRows, questions: Questions) -> Answer:
    """The `NearestSingular`, which is looked for while nothing plays."""
    task = rows.task

    def find() -> NearestSingular:
        from torseur.sim.analysis.singularities.nearest_singular import nearest_singular_configuration

        return nearest_singular_configuration(task.model, seen.q, task.frame, rows=task.rows, length=task.length)

    return questions.ask("nearest", (task, seen.q), find, Cost.AT_REST, of=task.model, when=not seen.playing)
