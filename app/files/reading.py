"""Reading what is to be opened: a document, or all that is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from torseur import robots
from torseur.sim.errors import DefinitionError, ModelError, TorseurError
from torseur.sim.multibody.model.model import Finding, Severity

from ..documents.document import Document, Given, open_document

if TYPE_CHECKING:
    from torseur.robots.progress import Progress


@dataclass(frozen=True, eq=False, slots=True)
class Read:
    """What came of reading: a document; or none, and why."""

    reference: str
    document: Document | None
    why: str = ""  # a sentence
    findings: tuple[Finding, ...] = ()  # about what was refused


def read(reference: str, given: Given | None = None, progress: Progress | None = None) -> Read:
    """Read something by name or path, changing nothing. Raises `robots.LoadCancelled` alone."""
    try:
        return Read(reference, open_document(reference, given, progress))
    except robots.LoadCancelled:
        raise
    except (TorseurError, OSError) as error:
        return Read(reference, None, str(error), faults(error, given or Given()))


def faults(error: TorseurError | OSError, given: Given) -> tuple[Finding, ...]:
    """All that is wrong with the robot that an error is about, or the error itself as a finding."""
    path = str(error.path or "") if isinstance(error, DefinitionError) else str(getattr(error, "filename", None) or "")
    if isinstance(error, ModelError) and path:
        found = robots.diagnose(
            path,
            package_roots=given.package_roots,
            allowed_folders=given.allowed_folders,
            xacro_args=given.xacro_args if path.lower().endswith(".xacro") else None,
        )
        if any(finding.severity is Severity.ERROR for finding in found):
            return found
    message = error.message if isinstance(error, DefinitionError) else str(error)
    line = (error.line or 0) if isinstance(error, DefinitionError) else 0
    return (Finding(Severity.ERROR, message, path, line),)
