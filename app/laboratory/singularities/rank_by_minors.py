"""The minors of the rows that the page Singularities looks at, at the pose shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from torseur.sim.analysis.singularities.rank_minors import Minors
from torseur.sim.analysis.svd.values import TaskJacobian
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.model import Model
from torseur.sim.texts import marked, tr
from torseur.ui.sheet.blocks import (
    DataTable,
    Heading,
    Line,
    Number,
    Options,
    Paragraph,
    Section,
    TableCell,
    TableColumn,
    section,
)
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import number_text, with_unit
from torseur.ui.text.sentences import sentence
from torseur.ui.text.units import power_unit

from ...sheet.page import Seen
from ...sheet.questions import Questions
from ..svd.task_texts import ROWS, joint_labels
from .singular_rows import RowsChoice, SingularitiesSettings, SingularRows

MINORS = Heading("minors", marked("Minors"))
SHOWN = 60  # rows of the list, the largest first; all are copied


class _Found(NamedTuple):
    """Minors of one size, and of the next where these tell the rank; or why there are none, a sentence."""

    task: TaskJacobian
    minors: Minors | str
    above: Minors | str | None


def minor_section(seen: Seen, settings: SingularitiesSettings, rows: SingularRows, questions: Questions) -> Section:
    """Write them; nothing is worked out while the section is folded."""
    if MINORS.key not in settings.open:
        return section(MINORS, open=False)
    choice = settings.of(seen.frame)
    found: _Found = questions.ask(
        "minors", (rows.task, seen.q, choice.size, choice.tolerance), lambda: _minors(seen, rows, choice)
    ).value
    minors, most = found.minors, min(found.task.J.shape)
    size = minors.size if isinstance(minors, Minors) else choice.size or most
    sizes = Options(
        "size", tr("Size of the minors"), tuple((str(k), f"{k} × {k}") for k in range(1, most + 1)), str(min(size, most))
    )
    if not isinstance(minors, Minors):
        return section(MINORS, Line("sizes", "", (sizes,)), Paragraph("said", minors, "text_second"), open=True)
    tolerance = Number(
        "tolerance",
        tr("Tolerance"),
        minors.tolerance,
        found.task.unit,
        lower=0.0,
        reason=tr("The tolerance must be 0 or more."),
        default="max(m, n) ε σ₁",
        typed=choice.tolerance is not None,
        tip=tr("Singular values up to it count as zero."),
    )
    return section(
        MINORS,
        Line("sizes", "", (sizes,)),
        Paragraph("said", _said(found, minors, choice), "text_second"),
        Line("counts", tr("Tolerance of σ"), (tolerance,)),
        _table(seen, minors, power_unit(found.task.unit, minors.size)),
        badge=(tr("rank {r} of {m}", r=minors.rank, m=most), "good" if minors.rank == most else "warning", ""),
        open=True,
    )


def _minors(seen: Seen, rows: SingularRows, choice: RowsChoice) -> _Found:
    from torseur.sim.analysis.singularities.rank_minors import minors
    from torseur.sim.analysis.svd.task_jacobian import task_jacobian

    task = task_jacobian(seen.model, seen.q, seen.frame, rows=rows.task.rows, length=rows.task.length)
    most = min(task.J.shape)
    above: Minors | str | None = None
    try:
        found = minors(task, None if choice.size is None else min(choice.size, most), choice.tolerance)
    except ArgumentError as error:
        return _Found(task, sentence(str(error)), None)
    if found.rank < most:
        try:
            above = minors(task, found.rank + 1, choice.tolerance)
        except ArgumentError as error:
            above = sentence(str(error))
    return _Found(task, found, above)


def _said(found: _Found, minors: Minors, choice: RowsChoice) -> str:
    """How the minors tell the rank."""
    unit, above, count = power_unit(found.task.unit, minors.size), found.above, len(minors.values)
    if choice.tolerance is None:
        counted = tr("Minors of size {k} that are not zero (above {zero}, which rounding may leave): {n} of {all}.")
    else:
        counted = tr("Minors of size {k} that are not zero (above {zero}): {n} of {all}.")
    zero = with_unit(number_text(minors.zero, 2, 0.0), unit)
    said = [counted.format(n=minors.nonzero, all=count, k=minors.size, zero=zero)]
    if isinstance(above, str):
        said.append(above)
    elif above is not None:
        largest = with_unit(number_text(abs(above.largest), 2, 0.0), power_unit(found.task.unit, above.size))
        if above.nonzero:
            text = tr("Of size {k} the largest is {x}, small singular values being taken for zero.")
        else:
            text = tr("All of size {k} are zero: the largest is {x}. So the rank is {r}.")
        said.append(text.format(k=above.size, x=largest, r=minors.rank))
    elif minors.size == minors.rank == min(found.task.J.shape):
        said.append(tr("There are no larger ones: the rank is full."))
    if count > SHOWN:
        said.append(tr("The {n} largest are shown; Copy has all.", n=SHOWN))
    return " ".join(said)


def _table(seen: Seen, minors: Minors, unit: str) -> DataTable:
    columns = (
        TableColumn(tr("rows"), 92, share=1, math=True),
        TableColumn(tr("columns"), 92, share=1, math=True),
        TableColumn(tr("minor"), 96, number=True),
    )
    rows = []
    for k, (value, pair) in enumerate(zip(minors.values.tolist(), _labels(seen.model, minors, SHOWN), strict=False)):
        is_zero = abs(value) <= minors.zero
        role, weight = "text_hint" if is_zero else "text", 400 if k or is_zero else 600
        number = (
            TableCell("0", value, role=role) if is_zero else TableCell(number_text(value, zero=0.0), value, unit, role, weight)
        )
        rows.append((*(TableCell(text, role=role, weight=weight) for text in pair), number))
    copied = _MinorText(seen.model, minors)
    return DataTable("table", tr("Minors, the largest first"), columns, tuple(rows), most=9, copied=copied)


def _labels(model: Model, minors: Minors, count: int) -> list[tuple[str, str]]:
    """Rows and columns of the first minors, in the notation of `paint_math`."""
    rows, joints = minors.task.row_names, joint_labels(model, minors.task.joints)
    return [
        (" ".join(ROWS[rows[i]] for i in of_rows), " ".join(joints[j] for j in of_columns))
        for of_rows, of_columns in zip(minors.rows[:count].tolist(), minors.columns[:count].tolist(), strict=True)
    ]


@dataclass(frozen=True, eq=False, slots=True)
class _MinorText:
    """All minors of a size, which are written when they are copied: there may be 20 000."""

    model: Model
    minors: Minors

    def text(self, form: str) -> str:
        """In one of FORMS."""
        values, labels = self.minors.values, _labels(self.model, self.minors, len(self.minors.values))
        return ArrayText(values[:, None], [" | ".join(pair) for pair in labels], ("minor",)).text(form)
