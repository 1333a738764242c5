"""One fault of a file: the error that is raised, and the finding that is kept."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.model import Finding, Severity
from torseur.sim.texts import tr

from .rules import RULES

_LONGEST = 120  # characters of a value that a finding quotes


class Fault(ModelError):
    """What is wrong with one part of a file."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding
        super().__init__(finding.message, finding.path, finding.line or None)


def finding_of(
    rule: str, path: str | Path, message: str, line: int = 0, element: str = "", found: str = "", wanted: str = ""
) -> Finding:
    """Return a finding of the severity that its rule has."""
    found = found if len(found) <= _LONGEST else found[: _LONGEST - 1] + "…"
    return Finding(RULES[rule].severity, message, str(path), line, rule, element, found, wanted)


def fault(rule: str, path: str | Path, message: str, line: int = 0, *, found: str = "", wanted: str = "") -> Fault:
    """Return the error about a file as a whole."""
    return Fault(finding_of(rule, path, message, line, "", found, wanted))


def refusal(findings: Iterable[Finding], path: str | Path = "") -> ModelError:
    """Return the error to raise for these findings: the first error in the order of the file, and how many there are.

    path : of the robot's file, whose errors come before those of what it includes
    """
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    errors.sort(key=lambda finding: (finding.path != str(path), finding.line))
    first, more = errors[0], len(errors) - 1
    others = tr(" (and {more} more; `torseur check` lists all)", more=more) if more else ""
    if more == 1:
        others = tr(" (and 1 more error; `torseur check` lists all)")
    return ModelError(first.message + others, first.path or None, first.line or None)
