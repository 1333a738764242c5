"""How the last step was solved: chips, and a word on the residual."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from torseur.sim.texts import tr

from ...accessibility.accessible import Accessible, Role
from ...displays.badge import Badge
from ...displays.section_head import SectionHead, column_in
from ...look.paint_box import paint_box
from ...look.paint_text import paint_text, text_width
from ...look.style import EDGE, SMALL, current_theme
from ...text.number_text import residual_text
from ...text.step_text import step_text
from .values import SolveFacts

CHIP, GAP = 24, 6


class SolveSection(QWidget):
    """Solver, iterations, scheme, step and residual."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead(self.tr("Solution"), self)
        self.badge = Badge(self.head)
        self.head.add_control(self.badge)
        self.chips = ChipLine(self)
        column = column_in(self, bottom=12)
        column.addWidget(self.head)
        column.addWidget(self.chips)

    def show_facts(self, facts: SolveFacts) -> None:
        """Show how a step was solved."""
        count = facts.iterations
        self.chips.show_texts(
            (
                facts.solver.replace("_", " "),
                self.tr("1 iteration") if count == 1 else self.tr("{n} iterations").format(n=count),
                tr(facts.scheme.replace("_", "-")),
                step_text(facts.scheme, facts.step),
            )
        )
        if not math.isfinite(facts.residual):
            self.badge.show_text(self.tr("no residual"), "warning", self.tr("The solver left no solution to judge."))
            return
        residual = f"{residual_text(facts.residual)} {facts.unit}"
        limit = self.tr("Residual of the contact equations; solved is up to {limit} {unit}.").format(
            limit=residual_text(facts.asked), unit=facts.unit
        )
        if facts.residual <= facts.asked and facts.is_doubtful:
            self.badge.show_text(self.tr("doubtful contact, {residual}").format(residual=residual), "warning", limit)
        elif facts.residual <= facts.asked:
            self.badge.show_text(self.tr("solved, {residual}").format(residual=residual), "good", limit)
        else:
            self.badge.show_text(self.tr("residual {residual}").format(residual=residual), "warning", limit)


class ChipLine(QWidget):
    """Short texts on pale backgrounds, in as many lines as they take."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts: tuple[str, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def texts(self) -> tuple[str, ...]:
        """What they say."""
        return self._texts

    def show_texts(self, texts: tuple[str, ...]) -> None:
        """Say these; empty ones are left out."""
        texts = tuple(text for text in texts if text)
        if texts != self._texts:
            self._texts = texts
            self.updateGeometry()
            self.update()

    def accessible(self) -> Accessible:
        """For screen readers: texts."""
        return Accessible(Role.StaticText, ", ".join(self._texts))

    @override
    def heightForWidth(self, width: int) -> int:
        return int(max((box.bottom() for box in self._boxes(width)), default=0))

    @override
    def sizeHint(self) -> QSize:
        return QSize(340, self.heightForWidth(400))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(200, CHIP)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        for box, text in zip(self._boxes(self.width()), self._texts, strict=True):
            paint_box(painter, box, theme.hover, None, 6)
            paint_text(painter, box.adjusted(9, 0, 0, 0), text, theme.text_second, SMALL, 500)

    def _boxes(self, width: int) -> list[QRectF]:
        boxes, x, y = [], float(EDGE), 0.0
        for text in self._texts:
            wide = text_width(text, SMALL, 500) + 18
            if x > EDGE and x + wide > width - EDGE:
                x, y = float(EDGE), y + CHIP + GAP
            boxes.append(QRectF(x, y, wide, CHIP))
            x += wide + GAP
        return boxes
