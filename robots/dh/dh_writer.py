"""From a `Model` to a DH file."""

from __future__ import annotations

from pathlib import Path

from torseur.sim.errors import ArgumentError, ModelError
from torseur.sim.multibody.model.model import Finding, Model, Severity

from ..saving import check_place, save
from .definition import Convention
from .dh_reader import examine_dh, examine_dh_text
from .dh_representable import definition_of
from .text import text_of


def write_dh(
    model: Model, path: str | Path, *, convention: Convention = "standard", tool: str | None = None, overwrite: bool = False
) -> tuple[Finding, ...]:
    """Save a robot that is a chain of revolute and prismatic joints as a table of Denavit-Hartenberg rows.

    Returns a warning for each thing that a table leaves out or changes: bodies that are fixed to others become part of them,
    frames but the tool, meshes, and the exact shade of colours. Parameters follow from the axes of the joints at q = 0; where a
    frame of the model is one of the table it is kept, so that a table is written as itself. Read again it is the same robot:
    the same q has the same meaning, kinematics and mass matrix agree to 1e-12.

    convention : "standard" (distal) or "modified" (proximal, Craig)
    tool       : the frame that becomes the tool; None: the one called "tool", else the last that is fixed to the last link
    overwrite  : whether a file that exists is replaced; it stays whole until the new one is complete

    Raises ModelError that lists all that a table cannot say (branches, joints of other kinds, springs, joints that follow
    others), ArgumentError for a file that exists, or in a folder that does not, SaveError.
    """
    path = Path(path)
    if path.suffix.lower() != ".toml":
        raise ArgumentError("{path}: a table of Denavit-Hartenberg rows is a .toml file", path=path)
    if convention not in ("standard", "modified"):
        raise ArgumentError("no DH convention {convention!r}; there are 'standard' and 'modified'", convention=convention)
    definition, chain = definition_of(model, path, convention, tool)
    text = text_of(definition)
    errors = [f for f in examine_dh_text(text, path)[1] if f.severity is Severity.ERROR]
    if errors:
        reasons = "; ".join(finding.message for finding in errors)
        raise ModelError(
            "model {model!r} cannot be said as a table of Denavit-Hartenberg rows: {reasons}", model=model.name, reasons=reasons
        )
    check_place(path, overwrite)
    save(text.encode(), path, _check)
    return tuple(chain.findings)


def _check(path: Path) -> None:
    """Raise ModelError unless the file is read as a robot."""
    model, findings = examine_dh(path)
    if model is None:
        raise ModelError("; ".join(finding.message for finding in findings))
