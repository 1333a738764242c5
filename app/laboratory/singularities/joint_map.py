"""The map of a measure over two joints: found by threads, coarse at once and fine a moment later."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from torseur.sim.multibody.model.model import JointKind
from torseur.sim.texts import marked, tr
from torseur.ui.laboratory.singularities.values import MapData
from torseur.ui.sheet.blocks import Custom, Heading, Line, Options, Paragraph, Section, options, section
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import number_text, with_unit

from ...sheet.page import Pose, Seen
from ...sheet.questions import Cost, Questions
from ..jacobian.column_marks import short_name
from .singular_rows import SingularitiesSettings, SingularRows

if TYPE_CHECKING:
    from torseur.sim.analysis.singularities.singularity_map import SingularityMap

MAP = Heading("map", marked("Map"))
MEASURES = {"w": "w", "sigma_min": "σ min", "inverse_condition": "1/κ"}
COARSE, FINE = 25, 121  # positions of each joint


def map_section(seen: Seen, settings: SingularitiesSettings, rows: SingularRows, questions: Questions) -> Section:
    """Write the measure and the joints that are chosen, and the map."""
    a, b = map_joints(settings, rows)
    names = {name: short_name(name) for name in rows.task.joints}
    data, note = None, tr("A map is over two joints; choose another one for one of its sides.")
    if a != b:
        data, note = _map(seen, settings, rows, (a, b), questions)
    over, upwards = tr("Joint to the right"), tr("Joint upwards")
    said = ""
    copied: ArrayText | bool = False
    if data is not None:
        a_and_b = questions.ask("positions", (data.a, data.b), lambda: [list(map(repr, x.tolist())) for x in (data.a, data.b)])
        copied = ArrayText(data.values, *a_and_b.value)
        most = with_unit(number_text(float(np.max(data.values)), 3), data.unit)
        said = tr(
            "{measure} over {a} and {b}, at most {most}",
            measure=MEASURES[settings.measure],
            a=data.name_a,
            b=data.name_b,
            most=most,
        )
    return section(
        MAP,
        Line(
            "over",
            tr("over"),
            (
                Options("a", over, options(names), a, listed=True),
                Paragraph("and", tr("and"), "text_second", small=False),
                Options("b", upwards, options(names), b, listed=True),
            ),
        ),
        Paragraph("note", note, "text_second"),
        Custom("drawn", "joint_map", data, said) if data is not None or not note else None,
        tools=(Options("measure", tr("Measure"), options(MEASURES), settings.measure),),
        copied=copied,
    )


def map_joints(settings: SingularitiesSettings, rows: SingularRows) -> tuple[str, str]:
    """Return the two that are chosen; at first the second and the third."""
    names = rows.task.joints
    if set(settings.joints) <= set(names):
        return settings.joints
    return (names[1], names[2]) if len(names) > 2 else (names[0], names[-1])


def moved(seen: Seen, settings: SingularitiesSettings, rows: SingularRows, place: tuple[float, float]) -> Pose:
    """Return the pose at a place on the map."""
    q = np.array(seen.q)
    q[_places(seen, map_joints(settings, rows))] = place
    return Pose(q, tr("Move on the map"), "map")


def _map(
    seen: Seen, settings: SingularitiesSettings, rows: SingularRows, joints: tuple[str, str], questions: Questions
) -> tuple[MapData | None, str]:
    """What is known of the map by now, and what there is to say of it."""
    task = rows.task

    def at(size: int) -> Callable[[], SingularityMap]:
        def find() -> SingularityMap:
            from torseur.sim.analysis.singularities.singularity_map import singularity_map

            return singularity_map(task.model, seen.q, task.frame, *joints, rows=task.rows, resolution=size, length=task.length)

        return find

    about = task, joints, np.delete(seen.q, _places(seen, joints))
    coarse = questions.ask("coarse map", about, at(COARSE), Cost.QUICK, of=task.model)
    fine = questions.ask("map", about, at(FINE), Cost.SLOW, of=task.model, when=not coarse.late)
    found: SingularityMap | None = fine.value if not fine.late else coarse.value
    if found is None:
        return None, coarse.error or fine.error
    a, b = found.joint_a, found.joint_b  # an answer of before may be of others
    turns = tuple(seen.model.joint(name).kind is not JointKind.PRISMATIC for name in (a, b))
    place, values = seen.q[_places(seen, (a, b))].tolist(), found.measures.of(settings.measure)
    data = MapData(
        short_name(a),
        short_name(b),
        (turns[0], turns[1]),
        found.a,
        found.b,
        values,
        rows.unit(settings.measure),
        (place[0], place[1]),
        seen.angle_unit,
    )
    note = "" if np.any(values) else tr("Singular all over this map, by the joints that are not on it.")
    return data, note


def _places(seen: Seen, joints: tuple[str, str]) -> list[int]:
    """Where joints of one degree are in q."""
    slices = seen.model.joint_slices()
    return [slices[name][0].start for name in joints]
