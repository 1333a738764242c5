"""What of a load the motors feel, and what the structure carries."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from torseur.sim.superscripts import subscript
from torseur.sim.texts import marked, tr

from ...accessibility.accessible import Accessible, Role
from ...controls.buttons.copy_button import CopyButton
from ...displays.heat_table.heat_table import HeatTable
from ...displays.prose import Prose
from ...displays.section_head import SectionHead, column_in
from ...look.paint_box import paint_box
from ...look.paint_text import RIGHT, paint_text
from ...look.style import EDGE, SMALL, current_theme
from ...look.theme import FORCE
from ...look.wide_widget import WideWidget
from ...text.array_text import ArrayText
from ...text.number_text import listed, number_text, residual_text
from .values import AXES, CarriedEntry, CarriedView

ROWS = ("F", marked("motors"), marked("structure"))


class CarriedSection(QWidget):
    """Shows one load; nothing in it answers to the user but the copy button."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: CarriedView | None = None
        self.head = SectionHead(self.tr("Carried by the structure"), self)
        self.copy_button = CopyButton(self._source, self, name=self.tr("Copy the parts"))
        self.head.add_control(self.copy_button)
        self.bar = _ShareBar(self)
        self.table = HeatTable(self.tr("The load, and its parts"), self)
        self.summary = Prose(self, role="text_second", px=SMALL)
        self.residual = Prose(self, role="text_hint", px=SMALL)
        column = column_in(self, bottom=12)
        column.addWidget(self.head)
        inside = QVBoxLayout()
        inside.setContentsMargins(EDGE, 0, EDGE, 0)
        inside.setSpacing(8)
        for part in (self.bar, self.table, self.summary, self.residual):
            inside.addWidget(part)
        column.addLayout(inside)

    def show_load(self, view: CarriedView | None) -> None:
        """Show how one load is split; None: no load is selected."""
        self._view = view
        self.setVisible(view is not None)
        if view is None:
            return
        self.head.show_caption(view.title)
        entries = [view.force] if view.moment is None else [view.force, view.moment]
        self.bar.show_share(view.force.carried, bool(np.any(view.force.vectors[0])))
        values = np.vstack([np.column_stack([one.vectors, np.linalg.norm(one.vectors, axis=1)]) for one in entries])
        names = [ROWS, ("n", *ROWS[1:])]
        rows = [tr(row) for one in names[: len(entries)] for row in one]
        units = [one.unit for one in entries for _ in ROWS]
        self.table.show_matrix(values, rows, (*AXES, tr("norm")), units=units, split=3 if len(entries) == 2 else 0)
        self.summary.show_text(" ".join(_sentence(self, one) for one in entries))
        text = self.tr(
            "What the structure carries asks {residual} of the motors; the whole load asks at most {size}. "
            "Of the 6 directions of force and moment at this point, {count} load no motor."
        ).format(residual=residual_text(view.residual), size=view.load_torque, count=view.free_wrenches)
        if view.base_load:
            base = self.tr("The rows of the base, which has no motor, are apart: there JᵀF is up to {size}.")
            text = f"{text} {base.format(size=view.base_load)}"
        self.residual.show_text(text)

    def _source(self) -> ArrayText | None:
        if self._view is None:
            return None
        entries = [one for one in (self._view.force, self._view.moment) if one is not None]
        rows = [f"{name} [{one.unit}]" for one in entries for name in ROWS]
        return ArrayText(np.vstack([one.vectors for one in entries]), rows, AXES)


def _sentence(widget: QWidget, entry: CarriedEntry) -> str:
    """Which directions are lost."""
    force = entry.unit == "N"
    rows = widget.tr("position rows") if force else widget.tr("rotation rows")
    if entry.rank == 3:
        text = widget.tr("The {rows} have rank 3: every {load} at this point loads the motors.")
        return text.format(rows=rows, load=widget.tr("force") if force else widget.tr("moment"))
    lost = ", ".join(
        f"u{subscript(k + 1)} = ({listed(number_text(float(x), 3, zero=1e-9) for x in entry.U[:, k])})"
        for k in range(entry.rank, 3)
    )
    text = widget.tr("The {rows} have rank {rank}: along {lost} no motor is loaded.")
    return text.format(rows=rows, rank=entry.rank, lost=lost)


class _ShareBar(WideWidget):
    """The squares of the two parts of a force, which add up to that of the force."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, height=34, wide=340)
        self._carried, self._any = 0.0, False

    @property
    def texts(self) -> tuple[str, str]:
        if not self._any:
            return self.tr("no force"), ""
        motors, structure = (f"{number_text(100 * x, 3, zero=1e-9)} %" for x in (1.0 - self._carried, self._carried))
        return self.tr("motors {share} of |F|²").format(share=motors), self.tr("structure {share}").format(
            share=structure
        )

    def show_share(self, carried: float, any_force: bool) -> None:
        if (carried, any_force) != (self._carried, self._any):
            self._carried, self._any = carried, any_force
            self.update()

    def accessible(self) -> Accessible:
        """For screen readers: both shares."""
        return Accessible(Role.StaticText, ", ".join(filter(None, self.texts)))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        left, right = self.texts
        paint_text(painter, QRectF(0, 0, self.width(), 18), left, theme.text, SMALL, 500)
        paint_text(painter, QRectF(0, 0, self.width(), 18), right, theme.text, SMALL, 500, RIGHT)
        bar = QRectF(0, 22, self.width(), 8)
        paint_box(painter, bar, theme.track, None, 4)
        if self._any:
            motors = bar.width() * (1.0 - self._carried)
            if motors > 1.0:
                paint_box(painter, QRectF(0, 22, motors, 8), FORCE, None, 4)
            if motors < bar.width() - 1.0:  # the structure's part, hatched as its arrow is dashed
                painter.fillRect(
                    QRectF(motors, 22, bar.width() - motors, 8), QBrush(QColor(FORCE), Qt.BrushStyle.BDiagPattern)
                )
