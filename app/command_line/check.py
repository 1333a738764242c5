"""The command that checks a robot's file."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from torseur import robots
from torseur.robots.doctor import diagnose_with
from torseur.sim.errors import ArgumentError, ModelError

from .robot_options import load_options
from .simulate import checked_out

if TYPE_CHECKING:
    from torseur.sim.multibody.model.model import Finding


def check(arguments: argparse.Namespace) -> int:
    """Print all findings about a robot's file; 0 if they are but notes, 1 if not, 2 if the file cannot be read."""
    findings = diagnose_with(arguments.robot, load_options(arguments))
    if arguments.expanded:
        _write_expanded(arguments)
    if arguments.json:
        text = json.dumps([as_object(finding) for finding in findings], indent=2)
    else:
        text = "\n".join([*map(as_line, findings), f"{arguments.robot}: {counted(findings)}"])
    sys.stdout.write(text + "\n")
    return exit_code(findings)


def _write_expanded(arguments: argparse.Namespace) -> None:
    """Write what a xacro file means, if it can be expanded: why not is among the findings."""
    if not str(arguments.robot).lower().endswith(".xacro"):
        raise ArgumentError(
            f"--expanded {arguments.expanded}: only xacro files are expanded, {arguments.robot} is none"
        )
    out = checked_out(arguments.expanded, (".urdf",))
    from torseur.robots.xacro.expansion import expanded

    try:
        text = expanded(Path(arguments.robot).absolute(), load_options(arguments)).text
    except ModelError:
        return
    try:
        with out.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise ArgumentError(f"--expanded {arguments.expanded}: there is such a file") from None


def exit_code(findings: Sequence[Finding]) -> int:
    """0 for notes alone, 1 for warnings or errors, 2 for what keeps the file from being read."""
    if any(finding.rule in robots.RULES and robots.RULES[finding.rule].unreadable for finding in findings):
        return 2
    return 1 if any(finding.severity.value != "note" for finding in findings) else 0


def as_line(finding: Finding) -> str:
    """Return `file:line: severity: sentence [rule]`."""
    return f"{' '.join(str(finding).split())} [{finding.rule}]"


def as_object(finding: Finding) -> dict[str, str | int]:
    """Return the fields, for JSON."""
    return {
        "severity": finding.severity.value,
        "rule": finding.rule,
        "path": finding.path,
        "line": finding.line,
        "element": finding.element,
        "found": finding.found,
        "wanted": finding.wanted,
        "message": finding.message,
    }


def counted(findings: Sequence[Finding]) -> str:
    """Return how many findings of each severity there are, as words."""
    values = [finding.severity.value for finding in findings]
    counts = [(kind, values.count(kind)) for kind in ("error", "warning", "note")]
    return ", ".join(f"{count} {kind}{'s' if count != 1 else ''}" for kind, count in counts)
