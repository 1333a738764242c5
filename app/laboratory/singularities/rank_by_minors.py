"""The minors of the rows that the page on singularities looks at, at the pose shown."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Signal

from torseur.sim.analysis.singularities.rank_minors import Minors
from torseur.sim.analysis.svd.values import TaskJacobian
from torseur.sim.arrays import Array
from torseur.sim.errors import ArgumentError
from torseur.sim.multibody.model.model import Model
from torseur.ui.laboratory.singularities.minor_section import MinorRow, MinorSection, MinorView
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import number_text, with_unit
from torseur.ui.text.sentences import sentence
from torseur.ui.text.units import power_unit

from ..svd.task_texts import ROWS, joint_labels

SHOWN = 60  # rows of the list, the largest first; all are copied


class RankByMinors(QObject):
    """Between the section and the page. `changed`: another size or tolerance."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._model: Model | None = None
        self._section: MinorSection | None = None
        self._size: int | None = None  # None: that of the rank
        self._tolerance: float | None = None
        self.found: Minors | None = None  # what is shown

    def introduce(self, section: MinorSection) -> None:
        """Show them in this section from now on."""
        self._section = section
        section.size_chosen.connect(self._choose_size)
        section.tolerance_entered.connect(self._enter)
        section.switched.connect(lambda _: self.changed.emit())

    def forget(self) -> None:
        """Another frame or other rows: their rank decides the size again, and their σ₁ the tolerance."""
        self._size = self._tolerance = None

    def show(self, model: Model, q: Array, frame: str, rows: str, length: float | None) -> None:
        """Show them at q (nq,), while the section is open."""
        self.found = None
        section = self._section
        if section is None or not section.is_open:
            return
        from torseur.sim.analysis.singularities.rank_minors import minors
        from torseur.sim.analysis.svd.task_jacobian import task_jacobian

        self._model = model
        task = task_jacobian(model, q, frame, rows=rows, length=length)
        most = min(task.J.shape)
        try:
            size = None if self._size is None else min(self._size, most)
            found = self.found = minors(task, size, self._tolerance)
        except ArgumentError as error:
            section.show_minors(None, sentence(str(error)), most)
            return
        above: Minors | str | None = None
        if found.rank < most:
            try:
                above = minors(task, found.rank + 1, self._tolerance)
            except ArgumentError as error:
                above = sentence(str(error))
        section.show_minors(self._view(task, found, above, most))

    def text(self) -> ArrayText | None:
        """All minors of the size shown, to be copied."""
        found = self.found
        if found is None:
            return None
        names = [" | ".join(pair) for pair in self._labels(found, len(found.values))]
        return ArrayText(found.values[:, None], names, ("minor",))

    def _view(self, task: TaskJacobian, found: Minors, above: Minors | str | None, most: int) -> MinorView:
        unit = power_unit(task.unit, found.size)
        labels = self._labels(found, SHOWN)
        zero = np.abs(found.values) <= found.zero
        rows = [
            MinorRow(*pair, float(found.values[k]), unit, bool(zero[k]), k == 0 and not zero[0])
            for k, pair in enumerate(labels)
        ]
        count = len(found.values)
        said = [
            (
                self.tr("{n} of {all} minors of size {k} are not zero (above {zero}, which rounding may leave).")
                if self._tolerance is None
                else self.tr("{n} of {all} minors of size {k} are not zero (above {zero}).")
            ).format(n=found.nonzero, all=count, k=found.size, zero=with_unit(number_text(found.zero, 2, 0.0), unit))
        ]
        if isinstance(above, str):
            said.append(above)
        elif above is not None:
            largest = with_unit(number_text(abs(above.largest), 2, 0.0), power_unit(task.unit, above.size))
            if above.nonzero:
                text = self.tr("Of size {k} the largest is {x}, small singular values being taken for zero.")
            else:
                text = self.tr("All of size {k} are zero: the largest is {x}. So the rank is {r}.")
            said.append(text.format(k=above.size, x=largest, r=found.rank))
        elif found.size == found.rank == most:
            said.append(self.tr("There are no larger ones: the rank is full."))
        if count > SHOWN:
            said.append(self.tr("The {n} largest are shown; Copy has all.").format(n=SHOWN))
        return MinorView(
            size=found.size,
            most=most,
            rank=self.tr("rank {r} of {m}").format(r=found.rank, m=most),
            is_full=found.rank == most,
            sentence=" ".join(said),
            rows=rows,
            tolerance=found.tolerance,
            tolerance_unit=task.unit,
            is_entered=self._tolerance is not None,
        )

    def _labels(self, found: Minors, count: int) -> list[tuple[str, str]]:
        """Rows and columns of the first minors, in the notation of `paint_math`."""
        rows = [ROWS[name] for name in found.task.row_names]
        joints = joint_labels(self._model, found.task.joints) if self._model is not None else ()
        return [
            (" ".join(rows[i] for i in of_rows), " ".join(joints[j] for j in of_columns))
            for of_rows, of_columns in zip(found.rows[:count].tolist(), found.columns[:count].tolist(), strict=True)
        ]

    def _choose_size(self, size: int) -> None:
        self._size = size
        self.changed.emit()

    def _enter(self, tolerance: float | None) -> None:
        self._tolerance = tolerance
        self.changed.emit()
