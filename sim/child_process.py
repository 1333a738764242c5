"""How another Python of ours is started: as isolated as Python can be, whatever lies in the current folder.

With `-m`, Python looks for modules in the current folder first, so that a `sim.py` there would be run instead of ours. Here the
child looks where Torseur and what it needs are installed, and nowhere else: not in the current folder, nor in PYTHONPATH and the
user's own site-packages, unless this process has them from there.
"""

from __future__ import annotations

import os
import re
import site
import sys
from functools import cache
from pathlib import Path

from .texts import ENGLISH, language

START = "import sys\nfrom {module} import main\nsys.exit(main())"  # what the child runs
_ENDS_WITH_ITS_PARENT = """import ctypes, os, signal
ctypes.CDLL(None).prctl(1, signal.SIGKILL)
if os.getppid() != {parent}:
    os._exit(1)
"""  # PR_SET_PDEATHSIG: whatever ends the thread that started it, even SIGKILL, ends it too (Linux)
_WITH_FOLDERS = "import site\nfor folder in {folders!r}:\n    site.addsitedir(folder)\nsite.main()\n"
_IN_LANGUAGE = "from torseur.sim.texts import use_language\nuse_language({language!r})\n"  # that is chosen here
_NAME = re.compile(r"[\w.-]+")  # at the beginning of a requirement


def child_command(module: str, *arguments: str, flags: tuple[str, ...] = ()) -> list[str]:
    """The command that runs `main` of a module of ours in another Python; what that returns is the exit code.

    Start it in a folder that nobody else fills: libraries look for settings in the current one. Start it in this process, and in
    a thread that outlives it: it ends with that thread.

    flags : of Python, beside those that isolate it
    """
    command, start, folders = [sys.executable, "-I", "-X", "utf8", *flags], START.format(module=module), _folders()
    if language() != ENGLISH:
        start = _IN_LANGUAGE.format(language=language()) + start
    if sys.platform == "linux":
        start = _ENDS_WITH_ITS_PARENT.format(parent=os.getpid()) + start
    if folders:  # after the standard library, and before site-packages, as here
        command, start = [*command, "-S"], _WITH_FOLDERS.format(folders=folders) + start
    return [*command, "-c", start, *arguments]


def _folders() -> list[str]:
    """Folders of PYTHONPATH, and the user's own site-packages, that Torseur or what it needs is installed in: mostly none."""
    asked = [folder for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep) if os.path.isabs(folder)]
    asked.append(site.getusersitepackages())
    followed = [os.path.abspath(folder) for folder in asked if os.path.abspath(folder) in sys.path]
    return [folder for folder in dict.fromkeys(followed) if _is_here(folder) or _holds_needed(folder)]


def _is_here(folder: str) -> bool:
    """Whether this very file was found by a folder on the path."""
    return Path(folder, *__name__.split(".")).with_suffix(".py") == Path(__file__)


def _holds_needed(folder: str) -> bool:
    return os.path.realpath(folder) in _homes() and os.path.realpath(folder) != os.getcwd()


@cache
def _homes() -> frozenset[str]:
    """The folders that Torseur, and all that it needs, directly or not, are installed in."""
    from importlib.metadata import PackageNotFoundError, distribution  # 13 ms: not at every start

    waiting, seen, homes = ["torseur"], set(), set()
    while waiting:
        name = waiting.pop().lower()
        if name in seen:
            continue
        seen.add(name)
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue  # an extra that is not installed
        homes.add(os.path.realpath(str(found.locate_file(""))))
        waiting += [match[0] for line in found.requires or () if (match := _NAME.match(line))]
    return frozenset(homes)
