"""What an expansion of a xacro file has from outside: files, packages, arguments; and what is said meanwhile."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any, TextIO
from xml.parsers.expat import ExpatError

import xacro
from xacro import substitution_args

from torseur.sim.definition.folders import allowance, is_within, real
from torseur.sim.texts import tr

from ..options import LoadOptions
from ..urdf.packages import Packages
from ..urdf.well_formed import well_formed
from .calls import Calls
from .expressions import RefusedExpression
from .origins import NotAllowed, Origin, origin_of, parsed
from .prefixes import with_prefixes

MAX_BYTES = 32_000_000  # of one file
_REFUSED = (
    "socket.",
    "subprocess.",
    "os.system",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.remove",
    "os.rename",
    "os.mkdir",
    "os.rmdir",
    "os.link",
    "os.symlink",
    "os.truncate",
    "os.chmod",
    "os.kill",
    "shutil.",
    "ctypes.",
)
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_argument_of = substitution_args._eval_arg


class Sources:
    """The files that are read, and what is said meanwhile."""

    def __init__(self, path: Path, options: LoadOptions) -> None:
        self.path = path
        self.packages = Packages(path, options)
        self.libraries = [real(folder) for folder in (sys.prefix, sys.base_prefix, Path(__file__).parent.parent.parent)]
        self.searching = False  # for a package, which reads files called package.xml
        self.read: dict[str, None] = {}  # the files that were
        self.calls = Calls((str(path), 1))
        self.macros: list[tuple[str, str]] = []  # names and parameters of those that the file itself defines
        self.messages: dict[tuple[str, Origin], str] = {}  # the rule of each
        self.first_unknown: dict[str, Origin] = {}  # where arguments are first named that nothing declares

    def find(self, package: str) -> str:
        """Return the folder of a package, and let it be read from."""
        self.searching = True
        folders = self.packages.folders(package)
        self.searching = False
        for folder in folders:
            if package in self.packages.renamed or is_within(folder, self.packages.readable.folders):
                return str(folder)
        if folders:
            why = allowance(folders[0], self.packages.readable.folders)
            raise xacro.XacroException(tr("package {package!r} is not read: {why}", package=package, why=why))
        folder_taken = self.packages.of_another_name(package, self._held(package))
        if folder_taken is None:
            raise xacro.XacroException(self.packages.no_package(package))
        self.messages[
            tr("$(find {package}): {renamed}", package=package, renamed=self.packages.renamed[package]), self.calls.current
        ] = "package-renamed"
        return str(folder_taken)

    def _held(self, package: str) -> list[str]:
        """Return what the file at work looks for in a package, as far as that is written out."""
        named = re.compile(rf"""\$\(find\s+{re.escape(package)}\s*\)/([^"'<>$]+)""")
        return named.findall(self.content(self.calls.current[0]).decode("utf-8", "replace"))

    def check(self, path: str | Path) -> None:
        """Note that a file is read; raise if it may not be."""
        if not is_within(path, self.packages.readable.folders):
            why = allowance(path, self.packages.readable.folders)
            raise xacro.XacroException(tr("{path!r} is not read: {why}", path=str(path), why=why), exc=RefusedExpression())
        self.read[os.path.abspath(path)] = None

    def opened(self, path: str) -> TextIO:
        """Open a file to be read as text."""
        self.check(path)
        return open(path, encoding="utf-8")

    def content(self, path: str) -> bytes:
        """Return what is in a file."""
        self.check(path)
        try:
            if os.path.getsize(path) > MAX_BYTES:
                raise xacro.XacroException(
                    tr("{path!r} has more than {max_bytes} MB", path=path, max_bytes=MAX_BYTES // 1000000)
                )
            return Path(path).read_bytes()
        except OSError as error:
            raise xacro.XacroException(
                tr("{path!r} cannot be read: {reason}", path=path, reason=error.strerror), exc=error
            ) from None

    def parse(self, content: Any, filename: str | None = None) -> Any:
        """Read XML, as xacro.parse does."""
        if content is not None and not isinstance(content, str):
            return content
        path = str(self.path) if content is not None else os.path.abspath(str(filename))
        try:
            return self._parsed(content if content is not None else self.content(path), path)
        except ExpatError as error:
            reason = str(error).rpartition(": line")[0] or str(error)
            raise NotAllowed(tr("not XML: {reason}", reason=reason), (path, error.lineno)) from None
        except xacro.XacroException:
            xacro.filestack.pop()  # as xacro does: it is not read
            raise

    def _parsed(self, content: str | bytes, path: str) -> Any:
        """Return the document; what is not well-formed and leaves no doubt is noted."""
        try:
            return parsed(content, path)
        except (ExpatError, NotAllowed):
            changed, findings = well_formed(Path(path), content.encode() if isinstance(content, str) else content)
            changed, more = with_prefixes(Path(path), changed)
            findings += more
            if not findings:
                raise
            document = parsed(changed, path)
        for finding in findings:
            self.messages[finding.message, (path, finding.line)] = finding.rule
        return document

    def may_leave_out(self, element: Any) -> bool:
        """Whether a call of a macro that is not there can be: in a .urdf, which was expanded in part, directly in its robot."""
        return self.path.suffix.lower() == ".urdf" and element.parentNode is element.ownerDocument.documentElement

    def argument(self, name: str, args: Any) -> str:
        """Return an argument. In a .urdf, expanded in part, one that nothing declares is left as it is written."""
        if name not in args and self.path.suffix.lower() == ".urdf":
            said = tr("argument {name!r} is not given, and nothing declares it; $(arg {name}) is read as written", name=name)
            self.messages.setdefault((said, self.first_unknown.setdefault(name, self.calls.current)), "xacro-name")
            args.declared.setdefault(name, None)
            return f"$(arg {name})"
        return str(_argument_of(name, args))

    def note_macro(self, element: Any) -> None:
        """Note that the robot's own file defines a macro."""
        origin = origin_of(element)
        if origin is not None and origin[0] == str(self.path):
            self.macros.append((element.getAttribute("name"), element.getAttribute("params")))

    def report(self, *words: object, **_: object) -> None:
        """Keep what xacro would print."""
        self.messages[" ".join(map(str, words)), self.calls.current] = "xacro-said"

    def audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Refuse what an expansion does not do."""
        if event.startswith(_REFUSED):
            raise RefusedExpression(tr("{event} is refused in a robot's file", event=event))
        if event in ("open", "os.listdir", "os.scandir") and isinstance(arguments[0], (str, bytes, os.PathLike)):
            path = os.fsdecode(arguments[0])
            writes = event == "open" and bool((arguments[2] or 0) & _WRITES)
            searched = self.searching and os.path.basename(path) == "package.xml"
            if writes or not (searched or is_within(path, [*self.packages.readable.folders, *self.libraries])):
                raise RefusedExpression(tr("{path!r} is not read: it lies outside the folders that are read", path=path))
