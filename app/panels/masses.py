"""The panel "Plausibility": can a body have this mass and inertia; and which bodies of the model are doubtful."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from torseur.robots import RULES
from torseur.sim.analysis.masses.plausibility import center_of_masses, mass_reports
from torseur.sim.analysis.masses.values import MassReport, MassVerdict
from torseur.sim.multibody.model.model import Model, Severity
from torseur.sim.texts import marked, tr
from torseur.ui.sheet.blocks import (
    DataTable,
    Fact,
    Facts,
    Heading,
    Paragraph,
    Section,
    TableCell,
    TableColumn,
    UserEvent,
    absent,
    section,
)
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.array_text import ArrayText
from torseur.ui.text.number_text import number_text, quantity_text
from torseur.ui.text.sentences import sentence

from ..sheet.page import Page, PageSettings, Seen, SelectBody
from ..sheet.questions import Cost, Questions

ALL = Heading("all", marked("All bodies"))
DOUBTFUL = Heading("doubtful", marked("Doubtful bodies"))
BODY = Heading("body", marked("Selected body"))
GRAVITY_OF = (Severity.ERROR, Severity.WARNING, Severity.NOTE)
IN_SIGHT = 8  # rows in sight


class Judged(NamedTuple):
    """All bodies of a model, and those that break rules, the gravest first, with their rows of the table."""

    reports: dict[str, MassReport]
    doubtful: tuple[str, ...]
    rows: tuple[tuple[TableCell, ...], ...]


class Masses(Page):
    """Of the bodies of what is open; the one that is selected is selected everywhere."""

    key = "masses"
    settings_type = PageSettings
    outline = (ALL, DOUBTFUL, BODY)
    waits_for = ()
    needs_selection = True

    def sheet(self, seen: Seen, settings: PageSettings, questions: Questions) -> Sheet:
        """Write what all bodies have, and once they are judged what is doubtful, and the body that is selected."""
        model = seen.model
        answer = questions.ask("judged", None, lambda: _judged(model), Cost.SLOW, of=model)
        judged: Judged | None = answer.value
        if judged is None:
            return Sheet((_whole(seen), absent(answer.error)))
        report = judged.reports.get(seen.body)
        body = questions.ask("body", seen.body, lambda: _body_section(report), of=model)
        return Sheet((_whole(seen), _doubtful_section(judged, seen.body), body.value))

    def reduce(self, settings: PageSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Select a doubtful body."""
        if event.path == "doubtful.bodies":
            return settings, SelectBody(questions.known("judged").doubtful[event.value])
        return settings


def _judged(model: Model) -> Judged:
    reports = mass_reports(model)
    broken = sorted((report for report in reports if report.broken), key=_gravity)
    rows = []
    for report in broken:
        reasons = ", ".join(verdict.rule for verdict in report.broken)
        rows.append((TableCell(report.body, tip=f"{report.body}, {reasons}"), TableCell(reasons, role="text_hint")))
    return Judged({report.body: report for report in reports}, tuple(report.body for report in broken), tuple(rows))


def _gravity(report: MassReport) -> int:
    return min(GRAVITY_OF.index(RULES[verdict.rule].severity) for verdict in report.broken)


def _whole(seen: Seen) -> Section:
    mass, com = center_of_masses(seen.model, seen.poses)
    facts = (
        (tr("Mass"), number_text(mass), "kg"),
        (tr("Centre of mass, world"), _vector(com), "m"),
        (tr("Bodies"), str(sum(body.mass > 0 for body in seen.model.bodies)), ""),
    )
    copied = ArrayText(np.array([mass, *com]), ("mass kg", "x m", "y m", "z m"))
    return section(ALL, Facts("facts", facts), copied=copied, divided=False)


def _doubtful_section(judged: Judged, selected: str) -> Section:
    if not judged.doubtful:
        good = Paragraph("good", tr("No body breaks a rule."), "text_second", icon="check", icon_role="good")
        return section(DOUBTFUL, good)
    at = judged.doubtful.index(selected) if selected in judged.doubtful else -1
    columns = (TableColumn("", 80, share=1), TableColumn("", 60, share=1))
    return section(
        DOUBTFUL,
        DataTable("bodies", tr("Bodies"), columns, judged.rows, at, most=IN_SIGHT),
        note=str(len(judged.doubtful)),
        copied=False,
    )


def _body_section(report: MassReport | None) -> Section:
    if report is None:
        return section(BODY, Paragraph("hint", tr("Select a body in the tree, or in the view."), "text_second"))
    nothing = "" if report.verdicts else tr("It has neither mass nor inertia: there is nothing to judge.")
    return section(
        BODY,
        Paragraph("name", report.body, weight=600, small=False),
        Paragraph("hint", nothing, "text_second"),
        *(_verdict(k, verdict) for k, verdict in enumerate(report.verdicts)),
        Facts("facts", tuple(facts_of(report))),
        copied=ArrayText(report.inertia, tuple("xyz"), tuple("xyz")),
    )


def _verdict(k: int, verdict: MassVerdict) -> Paragraph:
    """A rule in words, and whether it is kept."""
    rule = RULES[verdict.rule]
    statement = tr(rule.says)
    if verdict.passed:
        return Paragraph(f"verdict{k}", sentence(statement), "text_second", "check", "good")
    text = tr(
        "Not so: {statement}. Found {found}, wanted {wanted}.", statement=statement, found=verdict.found, wanted=verdict.wanted
    )
    icon, role = ("info", "text_hint") if rule.severity is Severity.NOTE else ("warning", "warning")
    return Paragraph(f"verdict{k}", text, "text", icon, role)


def facts_of(report: MassReport) -> list[Fact]:
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
