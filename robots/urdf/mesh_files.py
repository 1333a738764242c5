"""The meshes a URDF refers to: found, read once each, and left out with a finding when they cannot be had."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from weakref import WeakKeyDictionary, WeakValueDictionary

import numpy as np

from torseur.sim.arrays import frozen
from torseur.sim.multibody.model.model import Finding
from torseur.sim.multibody.model.shapes import Mesh, TriangleMesh

from ..faults import Fault, finding_of
from ..meshes.mesh_reader import read_mesh
from ..options import LoadOptions
from .document import Element, UrdfDocument, owner
from .packages import NotFound, Packages
from .quantities import RATIO

Scale = tuple[float, float, float]


@dataclass(slots=True)
class MeshFiles:
    """Where meshes are looked for, and what was read already."""

    packages: Packages
    options: LoadOptions
    _names: dict[str, bool] = field(default_factory=dict)  # all that the document names, and whether they were begun
    _data: dict[tuple[Path, Scale], TriangleMesh | Fault] = field(default_factory=dict)  # fault: why it cannot be read
    _notes: dict[str, dict[str, None]] = field(default_factory=dict)  # what was noted, of which files

    def shape(self, document: UrdfDocument, element: Element) -> Mesh | None:
        """Return the shape of a <mesh> element; None, with a finding, if its file cannot be found or read."""
        filename = document.text(element, "filename")
        x, y, z = _scale(document, element)
        if x * y * z == 0.0:
            part = element.getparent().getparent().tag
            message = f"{owner(element)}its {part} is left out: <mesh> scale={element.get('scale')!r}: a scale is not 0"
            raise document.error("scale-zero", element, message, element.get("scale"), "not 0")
        self._report_progress(document, filename)
        place = self.packages.find(filename)
        if isinstance(place, NotFound):
            self._leave_out(document, element, place.rule, f"{filename!r} {place.why}", filename, place.wanted)
            return None
        data = self._read(place, (x, y, z)) if self.options.meshes else None
        if isinstance(data, Fault):
            fault, message = data.finding, f"{filename!r} cannot be used ({place}): {data.message}"
            self._leave_out(document, element, fault.rule, message, fault.found or filename, fault.wanted)
            return None
        return Mesh(place, (x, y, z), data)

    def _report_progress(self, document: UrdfDocument, filename: str) -> None:
        """Call `progress`, before a file that was not named yet."""
        progress = self.options.progress
        if progress is None or not self.options.meshes:
            return
        if not self._names:
            meshes = document.root.iterfind("link/*/geometry/mesh")
            self._names = {mesh.get("filename", "").strip(): False for mesh in meshes}
        if not self._names.get(filename):
            progress(sum(self._names.values()), len(self._names), filename)
            self._names[filename] = True

    def _leave_out(
        self, document: UrdfDocument, element: Element, rule: str, why: str, found: str, wanted: str
    ) -> None:
        part = element.getparent().getparent().tag
        document.report(rule, element, f"{owner(element)}its {part} is left out: mesh {why}", found, wanted)

    def notes(self) -> list[Finding]:
        """Return what was noted on reading, each thing once with the files it holds for."""
        findings = self.packages.findings()
        for note, files in self._notes.items():
            names = list(files)
            named = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
            findings.append(finding_of("mesh-note", "", f"{named}: {note}"))
        return findings

    def _read(self, path: Path, scale: Scale) -> TriangleMesh | Fault:
        if (path, scale) not in self._data:
            self._data[path, scale] = self._load(path, scale)
        return self._data[path, scale]

    def _load(self, path: Path, scale: Scale) -> TriangleMesh | Fault:
        unscaled = (1.0, 1.0, 1.0)
        if scale != unscaled:
            data = self._read(path, unscaled)
            return data if isinstance(data, Fault) else _shared_scaled(data, scale)
        try:
            data, notes = read_mesh(
                path, apply_up_axis=bool(self.options.apply_up_axis), folders=self.packages.readable.folders
            )
        except Fault as fault:
            return fault
        for note in notes:
            self._notes.setdefault(note, {})[path.name] = None
        return data


_SCALED: WeakKeyDictionary[TriangleMesh, WeakValueDictionary[Scale, TriangleMesh]] = WeakKeyDictionary()


def _shared_scaled(mesh: TriangleMesh, scale: Scale) -> TriangleMesh:
    """`_scaled`, in memory once for all robots that have it."""
    scaled = _SCALED.setdefault(mesh, WeakValueDictionary())
    if (found := scaled.get(scale)) is None:
        found = scaled[scale] = _scaled(mesh, scale)
    return found


def _scale(document: UrdfDocument, element: Element) -> Scale:
    """Return the scale along x, y and z; one number is taken for all three."""
    text = (element.get("scale") or "").strip()
    if len(text.split()) != 1:
        x, y, z = document.numbers(element, "scale", 3, (1.0, 1.0, 1.0), RATIO)
        return x, y, z
    scale = document.number(element, "scale", 1.0, RATIO)
    message = f"{owner(element)}<mesh> scale={text!r} is one value; it is taken for x, y and z"
    document.report("value-count-read", element, message, text, "3 numbers")
    return scale, scale, scale


def _scaled(mesh: TriangleMesh, scale: tuple[float, float, float]) -> TriangleMesh:
    """Return the mesh with its coordinates multiplied by `scale`; a mirrored one keeps its outside outside."""
    factors = np.array(scale)
    normals = mesh.normals / factors
    mirrored = np.prod(factors) < 0.0
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    return TriangleMesh(
        vertices=frozen((mesh.vertices * factors).astype(np.float32)),
        normals=frozen((normals / lengths).astype(np.float32)),
        colors=mesh.colors,
        triangles=frozen(mesh.triangles[:, ::-1]) if mirrored else mesh.triangles,
    )
