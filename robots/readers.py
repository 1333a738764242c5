"""Which reader there is for a file, by its ending. What a reader needs is imported when it is first used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from torseur.sim.multibody.model.model import Finding, Model

from .gallery import GalleryRobot, gallery_file
from .options import LoadOptions

# The model, or None, and all that there is to say of a file. What has no further parts to read raises `Fault`.
Examined = tuple[Model | None, list[Finding]]


@dataclass(frozen=True, slots=True)
class Reader:
    """One format: what it is called, and how a file of it is read to its end."""

    format: str
    examine: Callable[[Path, GalleryRobot, LoadOptions], Examined]


def reader_of(path: Path) -> Reader | None:
    """Return the reader for a file; None: there is none."""
    return READERS.get(path.suffix.lower())


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

    return examine_xacro(path, _as_in_gallery(robot, options))


def _mjcf(path: Path, robot: GalleryRobot, options: LoadOptions) -> Examined:
    from .mjcf.mjcf_reader import read_mjcf

    model = read_mjcf(path, options)
    return model, list(model.findings)


def _as_in_gallery(robot: GalleryRobot, options: LoadOptions) -> LoadOptions:
    """Return the options, with what they leave open as the gallery says."""
    return replace(
        options,
        free_flyer=robot.floating if options.free_flyer is None else options.free_flyer,
        apply_up_axis=robot.apply_up_axis if options.apply_up_axis is None else options.apply_up_axis,
    )


READERS = {
    ".toml": Reader("Denavit-Hartenberg table", _dh),
    ".urdf": Reader("URDF", _urdf),
    ".xacro": Reader("xacro", _xacro),
    ".xml": Reader("MJCF", _mjcf),
}
