"""From a mesh file to a `TriangleMesh`, through the cache."""

from __future__ import annotations

import hashlib
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from weakref import WeakValueDictionary

import numpy as np

from torseur.sim.errors import ModelError
from torseur.sim.mesh_cache import file_digest
from torseur.sim.multibody.model.shapes import Texture, TriangleMesh
from torseur.sim.texts import tr

from ..faults import fault
from .cache import Entry, read_mesh_entry, write_mesh_entry
from .named_files import NamedFiles
from .pictures import MAX_BYTES as MAX_PICTURE_BYTES
from .pictures import MAX_ENCODED, MAX_PICTURES, MeshPicture, Source, kept_texture, textures_of
from .triangles import Triangles, plain

VERSION = "6"  # of what readers make of a file: raise it when they make something else
MAX_BYTES = 200_000_000
FORMATS = (".stl", ".dae", ".obj", ".gltf", ".glb", ".ply")
_DEFAULT_COLOR = (184, 191, 204, 255)  # of parts without a colour, in meshes that give one to others
_IN_MEMORY: WeakValueDictionary[str, TriangleMesh] = WeakValueDictionary()
"""Meshes that are in use, by what they were read from: equal files are in memory once, whoever reads them."""
_NAMING = (".dae", ".obj", ".gltf", ".glb")  # formats that name other files
_LFS = b"version https://git-lfs"


def read_mesh(
    path: str | Path, *, apply_up_axis: bool = False, folders: Iterable[str | Path] | None = None, coordinates: bool = False
) -> tuple[TriangleMesh, tuple[str, ...]]:
    """Read the mesh in a file, in metres, and what there is to say about it.

    Reads STL, COLLADA (.dae), Wavefront (.obj), glTF (.gltf, .glb) and PLY. Raises `ModelError` if the file cannot be used.
    apply_up_axis : turn a COLLADA or glTF file so that the axis it calls up is z; RViz does not
    folders       : where files that it names may lie (materials, pictures, data); None: in its own folder
    coordinates   : keep the texture coordinates of what bears no texture
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        formats = ", ".join(FORMATS)
        message = tr("meshes of type {suffix!r} are not read; {formats} are", suffix=path.suffix, formats=formats)
        raise fault("mesh-type", path, message, found=path.suffix, wanted=formats)
    _check_file(path)
    within = [path.parent] if folders is None else list(map(Path, folders))
    named = NamedFiles(path, within)
    wanted = Wanted(suffix, apply_up_axis, coordinates)
    key = _key(path, wanted)
    mesh = _kept(key, named)
    if mesh is None:
        named = NamedFiles(path, within)
        entry, textures, lasts = _read_uncached(path, wanted, named)
        mesh = replace(entry.mesh, textures=textures, files=named.paths), entry.notes
        if not lasts or key != _key(path, wanted):  # the file changed in between
            return mesh
        write_mesh_entry(key, entry)
    data, notes = mesh
    digest = hashlib.sha256(f"{key} {sorted(named.asked.items())}".encode()).hexdigest()
    return _IN_MEMORY.setdefault(digest, replace(data, digest=digest)), notes


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a mesh file is read."""

    suffix: str
    apply_up_axis: bool
    coordinates: bool


def _kept(key: str, named: NamedFiles) -> tuple[TriangleMesh, tuple[str, ...]] | None:
    """Return the mesh that was read before; None if there is none, or what it names or its textures are not as they were."""
    entry = read_mesh_entry(key)
    if entry is None or not named.are_as(entry.named):
        return None
    textures = tuple(map(kept_texture, entry.textures))
    whole = tuple(texture for texture in textures if texture is not None)
    if len(whole) < len(textures):
        return None
    return replace(entry.mesh, textures=whole, files=named.paths), entry.notes


