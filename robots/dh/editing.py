"""Tables that are being edited: made from nothing, changed row by row, said in the other convention."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from torseur.sim.definition.inertia_rows import Inertia
from torseur.sim.errors import ModelError
from torseur.sim.multibody.model.model import Finding, Model, Severity
from torseur.sim.texts import tr

from .definition import Convention, Definition, JointRow
from .dh_reader import examine_dh_text
from .dh_representable import definition_of
from .source import read_source
from .text import text_of


def definition_in(path: Path) -> Definition:
    """Return what a DH file that can be read says."""
    return read_source(path).values


def new_definition() -> Definition:
    """Return a table to begin with: two revolute joints, whose axes are parallel."""
    rows = (new_row("joint1", 0.5), new_row("joint2", 0.4))
    return Definition(name="new_table", title=tr("New DH table"), convention="standard", angle_unit="deg", joints=rows)


def new_row(name: str, a: float = 0.3) -> JointRow:
    """Return a row to begin with: a link of 1 kg on a revolute joint."""
    inertia = Inertia(xx=0.001, yy=0.01, zz=0.01)
    return JointRow(name=name, kind="revolute", a=a, lower=-180.0, upper=180.0, damping=0.5, mass=1.0, inertia=inertia)


def model_of(definition: Definition, path: Path) -> tuple[Model | None, list[Finding]]:
    """Return the model of a definition as a file at `path` would give it, or None, and all that there is to say."""
    return examine_dh_text(text_of(definition), path)


def re_expressed(definition: Definition, convention: Convention, path: Path) -> tuple[Definition, tuple[Finding, ...]]:
    """Return the same robot in a convention, and what that leaves out. Raises ModelError for what cannot be said."""
    model, findings = model_of(definition, path)
    if model is None:
        errors = [finding.message for finding in findings if finding.severity is Severity.ERROR]
        raise ModelError("; ".join(errors))
    converted, chain = definition_of(model, path, convention)
    return replace(converted, title=definition.title), tuple(chain.findings)
