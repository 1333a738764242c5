"""From a xacro file to a `Model`."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from torseur.sim.multibody.model.model import Finding, Model
from torseur.sim.texts import tr

from ..faults import Fault
from ..file_kind import root_of
from ..options import LoadOptions
from ..sdf.sdf_reader import examine_sdf
from ..urdf.srdf import ReferencePoses
from ..urdf.urdf_reader import examine_urdf, srdf_of
from .expansion import Expanded, expanded

_NAMED = 3  # macros, and files that call them, that are named
_PARAMETER = re.compile(r"([^\s:=]+)(\s*:?=\s*(?:\^\|?)?(?:'[^']*'|\"[^\"]*\"|\S*))?")  # its name, and its default
_SEARCHED, _LARGEST = 100, 1_000_000  # files that may call them, and their bytes


def examine_xacro(
    path: str | Path, options: LoadOptions, of_sdf: LoadOptions | None = None
) -> tuple[Model | None, list[Finding]]:
    """Read a xacro file to its end, whatever is wrong with it: the model, or None, and all that there is to say.

    Findings and errors name the xacro file and line that they are about.

    of_sdf : the options if it means SDF and not URDF; None: the same
    """
    path = Path(path).absolute()
    try:
        text = expanded(path, options)
    except Fault as fault:
        return None, [fault.finding]
    options.report_files(text.read)
    poses = ReferencePoses(srdf_of(path.with_name(f"{path.name.removesuffix('.xacro').removesuffix('.urdf')}.urdf")))
    content = text.text.encode()
    if root_of(content)[0] == "sdf":
        model, findings = examine_sdf(path, of_sdf or options, content)
    else:
        model, findings = examine_urdf(path, options, poses, content)
    findings = [_of_macros(path, text, finding) for finding in findings]
    findings = list(dict.fromkeys([*text.findings, *map(text.placed, findings)]))
    return (None if model is None else replace(model, findings=tuple(findings))), findings


def _of_macros(path: Path, text: Expanded, finding: Finding) -> Finding:
    """Return a finding; the one that there is no link, of a file that defines macros and calls none, says what to do."""
    if finding.rule != "no-link" or not text.macros:
        return finding
    names = ", ".join(f"<xacro:{name}>" for name, _ in text.macros[:_NAMED])
    more = tr(" and {count} more", count=len(text.macros) - _NAMED) if len(text.macros) > _NAMED else ""
    callers = [file.name for file in sorted(path.parent.glob("*.xacro"))[:_SEARCHED] if _includes(file, path)]
    opened = (
        tr("open {callers}, which includes it", callers=" or ".join(callers[:_NAMED]))
        if callers
        else tr("open the file that includes it")
    )
    name, parameters = text.macros[0]
    needed = [one for one, default in _PARAMETER.findall(parameters) if not default and not one.startswith("*")]
    call = " ".join([f"xacro:{name}", *(f'{one}="…"' for one in needed)])
    what = tr("the macro") if len(text.macros) == 1 else tr("the macros")
    message = tr(
        "there is no <link>: it defines {what} {names}{more} and calls none; {opened}, or write a file that does "
        "and calls <{call}/>",
        what=what,
        names=names,
        more=more,
        opened=opened,
        call=call,
    )
    return replace(finding, message=message)


def _includes(file: Path, path: Path) -> bool:
    """Whether a file names another, to be included."""
    try:
        return file != path and file.stat().st_size < _LARGEST and path.name.encode() in file.read_bytes()
    except OSError:
        return False