def _check_file(path: Path) -> None:
    """Raise if the file is not there, is too large, is empty, or stands for one that was not fetched."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            message = tr(
                "the file has {size:.0f} MB; meshes of at most {max_bytes:.0f} MB are read",
                size=size / 1000000.0,
                max_bytes=MAX_BYTES / 1000000.0,
            )
            raise fault(
                "mesh-too-large",
                path,
                message,
                found=tr("{size} bytes", size=size),
                wanted=tr("at most {max_bytes} bytes", max_bytes=MAX_BYTES),
            )
        with path.open("rb") as file:
            content = file.read(1024)
    except OSError as error:
        raise fault(
            "mesh-missing", path, tr("the file cannot be read: {reason}", reason=error.strerror), wanted=tr("a file")
        ) from None
    if not content:
        raise fault("mesh-empty", path, tr("the file is empty"), found="0 bytes", wanted="triangles")
    if content.startswith(_LFS):
        true_size = re.search(rb"^size (\d+)", content, re.MULTILINE)
        size_text = f" of {int(true_size[1]) / 1e6:.1f} MB" if true_size else ""
        message = tr(
            "the file is a git-LFS pointer, the mesh itself{size_text} was not fetched; run `git lfs pull`", size_text=size_text
        )
        raise fault("mesh-lfs-pointer", path, message, found=_LFS.decode(), wanted=tr("a mesh"))


def _key(path: Path, wanted: Wanted) -> str:
    """Hash of all that the mesh depends on, but the files that it names."""
    place = str(path.parent.absolute()) if wanted.suffix in _NAMING else ""
    text = f"{file_digest(path)} {VERSION} {wanted} {place}"
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def _read_uncached(path: Path, wanted: Wanted, named: NamedFiles) -> tuple[Entry, tuple[Texture, ...], bool]:
    """Return what is kept of a file, its textures, and whether it would be the same the next time."""
    from .creases import smooth

    suffix = wanted.suffix
    try:
        with _quiet_libraries():
            triangles = _parsed(path, wanted, named)
    except ModelError as error:
        raise fault("mesh-damaged", path, error.message, wanted=tr("a valid {suffix} file", suffix=suffix)) from None
    except Exception as error:  # the libraries' parsers raise anything on a damaged file
        rule = "mesh-index" if isinstance(error, IndexError) else "mesh-damaged"
        message = tr("it is no valid {suffix} file: {error}", suffix=suffix, error=error)
        raise fault(rule, path, message, wanted=tr("a valid {suffix} file", suffix=suffix)) from error
    _check(triangles, path)
    triangles, sources, textures, lasts = _textured(triangles, wanted, named)
    notes, last = triangles.notes, [triangles]
    del triangles
    mesh = smooth(last.pop(), _DEFAULT_COLOR)  # which lets go of what it has made use of
    if not len(mesh.triangles):
        raise fault("mesh-empty", path, tr("none of its triangles has an area"), wanted="triangles")
    return Entry(mesh, notes, tuple(source.key for source in sources), named.asked), textures, lasts


def _textured(
    triangles: Triangles, wanted: Wanted, named: NamedFiles
) -> tuple[Triangles, list[Source], tuple[Texture, ...], bool]:
    """Return the triangles with those pictures alone that can be drawn, these, what is drawn, and whether that lasts."""
    notes = list(triangles.notes)
    sources = _sources(triangles.pictures, named, notes)
    found = [source for source in sources if source is not None]
    textures, said, lasts = textures_of(found)
    drawn = [source for source, texture in zip(found, textures, strict=True) if texture is not None]
    places = np.array([*(drawn.index(source) if source in drawn else -1 for source in sources), -1], np.int16)
    picture = None if triangles.picture is None else places[triangles.picture]
    colors, coordinates = triangles.colors, triangles.coordinates
    if not drawn and not wanted.coordinates:
        picture = coordinates = None
    if drawn and colors is None:
        colors = plain((0, 0, 0, 0), len(triangles.triangles))
    pictures = tuple(p for p, source in zip(triangles.pictures, sources, strict=True) if source in drawn)
    parts = (triangles.vertices, triangles.triangles, colors, (*notes, *said), coordinates, picture, pictures)
    return Triangles(*parts), drawn, tuple(texture for texture in textures if texture is not None), lasts


def _sources(pictures: Sequence[MeshPicture], named: NamedFiles, notes: list[str]) -> list[Source | None]:
    """Return the files of pictures, None for those that cannot be had, or are more than one mesh may bear."""
    sources: list[Source | None] = []
    total = 0
    for picture in pictures[:MAX_PICTURES]:
        source = _source(picture, named, notes)
        total += len(source.content) if source else 0
        if total > MAX_ENCODED:
            break
        sources.append(source)
    left = len(pictures) - len(sources)
    if left:
        notes.append(
            tr(
                "{left} of its {count} pictures are not drawn: those of one mesh are at most {max_pictures}, of "
                "{max_encoded} MB of files",
                left=left,
                count=len(pictures),
                max_pictures=MAX_PICTURES,
                max_encoded=MAX_ENCODED // 10**6,
            )
        )
    return [*sources, *[None] * left]


def _source(picture: MeshPicture, named: NamedFiles, notes: list[str]) -> Source | None:
    """Return a picture's file; None, with a note, if it cannot be had."""
    if picture.content is not None:
        return Source(picture.name, picture.content, picture.opacity, picture.wrap)
    file = named.read(picture.name, MAX_PICTURE_BYTES)
    if file.why:
        notes.append(tr("picture {picture!r} {why}; what bears it has its plain colour", picture=picture.name, why=file.why))
        return None
    if file.found_as:
        notes.append(
            tr(
                "picture {picture!r} is not there; {found_as!r}, in the folder of the mesh, is drawn",
                picture=picture.name,
                found_as=file.found_as,
            )
        )
    return Source(picture.name, file.content, picture.opacity, picture.wrap)


def _check(triangles: Triangles, path: Path) -> None:
    """Raise if the triangles cannot be drawn."""
    if not len(triangles.triangles):
        raise fault("mesh-empty", path, tr("it holds no triangles"), wanted="triangles")
    first, last, count = int(triangles.triangles.min()), int(triangles.triangles.max()), len(triangles.vertices)
    if first < 0 or last >= count:
        message = tr("a triangle names vertex {last}; there are {count}", last=last if last >= count else first, count=count)
        raise fault("mesh-index", path, message, found=f"{first} to {last}", wanted=f"0 to {count - 1}")
    if not np.all(np.abs(triangles.vertices) < 1e30):
        message = tr("it has vertices that are not finite numbers")
        raise fault("mesh-not-finite", path, message, wanted=tr("finite numbers"))


@contextmanager
def _quiet_libraries() -> Iterator[None]:
    """Keep to themselves what the parsers warn of: what matters is said by an error or a note."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _parsed(path: Path, wanted: Wanted, named: NamedFiles) -> Triangles:
    content = path.read_bytes()
    match wanted.suffix:
        case ".stl":
            from .stl import read_stl

            return read_stl(content)
        case ".dae":
            from .collada import read_collada

            return read_collada(content, wanted.apply_up_axis, wanted.coordinates)
        case ".glb" | ".gltf":
            from .gltf import read_gltf

            return read_gltf(content, named, wanted.apply_up_axis, wanted.coordinates)
        case ".ply":
            from .ply import read_ply

            return read_ply(content)
    from .wavefront import material_files, read_obj

    return read_obj(content, material_files(content, named), wanted.coordinates)
