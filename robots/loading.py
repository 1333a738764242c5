"""From a name or a path to a `Model`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sim.multibody.model import Model

from .catalog import describe, names
from .faults import fault
from .gallery import GALLERY, GalleryRobot, gallery_file
from .progress import Progress

SUFFIXES = {".toml": "Denavit-Hartenberg table", ".urdf": "URDF"}
_PLAIN = GalleryRobot(urdf="", floating=False, title="")  # what is known of a robot that is not in the gallery


def load(
    name_or_path: str | Path,
    *,
    free_flyer: bool | None = None,
    package_roots: Iterable[str | Path] = (),
    allowed_folders: Iterable[str | Path] = (),
    meshes: bool = True,
    apply_up_axis: bool | None = None,
    progress: Progress | None = None,
) -> Model:
    """Load the robot of this name (see `names`), or in this file.

    free_flyer      : whether the base floats; None: as the gallery says (legs and propellers do), else no
    package_roots   : folders in which a URDF's package:// is looked for, before those of the environment
    allowed_folders : other folders in which meshes may lie; without them, only those of the file and of packages are read
    meshes          : False leaves `Mesh.data` None and reads no mesh file
    apply_up_axis   : turn COLLADA meshes so that the axis they call up is z; None: as the gallery says, else no, as RViz
    progress        : called before each mesh of a URDF with how many are done, how many there are, and its name as the
                      file has it; raising `LoadCancelled` in it stops the loading, as any error does

    Raises `UnknownNameError` for a name that does not exist and `ModelError` for a file that cannot be used.
    """
    path, robot = located(name_or_path)
    floating = robot.floating if free_flyer is None else free_flyer
    if path.suffix.lower() == ".toml":
        from .dh.reader import read_dh

        return read_dh(path, free_flyer=floating)
    from .urdf.reader import read_urdf

    return read_urdf(
        path,
        free_flyer=floating,
        package_roots=package_roots,
        allowed_folders=allowed_folders,
        meshes=meshes,
        apply_up_axis=robot.apply_up_axis if apply_up_axis is None else apply_up_axis,
        srdf=gallery_file(robot.srdf) if robot.srdf else None,
        home=robot.home,
        start=dict(robot.start),
        progress=progress,
    )


def located(name_or_path: str | Path) -> tuple[Path, GalleryRobot]:
    """Return the file that a name or a path means, and what the gallery knows of it.

    Raises `UnknownNameError` for a name that does not exist and `ModelError` for a file that there is no reader for.
    """
    if isinstance(name_or_path, Path) or _looks_like_path(name_or_path):
        return _checked(Path(name_or_path).expanduser()), _PLAIN
    return describe(name_or_path).path, GALLERY.get(name_or_path, _PLAIN)


def _looks_like_path(text: str) -> bool:
    """Whether a text means a file: it has a folder or a suffix, or there is such a file and no such name."""
    path = Path(text)
    return len(path.parts) > 1 or bool(path.suffix) or (text not in names() and path.exists())


def _checked(path: Path) -> Path:
    """Return the path of a file that there is a reader for."""
    known = ", ".join(f"{suffix} ({what})" for suffix, what in SUFFIXES.items())
    if not path.exists():
        raise fault("no-such-file", path, "there is no such file", wanted="a file")
    if path.is_dir():
        raise fault(
            "no-such-file", path, f"this is a folder; a file is wanted: {known}", found="a folder", wanted=known
        )
    if path.suffix.lower() not in SUFFIXES:
        message = f"files of type {path.suffix!r} are not read; these are: {known}"
        raise fault("file-type", path, message, found=path.suffix, wanted=known)
    return path
