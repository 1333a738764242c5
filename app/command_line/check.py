"""The command that checks a robot's file, a scene, a planning task, a recording, or an exercise."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from torseur import robots
from torseur.robots.doctor import diagnose_with
from torseur.robots.readers import READERS, reader_of
from torseur.sim.definition.toml_file import toml_keys
from torseur.sim.errors import ArgumentError, ModelError, TorseurError
from torseur.sim.safe_write import safe_write
from torseur.sim.simulation.inspection.checking.values import (
    CHECKS,
    COMPLEMENTARITY,
    CONE,
    DOUBT,
    ENERGY,
    FAIL,
    MOMENTUM,
    PASS,
    PENETRATION,
    STEP_ERROR,
    UNKNOWN,
    VERDICTS,
    RecordingCheck,
)
from torseur.sim.texts import ENGLISH, marked, tr, use_language

from ..documents.document import open_document
from ..documents.names import check_name, other_than_robot
from .robot_options import load_options
from .simulate import checked_out

if TYPE_CHECKING:
    from torseur.robots.options import LoadOptions
    from torseur.sim.multibody.model.model import Finding
    from torseur.sim.simulation.recording.recording import Recording

_COUNTED = {
    "error": (marked("error"), marked("errors")),
    "warning": (marked("warning"), marked("warnings")),
    "note": (marked("note"), marked("notes")),
}
_CHECKS = {
    COMPLEMENTARITY: marked("complementarity"),
    CONE: marked("cone"),
    PENETRATION: marked("penetration"),
    MOMENTUM: marked("momentum"),
    ENERGY: marked("energy"),
    STEP_ERROR: marked("step error"),
}
_VERDICTS = {
    UNKNOWN: marked("{count} unknown"),
    PASS: marked("{count} pass"),
    DOUBT: marked("{count} doubt"),
    FAIL: marked("{count} fail"),
}
LISTED = 10  # states that did not pass, at most


def check(arguments: argparse.Namespace) -> int:
    """Print all findings about a file; 0 if they are but notes, 1 if not, 2 if a robot's file cannot be read.

    Of a recording, .mcap, whether its states pass their checks.
    """
    if arguments.json:
        use_language(ENGLISH)  # a program reads it
    if str(arguments.robot).lower().endswith(".mcap"):
        return _check_run(arguments)
    if toml_keys(Path(arguments.robot)) & {"question", "exercises"}:
        return _check_exercise(arguments)
    findings = _findings(str(arguments.robot), load_options(arguments))
    if arguments.expanded:
        _write_expanded(arguments)
    if arguments.json:
        text = json.dumps([as_object(finding) for finding in findings], indent=2)
    else:
        text = "\n".join([*map(as_line, findings), f"{arguments.robot}: {counted(findings)}"])
    sys.stdout.write(text + "\n")
    return exit_code(findings)


def _check_exercise(arguments: argparse.Namespace) -> int:
    """Print what is wrong with an exercise, or with a series of them; 0 if nothing is, else 1."""
    from ..laboratory.exercises.files.exercise_check import exercise_faults

    faults = exercise_faults(Path(arguments.robot))
    lines = faults or (f"{arguments.robot}: nothing is wrong",)
    text = json.dumps(faults, ensure_ascii=False) if arguments.json else "\n".join(lines)
    sys.stdout.write(text + "\n")
    return 1 if faults else 0


def _findings(reference: str, options: LoadOptions) -> tuple[Finding, ...]:
    """All there is to say of a robot's file; of a scene or planning task what it opens with, or what it is refused for."""
    check_name(reference)
    if not other_than_robot(reference):
        return tuple(map(_with_all_types, diagnose_with(reference, options)))
    try:
        return open_document(reference, options).findings
    except (TorseurError, OSError) as error:
        from ..files.reading import faults

        return faults(error, reference, options)


def _with_all_types(finding: Finding) -> Finding:
    """Robots' readers name the types of files of robots where another is given; the command takes more."""
    if finding.rule != "file-type" and not (finding.rule == "no-such-file" and ".urdf" in finding.wanted):
        return finding
    others = [f"{ending} ({reader.format})" for ending, reader in READERS.items() if ending != ".toml"]
    wanted = ", ".join([tr(".toml (a scene, a planning task, or the table of a robot)"), *others, tr(".mcap (a recording)")])
    return replace(finding, message=finding.message.replace(finding.wanted, wanted), wanted=wanted)


def _write_expanded(arguments: argparse.Namespace) -> None:
    """Write what a xacro file means, if it can be expanded: why not is among the findings."""
    reader = reader_of(Path(arguments.robot))
    if reader is None or reader.format != "xacro":
        raise ArgumentError(
            "--expanded {expanded}: only xacro files are expanded, {robot} is none",
            expanded=arguments.expanded,
            robot=arguments.robot,
        )
    out = checked_out(arguments.expanded, (".urdf",))
    from torseur.robots.xacro.expansion import expanded

    try:
        text = expanded(Path(arguments.robot).absolute(), load_options(arguments)).text
    except ModelError:
        return
    if out.exists():
        raise ArgumentError("--expanded {expanded}: there is such a file", expanded=arguments.expanded)
    with safe_write(out, "expanded robot", text=True) as stream:
        stream.write(text)


