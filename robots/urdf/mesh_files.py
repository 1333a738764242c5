"""The meshes a URDF refers to: found, read once each, and left out with a finding when they cannot be had."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from sim.errors import ModelError
from sim.multibody.model import Finding, Severity
from sim.multibody.shapes import Mesh, TriangleMesh

from ..meshes.reader import read_mesh
from ..meshes.scaling import scaled
from .document import Document, Element, owner
from .packages import Packages

Scale = tuple[float, float, float]


@dataclass(slots=True)
class MeshFiles:
    """Where meshes are looked for, and what was read already."""

    packages: Packages
    read: bool  # False: find the files, but read none
    apply_up_axis: bool  # of COLLADA files
    _data: dict[tuple[Path, Scale], TriangleMesh | str] = field(default_factory=dict)  # text: why it cannot be read
    _notes: dict[str, dict[str, None]] = field(default_factory=dict)  # what was noted, of which files

    def shape(self, document: Document, element: Element) -> Mesh | None:
        """Return the shape of a <mesh> element; None, with a finding, if its file cannot be found or read."""
        filename = document.text(element, "filename")
        x, y, z = document.numbers(element, "scale", 3, (1.0, 1.0, 1.0))
        if x * y * z == 0.0:
            raise document.error(
                element, f"{owner(element)}<mesh> scale={element.get('scale')!r}: a scale must not be 0"
            )
        path, problem = self.packages.find(filename)
        data = self._read(path, (x, y, z)) if path is not None and self.read else None
        if isinstance(data, str):
            problem, data = data, None
        if path is None or problem:
            part = element.getparent().getparent().tag
            message = f"{owner(element)}its {part} is left out: mesh {filename!r} {problem}"
            document.say(Severity.WARNING, element, message)
            return None
        return Mesh(path, (x, y, z), data)

    def notes(self) -> list[Finding]:
        """Return what was noted on reading, each thing once with the files it holds for."""
        findings = []
        for note, files in self._notes.items():
            names = list(files)
            listed = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
            findings.append(Finding(Severity.NOTE, f"{listed}: {note}"))
        return findings

    def _read(self, path: Path, scale: Scale) -> TriangleMesh | str:
        if (path, scale) not in self._data:
            self._data[path, scale] = self._fresh(path, scale)
        return self._data[path, scale]

    def _fresh(self, path: Path, scale: Scale) -> TriangleMesh | str:
        unscaled = (1.0, 1.0, 1.0)
        if scale != unscaled:
            data = self._read(path, unscaled)
            return data if isinstance(data, str) else scaled(data, scale)
        try:
            data, notes = read_mesh(path, apply_up_axis=self.apply_up_axis)
        except ModelError as error:
            return f"cannot be used ({path}): {error.message}"
        for note in notes:
            self._notes.setdefault(note, {})[path.name] = None
        return data
