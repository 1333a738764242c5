"""What has to become of a file, whatever is in it: a model, or a sentence and its place; and what became of it."""

from __future__ import annotations

import time
import traceback
from dataclasses import dataclass
from pathlib import Path

from torseur import robots
from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.model import Finding, Severity

LIMIT = 2.0  # [s] for `diagnose`, and for `load`
MEGABYTES = 400.0  # that a process may take
WITHOUT_LINE = {"file-empty", "file-too-large", "no-such-file"}  # rules about files that have none


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a file."""

    wrong: str  # with us, not with the file; empty: nothing
    rules: tuple[str, ...]  # of the findings
    refused: bool
    seconds: float  # of the slower of `diagnose` and `load`


def judged(path: Path, *, meshes: bool = False, whole_file: frozenset[str] = frozenset()) -> Verdict:
    """Diagnose and load a file.

    whole_file : rules that may be broken by the file as a whole, beside those about files without lines
    """
    start = middle = time.perf_counter()
    findings: tuple[Finding, ...] = ()
    refusal: ModelError | None = None
    try:
        findings = robots.diagnose(path, meshes=meshes)
        middle = time.perf_counter()
        try:
            robots.load(path, meshes=meshes)
        except ModelError as error:
            refusal = error
        wrong = _wrong(path, findings, refusal, WITHOUT_LINE | whole_file)
    except Exception:  # whatever it is, it is what is looked for
        wrong = traceback.format_exc()
    seconds = max(middle - start, time.perf_counter() - middle)
    return Verdict(wrong, tuple(finding.rule for finding in findings), refusal is not None, seconds)


def _wrong(path: Path, findings: tuple[Finding, ...], refusal: ModelError | None, without_line: set[str]) -> str:
    """Return what is wrong with what is said about a file."""
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    for finding in findings:
        if finding.rule not in robots.RULES:
            return f"there is no rule {finding.rule!r}: {finding.message}"
        if not finding.message or (not finding.path and finding.rule != "mesh-note"):
            return f"a finding without a sentence or a file: {finding!r}"
    for error in errors:
        if error.line <= 0 and error.rule not in without_line:
            return f"an error without a line: {error!r}"
    if (refusal is not None) != bool(errors):
        return f"diagnose finds {len(errors)} errors, and load says: {refusal}"
    if refusal is not None and (str(refusal.path) != errors[0].path or (refusal.line or 0) != errors[0].line):
        return f"diagnose begins with {errors[0]}, and load says: {refusal}"
    if refusal is not None and not refusal.message.startswith(errors[0].message):
        at_line = [error.message for error in errors if error.line == errors[0].line]
        if not refusal.message.startswith(tuple(at_line)):
            return f"diagnose begins with {errors[0]}, and load says: {refusal}"
    return ""
