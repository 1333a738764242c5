"""Which reader there is for a file, by its ending. What a reader needs is imported when it is first used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from torseur.sim.multibody.model.model import Finding, Model

from .gallery import GalleryRobot, gallery_file
from .options import LoadOptions

if TYPE_CHECKING:
    from .file_kind import FileKind

_BY_CONTENT = (".urdf", ".xml", ".sdf", ".world")  # endings of files that may hold something else
# The model, or None, and all that there is to say of a file. What has no further parts to read raises `Fault`.
Examined = tuple[Model | None, list[Finding]]


@dataclass(frozen=True, slots=True)
class Reader:
    """One format: what it is called, and how a file of it is read to its end."""

    format: str
    examine: Callable[[Path, GalleryRobot, LoadOptions], Examined]


def reader_of(path: Path) -> Reader | None:
    """Return the reader for a file: by its ending, of XML by what it holds; None: there is none."""
    ending = path.suffix.lower()
    if ending not in _BY_CONTENT:
        return READERS.get(ending)
    from .file_kind import kind_of_file

    kind = kind_of_file(path)
    if kind is None or READERS[kind.ending] is READERS[ending]:
        return READERS[ending]
    reader = READERS[kind.ending]
    return Reader(reader.format, partial(_examine_as, kind, reader))


def _dh(path: Path, robot: GalleryRobot, options: LoadOptions) -> Examined:
    from .dh.dh_reader import examine_dh

    return examine_dh(path, free_flyer=bool(_as_in_gallery(robot, options).free_flyer))


def _urdf(path: Path, robot: GalleryRobot, options: LoadOptions) -> Examined:
    from .urdf.srdf import ReferencePoses
    from .urdf.urdf_reader import examine_urdf

    poses = ReferencePoses(gallery_file(robot.srdf) if robot.srdf else None, robot.home, dict(robot.start))
    return examine_urdf(path, _as_in_gallery(robot, options), poses)


def _xacro(path: Path, robot: GalleryRobot, options: LoadOptions) -> Examined:
    from .xacro.xacro_reader import examine_xacro

    return examine_xacro(path, _as_in_gallery(robot, options), options)


def _mjcf(path: Path, robot: GalleryRobot, options: LoadOptions) -> Examined:
    from .mjcf.mjcf_reader import read_mjcf

    model = read_mjcf(path, options)
    return model, list(model.findings)


def _sdf(path: Path, robot: GalleryRobot, options: LoadOptions) -> Examined:
    from .sdf.sdf_reader import examine_sdf

    return examine_sdf(path, options)


def _as_in_gallery(robot: GalleryRobot, options: LoadOptions) -> LoadOptions:
    """Return the options, with what they leave open as the gallery says."""
    return replace(
        options,
        free_flyer=robot.floating if options.free_flyer is None else options.free_flyer,
        apply_up_axis=robot.apply_up_axis if options.apply_up_axis is None else options.apply_up_axis,
    )


def _examine_as(kind: FileKind, reader: Reader, path: Path, robot: GalleryRobot, options: LoadOptions) -> Examined:
    model, findings = reader.examine(path, robot, options)
    findings = [kind.finding(path), *findings]
    return (None if model is None else replace(model, findings=tuple(findings))), findings


_SDF = Reader("SDF", _sdf)
READERS = {
    ".toml": Reader("Denavit-Hartenberg table", _dh),
    ".urdf": Reader("URDF", _urdf),
    ".xacro": Reader("xacro", _xacro),
    ".xml": Reader("MJCF", _mjcf),
    ".sdf": _SDF,
    ".world": _SDF,
}
