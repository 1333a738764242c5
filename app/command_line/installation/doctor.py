"""The command that says what this installation is made of and what keeps it from its work: a sentence each, with the remedy."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from re import match

from torseur.sim.compilation import ENTRIES, missing, why
from torseur.sim.compiling.kernel_files import SHIPPED, cache_folder
from torseur.sim.compiling.keys import platform_key
from torseur.sim.compiling.known_numba import PLAIN, differing
from torseur.sim.errors import ArgumentError
from torseur.sim.mesh_cache import cache_folder as mesh_folder
from torseur.sim.texts import marked, tr

from ...failures.crash_log import about_this_system
from .display_check import display_fault, window_opengl
from .folder_check import folder_faults

MISSING = marked("(missing)")
EXTRAS = {
    "gallery": marked("fifty real robots by name"),
    "mjcf": marked("robots in MJCF"),
    "trajectory": marked("planning of trajectories"),
    "reference": marked("one solver that ours are compared with"),
}
"""What each extra is for; of the others nobody goes without anything."""
LEFT_OUT = ("test", "bench")  # extras that are for those who work on Torseur


def doctor(arguments: argparse.Namespace) -> int:
    """Print it; 0 if all is well, 1 where it is slow or draws no pictures, 2 where it opens no window or can keep nothing."""
    facts, troubles = [*_versions(), *_kernels()], list(_troubles())
    facts.append((tr("meshes"), _folder_text(mesh_folder())))
    drawing, trouble = _drawing()
    window, faults = _window()
    faults += folder_faults()
    facts.append((tr("display"), os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY") or tr("none")))
    facts += [("OpenGL", drawing), (tr("window"), window)]
    troubles += trouble
    sys.stdout.writelines(f"{name:<14}{text}\n" for name, text in facts)
    for kind, texts in ((tr("note"), missing_extras()), (tr("warning"), troubles), (tr("error"), faults)):
        sys.stdout.writelines(f"{kind}: {text}\n" for text in texts)
    return 2 if faults else 1 if troubles else 0


def _versions() -> Iterator[tuple[str, str]]:
    """Of the program, Python, the packages that it needs, and those that it can do without."""
    yield "torseur", f"{version('torseur')}, {Path(__file__).parents[3]}"
    yield "Python", f"{platform.python_version()}, {sys.prefix}"
    yield tr("system"), tr("{system}, {count} processors", system=about_this_system(), count=os.cpu_count())
    needed: list[str] = []
    others: list[str] = []
    for line in requires("torseur") or ():
        name = match(r"[\w.-]+", line)
        extra = match(r".*extra == ['\"]([^'\"]+)", line)
        if name and (extra is None or extra[1] not in LEFT_OUT):
            (others if extra else needed).append(f"{name[0]} {tr(_version_of(name[0]))}")
    yield tr("packages"), ", ".join(needed)
    yield tr("optional"), ", ".join(others)


def missing_extras() -> Iterator[str]:
    """What the program goes without as optional packages are missing, and what installs them."""
    for line in requires("torseur") or ():
        name, extra = match(r"[\w.-]+", line), match(r".*extra == ['\"]([^'\"]+)", line)
        if name and extra and extra[1] in EXTRAS and _version_of(name[0]) == MISSING:
            yield tr(
                "{package} is missing, and so {what}: pip install 'torseur[{extra}]' brings it",
                package=name[0],
                what=tr(EXTRAS[extra[1]]),
                extra=extra[1],
            )


def _version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return MISSING


def _kernels() -> Iterator[tuple[str, str]]:
    """How many need no compiling, and where they are kept."""
    absent = missing()
    rest = tr(", the others are compiled at the next start") if absent else ""
    if not absent and (rare := len(list(why()))):
        rest = tr(", {count} for rare contacts are compiled at the next start, or when they are first called", count=rare)
    ready = tr("{count} of {all} ready", count=len(ENTRIES) - len(absent), all=len(ENTRIES))
    yield tr("kernels"), f"{ready}{rest}"
    folder = cache_folder()
    yield tr("kept in"), _folder_text(folder) if folder else tr("nowhere")
    if folder is not None:
        yield tr("all versions"), _folder_text(folder.parent)
    yield tr("shipped"), _folder_text(SHIPPED / platform_key()) if SHIPPED.is_dir() else tr("none")
    yield "Numba", tr("compiles as it comes") if PLAIN else tr("is one that Torseur knows")


def _troubles() -> Iterator[str]:
    """What slows the program down, as far as its kernels go."""
    folder = cache_folder()
    if folder is None:
        yield tr("there is no folder for compiled kernels: they are compiled anew at each start")
    elif not os.access(folder, os.W_OK):
        yield tr("{folder} cannot be written: what is missing there is compiled anew at each start", folder=folder)
    if names := differing():
        yield tr(
            "this Numba differs from the one that Torseur knows in {names}: compiling takes three times as long",
            names=", ".join(names),
        )
    elif PLAIN:
        yield tr("TORSEUR_PLAIN_NUMBA is set: compiling takes three times as long")


def _folder_text(folder: Path) -> str:
    """How much is in it, and its path."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files) / 1e6
    if not folder.is_dir():
        return tr("not there, {folder}", folder=folder)
    return tr("{size:.1f} MB in {count} files, {folder}", size=size, count=len(files), folder=folder)


def _window() -> tuple[str, list[str]]:
    """What a window would be opened with, and what keeps it from opening."""
    if fault := display_fault(os.environ):
        return tr("none can be opened"), [fault]
    from .application import make_application  # with Qt widgets

    application = make_application()
    try:
        return f"{application.platformName()}, {window_opengl()}", []
    except ArgumentError as error:
        return tr("none can be opened"), [str(error)]


def _drawing() -> tuple[str, list[str]]:
    """What draws pictures without a window, and what keeps it from it."""
    from torseur.ui.viewport.gl.context import NoContextError
    from torseur.ui.viewport.gl.offscreen import Offscreen

    try:
        with Offscreen():
            from torseur.ui.viewport.gl.gl_calls import GL, driver_text

            words = [driver_text(name) for name in (GL.GL_VERSION, GL.GL_RENDERER)]
    except (NoContextError, ImportError, OSError) as error:
        return tr("none without a window"), [tr("pictures cannot be drawn without a window: {reason}", reason=error)]
    return ", ".join(words), []
