"""The meshes a URDF refers to: found, read once each, and left out with a finding when they cannot be had.

What is so much larger than all else that is known of a robot was drawn in another unit, and has a finding too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from weakref import WeakKeyDictionary, WeakValueDictionary

import numpy as np

from torseur.sim.arrays import frozen
from torseur.sim.multibody.model.model import Body, Collision, Finding, Joint, Visual
from torseur.sim.multibody.model.shapes import (
    Box,
    Capsule,
    Cylinder,
    Mapping,
    Mesh,
    Plane,
    Shape,
    Skin,
    Sphere,
    Texture,
    TriangleMesh,
)
from torseur.sim.texts import tr

from ..faults import Fault, finding_of
from ..meshes.mesh_reader import read_mesh
from ..meshes.pictures import MAX_BYTES, OPAQUE, Source, textures_of
from ..options import LoadOptions
from .document import Element, UrdfDocument, owner
from .packages import NotFound, Packages
from .quantities import RATIO

Scale = tuple[float, float, float]
MUCH_LARGER = 50.0
"""By how much a mesh is larger than joints, other shapes and inertias, from which on its unit is doubted: metres and
millimetres differ by a thousand, a robot and its longest link by ten."""
_WHITE = (1.0, 1.0, 1.0, 1.0)


@dataclass(slots=True)
class MeshFiles:
    """Where meshes are looked for, and what was read already."""

    packages: Packages
    options: LoadOptions
    _names: dict[str, bool] = field(default_factory=dict)  # all that the document names, and whether they were begun
    _data: dict[tuple[Path, Scale, bool], TriangleMesh | Fault] = field(default_factory=dict)  # fault: why it cannot be read
    _textures: dict[Path, Texture | str] = field(default_factory=dict)  # those of materials, or why they are not drawn
    _left_out: set[tuple[Element, str]] = field(default_factory=set)  # what was said of textures
    _notes: dict[str, dict[str, None]] = field(default_factory=dict)  # what was noted, of which files

    def shape(self, document: UrdfDocument, element: Element) -> Mesh | None:
        """Return the shape of a <mesh> element; None, with a finding, if its file cannot be found or read."""
        filename = document.text(element, "filename")
        x, y, z = _scale(document, element)
        if x * y * z == 0.0:
            part = element.getparent().getparent().tag
            message = tr(
                "{owner}its {part} is left out: <mesh> scale={scale!r}: a scale is not 0",
                owner=owner(element),
                part=part,
                scale=element.get("scale"),
            )
            raise document.error("scale-zero", element, message, element.get("scale"), "not 0")
        self._report_progress(document, filename)
        place = self._found(document, element, filename)
        if isinstance(place, NotFound):
            self._leave_out(document, element, place.rule, f"{filename!r} " + place.why, filename, place.wanted)
            return None
        data = self._read(place, (x, y, z)) if self.options.meshes else None
        if isinstance(data, Fault):
            fault, message = (
                data.finding,
                tr("{filename!r} cannot be used ({place}): {message}", filename=filename, place=place, message=data.message),
            )
            self._leave_out(document, element, fault.rule, message, fault.found or filename, fault.wanted)
            return None
        return Mesh(place, (x, y, z), data)

    def _found(self, document: UrdfDocument, element: Element, filename: str) -> Path | NotFound:
        """Return the file that an element names, or why there is none; a folder of another name is said at the first."""
        place = self.packages.find(filename)
        for package in list(self.packages.renamed):
            said = f"{owner(element)}{filename!r}: " + self.packages.renamed.pop(package)
            document.report("package-renamed", element, said, package, tr("a folder of package {package!r}", package=package))
        return place

    def textured(self, document: UrdfDocument, texture: Element, visual: Visual, over: bool = False) -> Visual:
        """Return the visual with the texture of its material; as it is, with a finding, where that cannot be drawn.

        As in RViz, the texture counts where the mesh itself has no materials, and then alone, without the visual's colour.
        over : it counts over those of the mesh, times the visual's colour, as in Gazebo
        """
        shape = visual.shape
        if not self.options.meshes or (isinstance(shape, Mesh) and shape.data is None):
            return visual
        filename = (texture.get("filename") or "").strip()
        self._found(document, texture, filename)
        borne = self._borne(filename, shape, over)
        if isinstance(borne, tuple):
            return replace(visual, shape=borne[0], skin=borne[1])
        if not isinstance(borne, str):
            color = visual.color if over else _WHITE
            changed = replace(visual, color=color)
            return replace(changed, shape=borne) if isinstance(borne, Mesh) else replace(changed, skin=borne)
        if (texture, borne) not in self._left_out:
            self._left_out.add((texture, borne))
            plain = texture.getparent().find("color") is None
            consequence = tr("it is drawn in the default colour") if plain else tr("its colour is used")
            message = tr(
                "{owner}texture {filename!r} is left out, for it {borne}; {consequence}",
                owner=owner(texture),
                filename=filename,
                borne=borne,
                consequence=consequence,
            )
            document.report("texture-unused", texture, message, filename)
        return visual

    def _borne(self, filename: str, shape: Shape, over: bool) -> Mesh | Skin | tuple[Mesh, Skin] | str:
        """Return a mesh, a skin, or both, with the texture in a file; or why not: the end of a sentence about the file."""
        if isinstance(shape, Plane):
            return tr("is not borne by planes, which are drawn as the floor is")
        place = self.packages.find(filename)
        if isinstance(place, NotFound):
            return place.why
        if not isinstance(shape, Mesh):
            texture = self._shared_texture(place)
            return texture if isinstance(texture, str) else Skin(Mapping.AROUND, (texture,), path=place)
        data = self._read(shape.path, shape.scale, coordinates=True)
        if isinstance(data, Fault) or data.coordinates is None:
            return tr("needs texture coordinates, which the mesh has not")
        if over:
            texture = self._shared_texture(place)
            if isinstance(texture, str):
                return texture
            plain = replace(data, colors=None, texture=None, textures=())
            return replace(shape, data=plain), Skin(Mapping.OWN, (texture,), path=place)
        if data.colors is not None or data.textures:
            return tr("is borne by meshes without materials of their own")
        texture = self._shared_texture(place)
        if isinstance(texture, str):
            return texture
        white = np.full((len(data.vertices), 4), 255, np.uint8)
        which = np.zeros(len(data.vertices), np.int16)
        data = replace(data, colors=frozen(white), texture=frozen(which), textures=(texture,))
        return replace(shape, data=data, texture=place)

    def _shared_texture(self, place: Path) -> Texture | str:
        if place not in self._textures:
            self._textures[place] = self._texture(place)
        return self._textures[place]

    def _texture(self, place: Path) -> Texture | str:
        try:
            if place.stat().st_size > MAX_BYTES:
                return tr("has more than {max_bytes} MB", max_bytes=MAX_BYTES // 10**6)
            source = Source(place.name, place.read_bytes(), OPAQUE)
        except OSError as error:
            return tr("cannot be read: {reason}", reason=error.strerror)
        (texture,), notes, _ = textures_of([source])
        if texture is None:
            return notes[0].partition(tr(" is not drawn: it "))[2] or notes[0]
        for note in notes:
            self._notes.setdefault(note, {})[place.name] = None
        return texture

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

    def _leave_out(self, document: UrdfDocument, element: Element, rule: str, why: str, found: str, wanted: str) -> None:
        part = element.getparent().getparent().tag
        document.report(
            rule,
            element,
            tr("{owner}its {part} is left out: mesh {why}", owner=owner(element), part=part, why=why),
            found,
            wanted,
        )

    def notes(self) -> list[Finding]:
        """Return what was noted on reading, each thing once with the files it holds for."""
        findings = self.packages.findings()
        for note, files in self._notes.items():
            names = list(files)
            named = ", ".join(names[:3]) + (tr(" and {count} more", count=len(names) - 3) if len(names) > 3 else "")
            findings.append(finding_of("mesh-note", "", named + ": " + note))
        return findings

    def _read(self, path: Path, scale: Scale, coordinates: bool = False) -> TriangleMesh | Fault:
        key = path, scale, coordinates
        if key not in self._data:
            self._data[key] = self._load(*key)
        return self._data[key]

    def _load(self, path: Path, scale: Scale, coordinates: bool) -> TriangleMesh | Fault:
        unscaled = (1.0, 1.0, 1.0)
        if scale != unscaled:
            data = self._read(path, unscaled, coordinates)
            return data if isinstance(data, Fault) else _shared_scaled(data, scale)
        try:
            data, notes = read_mesh(
                path,
                apply_up_axis=bool(self.options.apply_up_axis),
                folders=self.packages.readable.folders,
                coordinates=coordinates,
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
    message = tr("{owner}<mesh> scale={text!r} is one value; it is taken for x, y and z", owner=owner(element), text=text)
    document.report("value-count-read", element, message, text, "3 numbers")
    return scale, scale, scale


def _scaled(mesh: TriangleMesh, scale: tuple[float, float, float]) -> TriangleMesh:
    """Return the mesh with its coordinates multiplied by `scale`; a mirrored one keeps its outside outside."""
    factors = np.array(scale)
    normals = mesh.normals / factors
    mirrored = np.prod(factors) < 0.0
    x, y, z = normals.T
    lengths = np.sqrt(x * x + y * y + z * z)[:, None]  # as `np.linalg.norm` has them, in a fraction of the time
    return replace(
        mesh,
        vertices=frozen((mesh.vertices * factors).astype(np.float32)),
        normals=frozen((normals / lengths).astype(np.float32)),
        triangles=frozen(mesh.triangles[:, ::-1]) if mirrored else mesh.triangles,
        digest=mesh.digest and sha256(f"{mesh.digest} {scale}".encode()).hexdigest(),
    )


def report_mesh_units(
    document: UrdfDocument, bodies: Sequence[Body], joints: Sequence[Joint], links: dict[str, Element]
) -> None:
    """Record a finding for each link with a mesh that is `MUCH_LARGER` larger than the robot without its meshes."""
    known = max((_size_without_meshes(body) for body in bodies), default=0.0)
    known += sum(float(np.linalg.norm(joint.placement[:3, 3])) for joint in joints if joint.parent is not None)
    if known == 0.0:
        return
    for body in bodies:
        if body.name not in links:
            continue
        meshes = [part.shape for part in _parts(body) if isinstance(part.shape, Mesh)]
        large = [(extent, mesh) for mesh in meshes if (extent := _extent(mesh)) > MUCH_LARGER * known]
        if large:
            extent, mesh = max(large, key=lambda one: one[0])
            scale = " ".join(f"{0.001 * number:g}" for number in mesh.scale)
            message = tr(
                "link {body!r}: its mesh {path} is {extent:.3g} m large, on a robot whose joints, other shapes and "
                'inertias are of {known:.3g} m; if it is in millimetres, say scale="{scale}"',
                body=body.name,
                path=mesh.path.name,
                extent=extent,
                known=known,
                scale=scale,
            )
            document.report("mesh-units", links[body.name], message, f"{extent:.3g} m", f'scale="{scale}"')


def _parts(body: Body) -> list[Visual | Collision]:
    return [*body.visuals, *body.collisions]


def _extent(mesh: Mesh) -> float:
    """The longest side of the box around a mesh [m]."""
    vertices = mesh.data.vertices if mesh.data is not None else np.empty((0, 3))
    return float(np.ptp(vertices, axis=0).max()) if len(vertices) else 0.0


def _size_without_meshes(body: Body) -> float:
    """How large a link is by its other shapes, its centre of mass and its radius of gyration [m]."""
    size = float(np.linalg.norm(body.com))
    if body.mass > 0.0:
        size = max(size, 4.0 * float(np.sqrt(max(0.0, float(np.trace(body.inertia))) / body.mass)))
    for part in _parts(body):
        own = float(np.linalg.norm(part.placement[:3, 3]))
        match part.shape:
            case Box(size=lengths):
                own += max(lengths)
            case Sphere(radius=r):
                own += 2.0 * r
            case Cylinder(radius=r, length=length) | Capsule(radius=r, length=length):
                own += 2.0 * r + length
        size = max(size, own)
    return size
