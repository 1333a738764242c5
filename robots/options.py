"""What robots' files are read with, beside their paths."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .progress import Progress


@dataclass(frozen=True, slots=True)
class XacroArgument:
    """What a xacro file can be given: an <xacro:arg>, or an $(arg ...) without one."""

    name: str
    default: str | None  # as it is written; None: it has none
    value: str | None  # which the default has; None where one was given, or it was not evaluated


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """How a robot is read; each as `robots.load` says."""

    free_flyer: bool | None = None
    package_roots: tuple[str | Path, ...] = ()
    allowed_folders: tuple[str | Path, ...] = ()
    meshes: bool = True
    apply_up_axis: bool | None = None
    xacro_args: Mapping[str, object] = field(default_factory=dict)
    progress: Progress | None = None
    on_file: Callable[[str], object] | None = None
    on_argument: Callable[[XacroArgument], object] | None = None  # called with each argument of a xacro file

    @property
    def roots(self) -> tuple[Path, ...]:
        """The package roots, whatever folder the program is in later."""
        return absolute(self.package_roots)

    @property
    def allowed(self) -> tuple[Path, ...]:
        """The allowed folders, likewise."""
        return absolute(self.allowed_folders)

    def report_files(self, paths: Iterable[str]) -> None:
        """Call `on_file` with each of these files, which are read."""
        if self.on_file is not None:
            for path in paths:
                self.on_file(path)


def texts_of(options: LoadOptions) -> dict[str, str]:
    """Return the values of a xacro file's arguments as xacro takes them."""
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in options.xacro_args.items()}


def absolute(folders: Iterable[str | Path]) -> tuple[Path, ...]:
    """Return the folders as absolute paths."""
    return tuple(Path(folder).absolute() for folder in folders)
