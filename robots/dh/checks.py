"""All that is wrong or doubtful with a table of Denavit-Hartenberg rows, in one pass."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from torseur.sim.analysis.masses.plausibility import moment_text, principal_moments
from torseur.sim.definition.inertia_rows import matrix_of
from torseur.sim.definition.shape_rows import SolidRow, color_of
from torseur.sim.definition.toml_faults import dotted
from torseur.sim.errors import UnknownNameError
from torseur.sim.multibody.model.model import Finding
from torseur.sim.texts import tr

from ..faults import finding_of
from .definition import Base, JointRow
from .source import Source

_SLACK = 1e-9  # how far the triangle inequality of an inertia may be missed by rounding, relative


def findings_of(source: Source) -> list[Finding]:
    """Return what is wrong or doubtful with a table that was read to its end, in the order of the file.

    What only follows from another fault is not said.
    """
    report = _Report(source)
    for fault in source.faults:
        report.report(fault.rule, fault.message, fault.path, fault.found, fault.wanted)
    _check_names(report)
    _check_limits(report)
    for row, name, path in bodies_of(source):
        _check_mass(report, row, name, path)
        _check_shapes(report, row, name, path)
    _check_colors(report)
    _check_poses(report)
    _check_masses(report)
    return sorted(report.findings, key=lambda finding: finding.line)


Path = tuple[str | int, ...]


def bodies_of(source: Source) -> list[tuple[Base | JointRow, str, Path]]:
    """Return the base and each link: its part of the file, its name, and the path of keys to it."""
    definition = source.values
    rows = [(row, row.link or f"link{i}", ("joints", i - 1)) for i, row in enumerate(definition.joints, start=1)]
    return [(definition.base, definition.base.name, ("base",)), *rows]


@dataclass(slots=True)
class _Report:
    """What was found."""

    source: Source
    findings: list[Finding] = field(default_factory=list)

    def report(self, rule: str, message: str, path: Path, found: object, wanted: str) -> None:
        """Record a finding about the value at a path of keys."""
        line = self.source.line(*path) or 1  # what is missing from the file has no line of its own
        found = f"{found:g}" if isinstance(found, float) else str(found)
        self.findings.append(finding_of(rule, self.source.path, message, line, dotted(path), found, wanted))


def _check_names(report: _Report) -> None:
    source = report.source
    joints: set[str] = set()
    links: set[str] = set()
    if not source.values.name and source.is_sound("name"):
        report.report("name-missing", tr("the robot has an empty name"), ("name",), "", tr("a name"))
    for i, row in enumerate(source.values.joints):
        path: Path = ("joints", i, "name")
        if source.is_sound(*path):
            if not row.name:
                report.report(
                    "name-missing", tr("{dotted}: a joint has an empty name", dotted=dotted(path)), path, "", tr("a name")
                )
            elif row.name in joints:
                report.report(
                    "name-duplicate", tr("a second joint is named {row!r}", row=row.name), path, row.name, tr("another name")
                )
            joints.add(row.name)
    for _, name, path in bodies_of(source):
        key = "name" if path == ("base",) else "link"
        if not source.is_sound(*path, key):
            continue
        if not name:
            report.report("name-missing", tr("the base has an empty name"), (*path, key), "", tr("a name"))
        elif name in links:
            report.report(
                "name-duplicate", tr("a second link is named {name!r}", name=name), (*path, key), name, tr("another name")
            )
        links.add(name)


def _check_limits(report: _Report) -> None:
    for i, row in enumerate(report.source.values.joints):
        path: Path = ("joints", i)
        if not (report.source.is_sound(*path, "lower") and report.source.is_sound(*path, "upper")):
            continue
        if row.lower is not None and row.upper is not None:
            if row.lower > row.upper:
                message = tr(
                    "joint {row!r}: lower {lower:g} is above upper {upper:g}", row=row.name, lower=row.lower, upper=row.upper
                )
                report.report("limits-crossed", message, (*path, "lower"), row.lower, tr("at most {upper:g}", upper=row.upper))
        elif row.lower is not None or row.upper is not None:
            present, absent = ("upper", "lower") if row.lower is None else ("lower", "upper")
            message = tr(
                "joint {row!r} has {present} but no {absent}; give both or neither",
                row=row.name,
                present=present,
                absent=absent,
            )
            report.report(
                "limit-single",
                message,
                (*path, present),
                present,
                tr("{present} and {absent}, or neither", present=present, absent=absent),
            )


def _check_mass(report: _Report, row: Base | JointRow, name: str, path: Path) -> None:
    """Check the mass and inertia of a body."""
    if not _has_sound_mass(report, path):
        return
    if row.inertia is None:
        if row.mass:
            message = tr("body {name!r} has a mass of {mass:g} kg but no inertia", name=name, mass=row.mass)
            report.report("inertia-missing", message, (*path, "mass"), row.mass, "inertia")
        return
    if not row.mass:
        report.report(
            "mass-missing",
            tr("body {name!r} has an inertia but no mass", name=name),
            (*path, "inertia"),
            "",
            tr("a mass above 0"),
        )
        return
    (moments,), _ = principal_moments(matrix_of(row.inertia)[None])
    moments_text = ", ".join(map(moment_text, moments.tolist()))
    message = tr(
        "body {name!r}: no body has this inertia: its principal moments are {moments_text} kg m²",
        name=name,
        moments_text=moments_text,
    )
    if moments[0] < 0:
        report.report(
            "inertia-negative",
            tr("{message}, one of them negative", message=message),
            (*path, "inertia"),
            moments_text,
            tr("moments of 0 or more"),
        )
    elif moments[2] > (moments[0] + moments[1]) * (1.0 + _SLACK):
        at_most = tr("at most {most}", most=moment_text(moments[0] + moments[1]))
        message += tr("; none may exceed the sum of the two others")
        report.report("inertia-impossible", message, (*path, "inertia"), moment_text(moments[2]), at_most)


def _has_sound_mass(report: _Report, path: Path) -> bool:
    return report.source.is_sound(*path, "mass") and report.source.is_sound(*path, "inertia")


def _check_shapes(report: _Report, body: Base | JointRow, name: str, path: Path) -> None:
    """Check what of a shape depends on where it is used."""
    for i, row in enumerate(body.visuals):
        at: Path = (*path, "visuals", i)
        if row.material:
            message = tr("body {name!r}: a visual has no material; a collision has", name=name)
            report.report("key-unknown", message, (*at, "material"), row.material, tr("no material"))
        if row.color and report.source.is_sound(*at, "color"):
            _check_color(report, row, at)
    for i, row in enumerate(body.collisions):
        if row.color:
            at = (*path, "collisions", i)
            message = tr("body {name!r}: a collision has no color; a visual has", name=name)
            report.report("key-unknown", message, (*at, "color"), row.color, tr("no color"))


def _check_color(report: _Report, row: SolidRow, path: Path) -> None:
    """Check that the colour of a visual is one, or is named."""
    named = report.source.values.colors
    if row.color in named or not report.source.is_sound("colors", row.color):
        return  # what the name stands for is checked where it is given
    _try_color(report, row.color, named, path)


def _check_colors(report: _Report) -> None:
    for name, text in report.source.values.colors.items():
        _try_color(report, text, {}, ("colors", name))


def _try_color(report: _Report, text: str, named: dict[str, str], path: Path) -> None:
    try:
        color_of(text, named if path[0] != "colors" else {text: text})
    except UnknownNameError as error:
        report.report("colour-unknown", str(error), path, text, ", ".join(named) or '"#rrggbb"')
    except ValueError as error:
        report.report("colour-unknown", str(error), path, text, '"#rrggbb" or "#rrggbbaa"')


def _check_poses(report: _Report) -> None:
    """Check that poses have a number for each joint that moves, within its limits."""
    source, rows = report.source, report.source.values.joints
    if not all(source.is_sound("joints", i, "kind") for i in range(len(rows))):
        return
    moving = [(i, row) for i, row in enumerate(rows) if row.kind != "fixed"]
    for name, values in source.values.poses.items():
        path: Path = ("poses", name)
        if not source.is_sound(*path):
            continue
        if len(values) != len(moving):
            message = tr(
                "pose {name!r} has {count} numbers; the table has {moving_count} moving joints",
                name=name,
                count=len(values),
                moving_count=len(moving),
            )
            report.report("value-count", message, path, len(values), tr("{count} numbers", count=len(moving)))
            continue
        for (i, row), value in zip(moving, values, strict=True):
            lower, upper = _limits(source, i, row)
            if not lower <= value <= upper:
                message = tr("pose {name!r} takes joint {row!r} beyond its limits", name=name, row=row.name)
                report.report("pose-beyond", message, path, value, f"{lower:g} to {upper:g}")
                break


def _limits(source: Source, i: int, row: JointRow) -> tuple[float, float]:
    """Return the limits of a joint as its file gives them; none if they are in doubt."""
    sound = source.is_sound("joints", i, "lower") and source.is_sound("joints", i, "upper")
    if not sound or row.lower is None or row.upper is None or row.lower > row.upper:
        return -math.inf, math.inf
    return row.lower, row.upper


def _check_masses(report: _Report) -> None:
    """Say what the file leaves out that dynamics would need."""
    links = bodies_of(report.source)[1:]
    massless = [(name, path) for row, name, path in links if not row.mass and not row.inertia and _has_sound_mass(report, path)]
    if massless:
        listed = ", ".join(repr(name) for name, _ in massless)
        message = tr(
            "no mass is given for {listed}; kinematics are exact, dynamics are not those of a real robot", listed=listed
        )
        report.report("massless", message, massless[0][1], "", tr("a mass above 0"))
