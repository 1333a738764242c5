"""A folder such as somebody else's repository: modules that leave a trace when they are run, by the names of what we import."""

from __future__ import annotations

from pathlib import Path

from torseur.sim import child_process

NAMES = """
sim robots app ui main tests torseur/__init__ torseur/app/__init__ torseur/app/__main__ torseur/sim/__init__
app/__init__ sim/__init__ robots/__init__ ui/__init__ __future__ abc argparse ast asyncio/__init__ base64 bisect
codecs collections/__init__ contextlib copy csv ctypes/__init__ dataclasses datetime email/__init__ encodings/__init__
enum functools gc hashlib heapq importlib/__init__ inspect io itertools json json/__init__ locale logging
logging/__init__ math numbers operator os pathlib pickle pkgutil platform queue random re resource runpy select shutil
signal site sitecustomize socket stat string struct subprocess sys sysconfig tempfile textwrap threading time tokenize
tomllib/__init__ traceback types typing typing_extensions unicodedata urllib/__init__ usercustomize uuid warnings
weakref xml/__init__ zipfile zlib numpy numpy/__init__ scipy/__init__ numba/__init__ llvmlite/__init__ sympy/__init__
mpmath/__init__ msgspec lxml/__init__ xacro yaml/__init__ mujoco/__init__ trimesh/__init__ coal/__init__
rich/__init__ PySide6/__init__ pyqtgraph/__init__ OpenGL/__init__ av/__init__ mcap/__init__ platformdirs cmeel_pth
__editable___torseur_0_1_0_finder
""".split()
TRACE = """
import posix
file = posix.open({trace!r}, posix.O_WRONLY | posix.O_CREAT | posix.O_APPEND)
posix.write(file, {name!r}.encode() + bytes([10]))
"""
WATCH = """
import os, sys
out = os.open({heard!r}, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
def watch(event, arguments, folder={folder!r}):
    if event == "exec":
        told = getattr(arguments[0], "co_filename", "")
    elif event == "import":
        told = folder if folder in map(os.path.abspath, arguments[2] or ()) else arguments[1] or ""
    elif event in ("open", "os.listdir", "os.scandir") and isinstance(arguments[0], (str, bytes)):
        told = os.fsdecode(arguments[0])
    else:
        return
    told = "" if told.startswith("<") else os.path.abspath(told)
    if told.startswith(folder):
        os.write(out, (event + " " + told + chr(10)).encode())
sys.addaudithook(watch)
os.write(out, b"watching " + str(os.getpid()).encode() + b" in " + os.getcwd().encode() + bytes([10]))
"""


class PoisonedFolder:
    """What lies there, and what was heard of it."""

    def __init__(self, path: Path, elsewhere: Path) -> None:
        """Fill a folder; what is heard of it is written down in another."""
        self.path = path
        self._trace, self._heard = elsewhere / "trace", elsewhere / "heard"
        for name in NAMES:
            file = path / f"{name}.py"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(TRACE.format(trace=str(self._trace), name=name))
        facts = path / "robots-9.dist-info"
        facts.mkdir()
        (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: torseur\nVersion: 9\n")
        (facts / "entry_points.txt").write_text("[torseur.models]\nrobots = sim:load\n")

    @property
    def was_run(self) -> list[str]:
        """The modules of it that somebody ran."""
        return self._trace.read_text().split() if self._trace.exists() else []

    @property
    def watched(self) -> list[str]:
        """The processes that were watched, and each file of the folder that one of them opened, looked for, or ran."""
        return self._heard.read_text().splitlines() if self._heard.exists() else []

    def watched_start(self) -> str:
        """What a child process is to run: as `child_process.START`, watched from its first line on."""
        return WATCH.format(heard=str(self._heard), folder=str(self.path)) + child_process.START
