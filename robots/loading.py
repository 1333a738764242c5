"""From a name or a path to a `Model`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from torseur.sim.multibody.model.model import Model
from torseur.sim.texts import tr

from .catalog import describe, names
from .descriptions import described, is_description
from .faults import fault, refusal
from .gallery import GALLERY, GalleryRobot
from .options import LoadOptions
from .progress import Progress
from .readers import READERS, Reader, reader_of

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
    """Load the robot of this name (see `names`), or in this file. Names of the package robot_descriptions are known too.

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
    return load_with(
        name_or_path,
        LoadOptions(
            free_flyer, tuple(package_roots), tuple(allowed_folders), meshes, apply_up_axis, xacro_args or {}, progress, on_file
        ),
    )


def load_with(name_or_path: str | Path, options: LoadOptions) -> Model:
    """Do as `load` with all its options in one."""
    path, reader, robot, options = located(name_or_path, options)
    model, findings = reader.examine(path, robot, options)
    if model is None:
        raise refusal(findings, path.absolute())
    return model


def located(name_or_path: str | Path, options: LoadOptions) -> tuple[Path, Reader, GalleryRobot, LoadOptions]:
    """Return the file that a name or a path means, the reader for it, what the gallery knows of it, and its options.

    Raises `UnknownNameError` for a name that does not exist and `ModelError` for a file that there is no reader for, or that
    takes no arguments where there are some.
    """
    if isinstance(name_or_path, Path) or is_path(name_or_path):
        path, robot = Path(name_or_path).expanduser(), _PLAIN
    elif name_or_path not in names() and is_description(name_or_path):
        robot = _PLAIN
        path, options = described(name_or_path, options)
    else:
        path, robot = describe(name_or_path).path, GALLERY.get(name_or_path, _PLAIN)
    reader = _reader_for(path)
    if options.xacro_args and reader.format != "xacro":
        given = ", ".join(map(repr, options.xacro_args))
        message = tr(
            "only xacro files have arguments; {given} cannot be given to a file of type {suffix!r}",
            given=given,
            suffix=path.suffix,
        )
        raise fault("xacro-argument", path, message, found=given, wanted=".xacro")
    return path, reader, robot, options


def is_path(text: str) -> bool:
    """Whether a text means a file: it has a folder or a suffix, or there is such a file and no such name."""
    path = Path(text)
    return len(path.parts) > 1 or bool(path.suffix) or (text not in names() and path.exists())


def _reader_for(path: Path) -> Reader:
    known = ", ".join(f"{suffix} ({reader.format})" for suffix, reader in READERS.items())
    if not path.exists():
        raise fault("no-such-file", path, tr("there is no such file"), wanted=tr("a file"))
    if path.is_dir():
        raise fault(
            "no-such-file",
            path,
            tr("this is a folder; a file is wanted: {known}", known=known),
            found=tr("a folder"),
            wanted=known,
        )
    reader = reader_of(path)
    if reader is None:
        message = tr("files of type {suffix!r} are not read; these are: {known}", suffix=path.suffix, known=known)
        raise fault("file-type", path, message, found=path.suffix, wanted=known)
    return reader
