"""All that is wrong or doubtful with a robot's file, in one pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from torseur.sim.multibody.model.model import Finding

from .faults import Fault
from .gallery import GalleryRobot, gallery_file
from .loading import located, refuse_arguments


def diagnose(
    name_or_path: str | Path,
    *,
    package_roots: Iterable[str | Path] = (),
    allowed_folders: Iterable[str | Path] = (),
    meshes: bool = True,
    xacro_args: Mapping[str, object] | None = None,
) -> tuple[Finding, ...]:
    """Return all findings about the robot of this name, or in this file, in the order of the file; none raises.

    They are those of the reader that `load` has: a file with an error among its findings is one that `load` refuses, and
    the findings of one without are `Model.findings`.

    package_roots   : folders in which a URDF's package:// and a xacro file's $(find) look, before those of the environment
    allowed_folders : other folders in which files may lie that the robot's file names
    meshes          : False reads no mesh file
    xacro_args      : values of a xacro file's <xacro:arg>

    Raises `UnknownNameError` for a name that does not exist.
    """
    try:
        path, robot = located(name_or_path)
        refuse_arguments(path, xacro_args)
        match path.suffix.lower():
            case ".toml":
                found = _table(path)
            case ".xacro":
                found = _xacro(path, xacro_args, package_roots, allowed_folders, meshes)
            case ".xml":
                found = _mjcf(path, package_roots, allowed_folders, meshes)
            case _:
                found = _urdf(path, robot, package_roots, allowed_folders, meshes)
    except Fault as fault:
        return (fault.finding,)
    main = str(path.absolute())
    return tuple(sorted(found, key=lambda finding: (finding.path != main, finding.line)))


def _table(path: Path) -> Iterable[Finding]:
    from .dh.dh_reader import examine_dh

    return examine_dh(path)[1]


def _xacro(
    path: Path,
    xacro_args: Mapping[str, object] | None,
    package_roots: Iterable[str | Path],
    allowed_folders: Iterable[str | Path],
    meshes: bool,
) -> Iterable[Finding]:
    from .xacro.xacro_reader import examine_xacro

    _, findings = examine_xacro(
        path, xacro_args, package_roots=package_roots, allowed_folders=allowed_folders, meshes=meshes
    )
    return findings


def _mjcf(
    path: Path, package_roots: Iterable[str | Path], allowed_folders: Iterable[str | Path], meshes: bool
) -> Iterable[Finding]:
    from .mjcf.mjcf_reader import read_mjcf

    return read_mjcf(path, package_roots=package_roots, allowed_folders=allowed_folders, meshes=meshes).findings


def _urdf(
    path: Path,
    robot: GalleryRobot,
    package_roots: Iterable[str | Path],
    allowed_folders: Iterable[str | Path],
    meshes: bool,
) -> list[Finding]:
    from .urdf.urdf_reader import examine_urdf

    _, findings = examine_urdf(
        path,
        free_flyer=robot.floating,
        package_roots=package_roots,
        allowed_folders=allowed_folders,
        meshes=meshes,
        apply_up_axis=robot.apply_up_axis,
        srdf=gallery_file(robot.srdf) if robot.srdf else None,
        home=robot.home,
        start=dict(robot.start),
    )
    return findings
