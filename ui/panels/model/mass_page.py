"""The body of the dock "Plausibility": can a body have this mass and inertia; and which bodies of the model are doubtful."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from torseur.sim.analysis.masses.values import MassReport
from torseur.sim.texts import tr

from ...controls.buttons.copy_button import CopyButton
from ...displays.fact_list import FactList
from ...displays.prose import Prose
from ...displays.section_head import Divider, SectionHead, clear, column_in, inset
from ...look.style import EDGE, SMALL
from ...text.array_text import ArrayText
from ...text.number_text import number_text, quantity_text
from ..scene.body_list import BodyList
from ..scene.values import BodyEntry


@dataclass(frozen=True, slots=True)
class VerdictLine:
    """A rule in words, and whether it is kept; `grave` marks one that is more than a note."""

    text: str
    passed: bool
    grave: bool = True


@dataclass(frozen=True, slots=True)
class MassSummary:
    """Of the whole model: mass [kg], centre in the world [m], and the doubtful bodies, the gravest first, with why."""

    mass: float
    com: tuple[float, float, float]
    bodies: int
    doubtful: Mapping[str, str]


class MassPage(QWidget):
    """`show_*` is for the program and silent; `body_chosen` is the user's."""

    body_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setBackgroundRole(QPalette.ColorRole.Button)  # the colour of panels
        self.setAutoFillBackground(True)
        self._verdicts: tuple[VerdictLine, ...] = ()
        self.summary: MassSummary | None = None
        self._report: MassReport | None = None
        self.column = column_in(self)
        self._make_whole()
        self._make_body()
        self.column.addStretch(1)
        self.show_report(None, ())

    def show_summary(self, summary: MassSummary) -> None:
        """Show what there is to say of all bodies."""
        self.summary = summary
        self.whole.show_facts(
            [
                (tr("Mass"), number_text(summary.mass), "kg"),
                (tr("Centre of mass, world"), _vector(summary.com), "m"),
                (tr("Bodies"), str(summary.bodies), ""),
            ]
        )
        count = len(summary.doubtful)
        self._doubts.show_note(str(count) if count else "")
        self._good.show_text("" if count else self.tr("No body breaks a rule."))
        self.doubtful.set_bodies([BodyEntry(name, reason) for name, reason in summary.doubtful.items()])
        self.doubtful.setVisible(count > 0)

    def show_selected(self, body: str) -> None:
        """Show a body as selected in the list of doubtful ones; one that is not there, none."""
        self.doubtful.show_body(body)

    def show_report(self, report: MassReport | None, verdicts: Sequence[VerdictLine]) -> None:
        """Show one body; None: none is selected."""
        self._report = report
        self.copy_body.setVisible(report is not None)
        self._name.show_text(report.body if report is not None else "")
        self.facts.show_facts(facts_of(report) if report is not None else [])
        self.facts.setVisible(report is not None)
        hint = self.tr("Select a body in the tree, or in the view.") if report is None else ""
        if report is not None and not verdicts:
            hint = self.tr("It has neither mass nor inertia: there is nothing to judge.")
        self._hint.show_text(hint)
        self._show_verdicts(tuple(verdicts))

    def whole_text(self) -> ArrayText | None:
        """Mass [kg] and centre of mass in the world [m] of all bodies."""
        if self.summary is None:
            return None
        return ArrayText(np.array([self.summary.mass, *self.summary.com]), ("mass kg", "x m", "y m", "z m"))

    def inertia_text(self) -> ArrayText | None:
        """The inertia (3, 3) of the selected body about its centre of mass, in its axes [kg m²]."""
        return ArrayText(self._report.inertia, tuple("xyz"), tuple("xyz")) if self._report is not None else None

    @property
    def verdicts(self) -> tuple[VerdictLine, ...]:
        """The verdicts that are shown."""
        return self._verdicts

    @override
    def sizeHint(self) -> QSize:
        return QSize(380, super().sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(320, super().minimumSizeHint().height())

    def _make_whole(self) -> None:
        head = SectionHead(self.tr("All bodies"), self)
        self.copy_whole = CopyButton(self.whole_text, self, name=self.tr("Copy mass and centre of mass"))
        head.add_control(self.copy_whole)
        self.column.addWidget(head)
        self.whole = FactList(self)
        self.column.addLayout(inset(self.whole))
        self.column.addWidget(Divider(self))
        self._doubts = SectionHead(self.tr("Doubtful bodies"), self)
        self.column.addWidget(self._doubts)
        self._good = Prose(self, role="text_second", px=SMALL, icon="check", icon_role="good")
        self.column.addLayout(inset(self._good, bottom=4))
        self.doubtful = BodyList(self, eyes=False)
        self.doubtful.picked.connect(self.body_chosen)
        self.column.addWidget(self.doubtful)
        self.column.addSpacing(8)

    def _make_body(self) -> None:
        self.column.addWidget(Divider(self))
        head = SectionHead(self.tr("Selected body"), self)
        self.copy_body = CopyButton(self.inertia_text, self, name=self.tr("Copy the inertia, 3 × 3"))
        head.add_control(self.copy_body)
        self.column.addWidget(head)
        self._name = Prose(self, weight=600)
        self.column.addLayout(inset(self._name, bottom=8))
        self._hint = Prose(self, role="text_second", px=SMALL)
        self.column.addLayout(inset(self._hint, bottom=4))
        self._lines = QVBoxLayout()
        self._lines.setContentsMargins(EDGE, 0, EDGE, 10)
        self._lines.setSpacing(6)
        self.column.addLayout(self._lines)
        self.facts = FactList(self)
        self.column.addLayout(inset(self.facts))

    def _show_verdicts(self, verdicts: tuple[VerdictLine, ...]) -> None:
        if verdicts == self._verdicts:
            return
        self._verdicts = verdicts
        clear(self._lines)
        for line in verdicts:
            icon = "check" if line.passed else "warning" if line.grave else "info"
            role = "good" if line.passed else "warning" if line.grave else "text_hint"
            prose = Prose(self, role="text_second" if line.passed else "text", px=SMALL, icon=icon, icon_role=role)
            prose.show_text(line.text)
            self._lines.addWidget(prose)


def facts_of(report: MassReport) -> list[tuple[str, str, str]]:
    """What there is to say of a body, as names, values and units."""
    facts = [(tr("Mass"), number_text(report.mass), "kg"), (tr("Centre of mass, body axes"), _vector(report.com), "m")]
    if report.com_distance is not None:
        facts.append(
            (
                tr("From its shapes' box"),
                tr("inside") if report.com_distance == 0 else number_text(report.com_distance),
                "" if report.com_distance == 0 else "m",
            )
        )
    if not report.verdicts:
        return facts
    xx, yy, zz, xy, xz, yz = (report.inertia[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))
    facts += [
        ("I_{xx}  I_{yy}  I_{zz}", _vector((xx, yy, zz)), "kg m²"),
        ("I_{xy}  I_{xz}  I_{yz}", _vector((xy, xz, yz)), "kg m²"),
        (tr("Moments a b c"), _vector(report.moments), "kg m²"),
        *((tr("Axis of {letter}", letter=letter), _vector(report.axes[:, k], 3), "") for k, letter in enumerate("abc")),
        (tr("Margin (a + b − c) / c"), number_text(100 * report.triangle_margin, 3), "%"),
        (tr("Condition c / a"), number_text(report.condition), ""),
        (tr("Uniform box of this inertia"), _vector(report.box[::-1], 3), "m"),
    ]
    if report.bounds is not None:
        extent = report.bounds[1] - report.bounds[0]
        facts.append((tr("Box of its shapes"), _vector(sorted(extent, reverse=True), 3), "m"))
        longest = float(extent.max())
        if longest > 0:
            facts.append((tr("Longest edge to longest edge"), number_text(float(report.box.max()) / longest, 3), "×"))
    if report.volume is not None:
        facts.append((tr("Volume of its shapes"), quantity_text(1000 * report.volume, ""), "l"))
    if report.density is not None:
        facts.append((tr("Density that follows"), number_text(report.density), "kg/m³"))
    return facts


def _vector(values: Iterable[float], digits: int = 3) -> str:
    return "  ".join(number_text(float(x), digits) for x in values)
