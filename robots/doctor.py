"""All that is wrong or doubtful with a robot's file, in one pass."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from torseur.sim.multibody.model.model import Finding

from .faults import Fault
from .loading import located
from .options import LoadOptions


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
    return diagnose_with(
        name_or_path,
        LoadOptions(
            package_roots=tuple(package_roots),
            allowed_folders=tuple(allowed_folders),
            meshes=meshes,
            xacro_args=xacro_args or {},
        ),
    )


def diagnose_with(name_or_path: str | Path, options: LoadOptions) -> tuple[Finding, ...]:
    """Do as `diagnose` with all its options in one."""
    try:
        path, reader, robot, options = located(name_or_path, options)
        _, found = reader.examine(path, robot, options)
    except Fault as fault:
        return (fault.finding,)
    main = str(path.absolute())
    return tuple(sorted(found, key=lambda finding: (finding.path != main, finding.line)))
