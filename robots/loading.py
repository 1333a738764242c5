"""From a name or a path to a `Model`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from torseur.sim.multibody.model.model import Model

from .catalog import describe, names
from .faults import fault
from .gallery import GALLERY, GalleryRobot, gallery_file
from .progress import Progress

SUFFIXES = {".toml": "Denavit-Hartenberg table", ".urdf": "URDF", ".xacro": "xacro", ".xml": "MJCF"}
_PLAIN = GalleryRobot(urdf="", floating=False, title="")  # what is known of a robot that is not in the gallery


def load(
    name_or_path: str | Path,
    *,
    free_flyer: bool | None = None,
    package_roots: Iterable[str | Path] = (),
    allowed_folders: Iterable[str | Path] = (),
    meshes: bool = True,
    apply_up_axis: bool | None = None,
    xacro_args: Mapping[str, object] | None = None,
    progress: Progress | None = None,
    on_file: Callable[[str], object] | None = None,
) -> Model:
    """Load the robot of this name (see `names`), or in this file.

    free_flyer      : whether the base floats; None: as the gallery says (legs and propellers do) or an MJCF file, else no
    package_roots   : folders in which a URDF's package:// and a xacro file's $(find) look, before those of the environment
    allowed_folders : other folders in which files may lie that the robot's file names; without them, only those of the
                      file and of packages are read
    meshes          : False leaves `Mesh.data` None and reads no mesh file
    apply_up_axis   : turn COLLADA meshes so that the axis they call up is z; None: as the gallery says, else no, as RViz
    xacro_args      : values of a xacro file's <xacro:arg>
    progress        : called before each mesh with how many are done, how many there are, and its name as the file has
                      it; raising `LoadCancelled` in it stops the loading, as any error does
    on_file         : called with the path of each file that is read beside the robot's own and its meshes: what it
                      includes, and its poses

    Raises `UnknownNameError` for a name that does not exist and `ModelError` for a file that cannot be used.
    """
    path, robot = located(name_or_path)
    kind = path.suffix.lower()
    refuse_arguments(path, xacro_args)
    if kind == ".xml":
        from .mjcf.mjcf_reader import read_mjcf

        return read_mjcf(
            path,
            free_flyer=free_flyer,
            package_roots=package_roots,
            allowed_folders=allowed_folders,
            meshes=meshes,
            progress=progress,
            on_file=on_file,
        )
    floating = robot.floating if free_flyer is None else free_flyer
    if kind == ".toml":
        from .dh.dh_reader import read_dh

        return read_dh(path, free_flyer=floating)
    if kind == ".xacro":
        from .xacro.xacro_reader import read_xacro

        return read_xacro(
            path,
            xacro_args,
            free_flyer=floating,
            package_roots=package_roots,
            allowed_folders=allowed_folders,
            meshes=meshes,
            apply_up_axis=bool(apply_up_axis),
            progress=progress,
            on_file=on_file,
        )
    from .urdf.urdf_reader import read_urdf

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
        on_file=on_file,
    )


def refuse_arguments(path: Path, xacro_args: Mapping[str, object] | None) -> None:
    """Raise if there are arguments, and no xacro file to take them."""
    if xacro_args and path.suffix.lower() != ".xacro":
        names = ", ".join(map(repr, xacro_args))
        message = f"only xacro files have arguments; {names} cannot be given to a file of type {path.suffix!r}"
        raise fault("xacro-argument", path, message, found=names, wanted=".xacro")


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
