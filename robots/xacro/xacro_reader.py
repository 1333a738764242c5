"""From a xacro file to a `Model`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from torseur.sim.multibody.model.model import Finding, Model

from ..faults import Fault
from ..options import LoadOptions
from ..urdf.srdf import ReferencePoses
from ..urdf.urdf_reader import examine_urdf, srdf_of
from .expansion import expanded


def examine_xacro(path: str | Path, options: LoadOptions) -> tuple[Model | None, list[Finding]]:
    """Read a xacro file to its end, whatever is wrong with it: the model, or None, and all that there is to say.

    Findings and errors name the xacro file and line that they are about.
    """
    path = Path(path).absolute()
    try:
        text = expanded(path, options)
    except Fault as fault:
        return None, [fault.finding]
    options.report_files(text.read)
    poses = ReferencePoses(srdf_of(path.with_name(f"{path.name.removesuffix('.xacro').removesuffix('.urdf')}.urdf")))
    model, findings = examine_urdf(path, options, poses, text.text.encode())
    findings = list(dict.fromkeys([*text.findings, *map(text.placed, findings)]))
    return (None if model is None else replace(model, findings=tuple(findings))), findings
