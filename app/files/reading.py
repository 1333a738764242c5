"""Reading what is to be opened: a document, or all that is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from torseur import robots
from torseur.robots.doctor import diagnose_with
from torseur.robots.options import LoadOptions, XacroArgument
from torseur.robots.progress import Progress
from torseur.sim.definition.folders import OutsideError
from torseur.sim.errors import DefinitionError, ModelError, TorseurError
from torseur.sim.mesh_cache import kept_array
from torseur.sim.multibody.model.model import Finding, Severity
from torseur.sim.texts import tr
from torseur.ui.viewport.mesh.body_mesh import body_mesh
from torseur.ui.viewport.mesh.coarse import coarse_opaque

from ..documents.document import Document, open_document


@dataclass(frozen=True, eq=False, slots=True)
class ReadResult:
    """What came of reading: a document; or none, and why."""

    reference: str
    document: Document | None
    reason: str = ""  # a sentence
    findings: tuple[Finding, ...] = ()  # about what was refused
    folder: str = ""  # that would have to be allowed for it to be read
    options: LoadOptions = LoadOptions()  # with which it was refused
    arguments: tuple[XacroArgument, ...] = ()  # of a xacro file that was refused


Reading = Callable[[str, LoadOptions | None, Progress | None], ReadResult]
"""Such as `read`."""


def read(reference: str, options: LoadOptions | None = None, progress: Progress | None = None) -> ReadResult:
    """Read something by name or path, changing nothing. Raises `robots.LoadCancelled` alone."""
    options = options or LoadOptions()
    try:
        document = open_document(reference, options, progress)
        drawn = body_mesh(document.scene.model)  # here, and not in the window's thread when it is shown
        coarse_opaque(drawn, kept_array)
        return ReadResult(reference, document)
    except robots.LoadCancelled:
        raise
    except (TorseurError, OSError) as error:
        outside = _outside(error)
        folder = "" if outside is None else str(outside.place.parent)
        arguments: list[XacroArgument] = []
        findings = faults(error, reference, replace(options, on_argument=arguments.append))
        return ReadResult(reference, None, str(error), findings, folder, options, tuple(arguments))


def faults(error: TorseurError | OSError, reference: str, options: LoadOptions) -> tuple[Finding, ...]:
    """All that is wrong with the file that an error is about, a finding each."""
    outside = _outside(error)
    if outside is not None:
        where, wanted = (str(outside.path), outside.line or 0), tr("a folder that is allowed")
        return (Finding(Severity.ERROR, outside.message, *where, "robot-outside", "", outside.named, wanted),)
    path = str(error.path or "") if isinstance(error, DefinitionError) else str(getattr(error, "filename", None) or "")
    if isinstance(error, ModelError) and path:
        takes_arguments = reference.lower().endswith((".xacro", ".urdf"))  # the error may be in what it includes
        found = diagnose_with(reference, options) if takes_arguments else _diagnosed(path, options)
        if any(finding.severity is Severity.ERROR for finding in found):
            return found
    if isinstance(error, DefinitionError):
        return tuple(Finding(Severity.ERROR, one.message, path, one.line or 0) for one in (error, *error.others))
    return (Finding(Severity.ERROR, str(error), path),)


def _diagnosed(path: str, options: LoadOptions) -> tuple[Finding, ...]:
    return diagnose_with(path, replace(options, xacro_args={}, on_argument=None))


def _outside(error: BaseException | None) -> OutsideError | None:
    """The error that a file lies outside the folders that are read, if that is what another comes from."""
    while error is not None and not isinstance(error, OutsideError):
        error = error.__cause__
    return error
