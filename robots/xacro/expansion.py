"""From a xacro file to the URDF text it means, and where each line of it comes from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from torseur.sim.multibody.model.model import Finding
from torseur.sim.texts import tr

from ..faults import fault, finding_of
from ..isolation import run_isolated
from ..options import LoadOptions, XacroArgument, texts_of
from ..urdf.parsing import content_of
from .blame import blamed

SECONDS = 10.0  # of processor time
MEGABYTES = 1500
_ON_LINE = re.compile(r"\bon line (\d+)")


@dataclass(frozen=True, slots=True)
class Expanded:
    """A URDF text, and for each of its lines the file and the line that it comes from."""

    path: Path
    text: str
    files: tuple[str, ...]
    places: tuple[tuple[int, int], ...]  # index into `files`, line
    findings: tuple[Finding, ...]  # what xacro has to say
    read: tuple[str, ...]  # the other files that it was made from
    macros: tuple[tuple[str, str], ...] = ()  # names and parameters of those that the file itself defines

    def placed(self, finding: Finding) -> Finding:
        """Return a finding about the text as one about the file that the line comes from."""
        if finding.path != str(self.path) or not finding.line:
            return finding
        file, line = self._origin(finding.line)
        return replace(finding, path=file, line=line, message=self._placed(finding.message))

    def _placed(self, message: str) -> str:
        return _ON_LINE.sub(self._on_line, message) if _ON_LINE.search(message) else message

    def _origin(self, line: int) -> tuple[str, int]:
        file, origin = self.places[min(line, len(self.places)) - 1]
        return self.files[file], origin

    def _on_line(self, found: re.Match[str]) -> str:
        file, line = self._origin(int(found[1]))
        return (
            tr("on line {line}", line=line)
            if file == str(self.path)
            else tr("on line {line} of {file}", line=line, file=Path(file).name)
        )


def expand_xacro(
    path: str | Path,
    xacro_args: Mapping[str, object] | None = None,
    *,
    package_roots: Iterable[str | Path] = (),
    allowed_folders: Iterable[str | Path] = (),
) -> str:
    """Return the URDF text that a xacro file means, an element a line.

    It is what `load` reads. Raises `ModelError`, naming file and line, if it cannot be expanded.

    xacro_args      : values of its <xacro:arg>
    package_roots   : folders in which packages are looked for, as by `load`
    allowed_folders : other folders in which files that it includes may lie, as by `load`
    """
    options = LoadOptions(
        package_roots=tuple(package_roots), allowed_folders=tuple(allowed_folders), xacro_args=xacro_args or {}
    )
    return expanded(Path(path).absolute(), options).text


def expanded(path: Path, options: LoadOptions) -> Expanded:
    """Expand a file, in a process of its own. Raises `ModelError` if that cannot be done."""
    content_of(path)

    def expand(arguments: Mapping[str, str], patience: float | None) -> dict[str, Any]:
        folders = {"package_roots": list(map(str, options.roots)), "allowed_folders": list(map(str, options.allowed))}
        output = run_isolated(
            "torseur.robots.xacro.xacro_worker",
            path,
            {"arguments": dict(arguments), **folders},
            rule="xacro",
            task=tr("expand it"),
            seconds=SECONDS,
            patience=patience,
            megabytes=MEGABYTES,
        )
        reply: dict[str, Any] = json.loads(output)
        return reply

    given = texts_of(options)
    reply = expand(given, None)
    if options.on_argument is not None:
        for argument in reply["arguments"]:
            options.on_argument(XacroArgument(**argument))
    if "text" not in reply:
        reply = blamed(reply, given, expand)
        file, line = reply["origin"]
        found, wanted = reply.get("found", ""), reply.get("wanted", "")
        raise fault(reply["rule"], file, reply["message"], line, found=found, wanted=wanted)
    messages = [
        finding_of(message["rule"], message["origin"][0], message["message"], message["origin"][1])
        for message in reply["messages"]
    ]
    messages += [finding_of("folder-shared", path, message) for message in reply["shared"]]
    places = tuple((file, line) for file, line in reply["places"])
    return Expanded(
        path,
        reply["text"],
        tuple(reply["files"]),
        places,
        tuple(messages),
        tuple(file for file in reply["read"] if file != str(path)),
        tuple((name, parameters) for name, parameters in reply["macros"]),
    )
