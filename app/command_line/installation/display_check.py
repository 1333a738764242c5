"""Whether a window can be opened, asked before Qt is: it ends the program where it cannot.

Each fault is one sentence with its remedy.
"""

from __future__ import annotations

import ctypes
import logging
import os
import re
import socket
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QLibraryInfo

from torseur.sim.errors import ArgumentError
from torseur.sim.texts import marked, tr

from .library_fault import missing_library, missing_text

log = logging.getLogger("torseur.opengl")

WITHOUT_WINDOW = ("offscreen", "minimal", "minimalegl")
NEEDS_NONE = marked("the commands simulate, render, scenes and robots need none")
XCB_LIBRARIES = (
    "libxcb.so.1",
    "libX11-xcb.so.1",
    "libxcb-cursor.so.0",
    "libxcb-icccm.so.4",
    "libxcb-image.so.0",
    "libxcb-keysyms.so.1",
    "libxcb-randr.so.0",
    "libxcb-render.so.0",
    "libxcb-render-util.so.0",
    "libxcb-shape.so.0",
    "libxcb-shm.so.0",
    "libxcb-sync.so.1",
    "libxcb-xfixes.so.0",
    "libxcb-xkb.so.1",
    "libxkbcommon.so.0",
    "libxkbcommon-x11.so.0",
)
WAYLAND_LIBRARIES = ("libwayland-client.so.0", "libwayland-cursor.so.0", "libwayland-egl.so.1", "libxkbcommon.so.0")
Load = Callable[[str], object]


def check_display() -> None:
    """Raise ArgumentError where no window can be shown."""
    if fault := display_fault(os.environ):
        raise ArgumentError(fault)


def display_fault(environment: Mapping[str, str], load: Load = ctypes.CDLL) -> str:
    """Why no window can be shown, and what to do; empty: it can, or only Qt knows. Looked for on Linux alone.

    load : opens a shared library, or raises OSError
    """
    if not sys.platform.startswith("linux"):
        return ""
    platform = re.split("[:;]", environment.get("QT_QPA_PLATFORM", ""))[0]
    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"
    if platform in WITHOUT_WINDOW:
        return tr(
            "QT_QPA_PLATFORM is {platform!r}, on which no window is seen: unset it ({rest})",
            platform=platform,
            rest=tr(NEEDS_NONE),
        )
    if platform and not _plugin(folder, platform.split("-")[0]).is_file():
        known = ", ".join(sorted(path.stem.removeprefix("libq") for path in folder.glob("libq*.so")))
        return tr(
            "QT_QPA_PLATFORM is {platform!r}, which this Qt does not have: unset it, or choose one of {known}",
            platform=platform,
            known=known,
        )
    if platform and not platform.startswith(("xcb", "wayland")):
        return ""
    screens = [
        ("WAYLAND_DISPLAY", "wayland", WAYLAND_LIBRARIES, wayland_answers, marked("Wayland compositor")),
        ("DISPLAY", "xcb", XCB_LIBRARIES, x_answers, marked("X server")),
    ]
    found = [screen for screen in screens if environment.get(screen[0]) and platform.split("-")[0] in ("", screen[1])]
    if not found:
        wanted = {"xcb": "DISPLAY", "wayland": "WAYLAND_DISPLAY"}.get(platform.split("-")[0])
        asked = (
            tr(", as QT_QPA_PLATFORM={platform} needs {wanted} to be set", platform=platform, wanted=wanted) if wanted else ""
        )
        return tr(
            "there is no display to open a window on{asked}: start it from a terminal of the desktop, over ssh with -X, or with "
            "`make run` or xvfb-run on a virtual one ({rest})",
            asked=asked,
            rest=tr(NEEDS_NONE),
        )
    faults = []
    for variable, name, libraries, answers, server in found:
        fault = missing_text(tr("Qt's platform {name}", name=name), _missing_of(_plugin(folder, name), libraries, load))
        if not fault and not answers(environment):
            fault = tr(
                "no {server} answers at {place}: set it to one that runs, as a terminal of the desktop has it, or start with "
                "xvfb-run ({rest})",
                server=tr(server),
                place=f"{variable}={environment[variable]}",
                rest=tr(NEEDS_NONE),
            )
        if not fault:
            return ""
        faults.append(fault)
    return "; ".join(faults)


def window_opengl() -> str:
    """What the window's application, which must be made, draws with. Raises ArgumentError where that is none, or too old."""
    from torseur.ui.viewport.gl.context import NoContextError
    from torseur.ui.viewport.gl.gl_calls import GL, driver_text
    from torseur.ui.viewport.gl_surface import GlSurface, make_surface

    try:
        surface = GlSurface(make_surface())
        surface.make_current()
    except NoContextError as error:
        log.info("%s\n%s", error, error.details)
        raise ArgumentError(
            tr(
                "{reason}: install the graphics card's driver, or Mesa to draw by the processor: "
                "sudo apt-get install libgl1-mesa-dri libegl1",
                reason=error,
            )
        ) from error
    version = driver_text(GL.GL_VERSION)
    surface.done_current()
    surface.delete()
    return tr("OpenGL {version} {way}", version=version, way=surface.way).rstrip()


def _plugin(folder: Path, platform: str) -> Path:
    return folder / f"libq{platform}.so"


def _missing_of(plugin: Path, libraries: tuple[str, ...], load: Load) -> list[str]:
    """Libraries that a plugin needs and does not find; the plugin itself is opened by Qt anyway."""
    if _opens(str(plugin), load):
        return []
    missing = [name for name in libraries if not _opens(name, load)]
    try:
        load(str(plugin))
    except OSError as error:
        named = missing_library(error)
        return missing if not named or named in missing else [*missing, named]
    return missing


def _opens(name: str, load: Load) -> bool:
    try:
        load(name)
    except OSError:
        return False
    return True


def x_answers(environment: Mapping[str, str]) -> bool:
    """Whether an X server lets us in, asked as Qt does. The connection stays: virtual servers end, or begin anew, without any."""
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = (ctypes.c_void_p,)
    return bool(xcb.xcb_connection_has_error(xcb.xcb_connect(environment["DISPLAY"].encode(), None)) == 0)


def wayland_answers(environment: Mapping[str, str]) -> bool:
    """Whether somebody listens where a Wayland compositor should."""
    place = Path(environment.get("XDG_RUNTIME_DIR", ""), environment["WAYLAND_DISPLAY"])  # which may be a whole path
    with socket.socket(socket.AF_UNIX) as asked:
        try:
            asked.connect(str(place))
        except OSError:
            return False
    return True
