"""A virtual screen for the tests of one process.

Pointer, focus and clipboard belong to a screen: two processes that drive windows on one would take them from each other.
"""

from __future__ import annotations

import os
import shutil
import sys

SIZE = "1600x1000x24"


def wants_windows() -> bool:
    """Whether Qt is asked for a platform that has windows and OpenGL."""
    return not os.environ.get("QT_QPA_PLATFORM", "").startswith(("offscreen", "minimal"))


def has_screen() -> bool:
    """Whether there is one, of whatever kind."""
    return not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def can_start() -> bool:
    """Whether a virtual one can be started."""
    return sys.platform.startswith("linux") and shutil.which("Xvfb") is not None


def start() -> None:
    """Start one; windows of this process and of those that it starts open there. It ends with the last program that uses it."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", SIZE, "-nolisten", "tcp", "-terminate"]
    os.set_inheritable(write, True)
    quiet = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
    os.posix_spawnp("Xvfb", command, os.environ, file_actions=quiet)
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()  # written when the screen is there; nothing if the server ended
    if not number:
        raise RuntimeError("Xvfb did not start")
    os.environ.update(DISPLAY=f":{number}", QT_QPA_PLATFORM="xcb")
    os.environ.pop("WAYLAND_DISPLAY", None)