def exit_code(findings: Sequence[Finding]) -> int:
    """0 for notes alone, 1 for warnings or errors, 2 for what keeps the file from being read."""
    if any(finding.rule in robots.RULES and robots.RULES[finding.rule].unreadable for finding in findings):
        return 2
    return 1 if any(finding.severity.value != "note" for finding in findings) else 0


def as_line(finding: Finding) -> str:
    """Return `file:line: severity: sentence [rule]`; what scenes and tasks are refused for has no rule."""
    return " ".join(str(finding).split()) + (f" [{finding.rule}]" if finding.rule else "")


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
    counts = [(values.count(kind), words) for kind, words in _COUNTED.items()]
    return ", ".join(f"{count} {tr(words[count != 1])}" for count, words in counts)


def _check_run(arguments: argparse.Namespace) -> int:
    """Print how many states pass each check, what several show, and the worst of those that do not; 0 if all pass, else 1."""
    recording = open_document(arguments.robot, load_options(arguments)).recording
    if recording is None:
        raise ArgumentError("{robot} has no recording", robot=arguments.robot)
    from torseur.sim.simulation.inspection.checking.motion_faults import motion_faults
    from torseur.sim.simulation.inspection.checking.recurring_faults import recurring_faults

    found, faults = _with_progress(recording), (*motion_faults(recording), *recurring_faults(recording))
    worst = [_as_object(recording, index, key) for index, key in found.worst(LISTED)]
    if arguments.json:
        facts = {"states": len(found), "counts": _counts(found), "worst": worst, "faults": [asdict(fault) for fault in faults]}
        text = json.dumps(facts, indent=2)
    else:
        head = tr("{title}: {count} states checked", title=recording.scene.title, count=len(found))
        told = [tr("t = {t:.6g} s: fail: {sentence}", t=fault.t, sentence=fault.sentence) for fault in faults]
        text = "\n".join([head, *_lines(found), *told, *map(_as_line, worst)])
    sys.stdout.write(text + "\n")
    return 1 if worst or faults else 0


def _with_progress(recording: Recording) -> RecordingCheck:
    from rich.console import Console
    from rich.progress import Progress

    from torseur.sim.simulation.inspection.checking.frame_check import checked_blocks, joined_checks

    blocks = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(tr("checking"), total=len(recording))
        for block in checked_blocks(recording):
            blocks.append(block)
            progress.advance(bar, len(block))
    return joined_checks(blocks)


def _counts(found: RecordingCheck) -> dict[str, dict[str, int]]:
    """By check and verdict."""
    levels = found.levels
    return {
        key: {verdict: int(np.sum(levels[:, k] == level)) for level, verdict in enumerate(VERDICTS)}
        for k, key in enumerate(CHECKS)
    }


def _lines(found: RecordingCheck) -> list[str]:
    lines = []
    for k, (key, counts) in enumerate(_counts(found).items()):
        told = ", ".join(tr(_VERDICTS[verdict], count=count) for verdict, count in counts.items() if count)
        share = float(np.max(found.excess[:, k]))
        lines.append(
            f"{_words(key)}: {told}"
            + (tr("; at most {share:.2g} of the tolerance", share=share) if counts["unknown"] < len(found) else "")
        )
    return lines


def _as_object(recording: Recording, index: int, key: str) -> dict[str, Any]:
    from torseur.sim.simulation.inspection.checking.explanation import explanation
    from torseur.sim.simulation.inspection.checking.frame_check import check_frame

    frame = check_frame(recording, index)
    check = frame.check(key)
    told = explanation(recording, index, check)
    return {
        "state": index,
        "t": frame.t,
        "check": key,
        "verdict": check.verdict,
        "value": check.value,
        "unit": check.unit,
        "tolerance": check.tolerance,
        "limit": check.limit,
        "where": check.where,
        "cause": told.cause,
        "change": told.change,
    }


def _words(key: str) -> str:
    """A check's key as it is read; in JSON it stays as it is."""
    return tr(_CHECKS[key])


def _as_line(one: dict[str, Any]) -> str:
    at, check = tr(" at {place}", place=one["where"]) if one["where"] else "", _words(one["check"])
    return tr(
        "t = {t:.6g} s, state {state}: {verdict}: {check} {value:.3g} {unit}{at}, passes up to {tolerance:.2g}. {why}",
        **{name: one[name] for name in ("t", "state", "value", "unit", "tolerance")},
        verdict=tr(_VERDICTS[one["verdict"]], count="").strip(),
        check=check,
        at=at,
        why=f"{one['cause']} {one['change']}",
    )
