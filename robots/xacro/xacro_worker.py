"""The process that expands a xacro file: it reads nothing outside the robot's folders, and starts and reaches nothing."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any, TextIO
from xml.parsers.expat import ExpatError

import xacro
from xacro import substitution_args

from torseur.sim.definition.folders import allowance, is_within, real

from ..isolation import limit_this_process
from ..options import LoadOptions
from ..urdf.packages import Packages
from ..urdf.well_formed import well_formed
from .arguments import Arguments
from .calls import Calls
from .expressions import RefusedExpression, evaluate
from .origins import Lines, NotAllowed, Origin, origin_of, parsed
from .prefixes import with_prefixes
from .yaml_tables import loading

MAX_BYTES = 32_000_000  # of one file
_REFUSED = ("socket.", "subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.remove", "os.rename",
            "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod", "os.kill", "shutil.",
            "ctypes.")  # fmt: skip
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


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
            raise xacro.XacroException(f"package {package!r} is not read: {why}")
        folder_taken = self.packages.of_another_name(package, self._held(package))
        if folder_taken is None:
            raise xacro.XacroException(self.packages.no_package(package))
        self.messages[f"$(find {package}): {self.packages.renamed[package]}", self.calls.current] = "package-renamed"
        return str(folder_taken)

    def _held(self, package: str) -> list[str]:
        """Return what the file at work looks for in a package, as far as that is written out."""
        named = re.compile(rf"""\$\(find\s+{re.escape(package)}\s*\)/([^"'<>$]+)""")
        return named.findall(self.content(self.calls.current[0]).decode("utf-8", "replace"))

    def check(self, path: str | Path) -> None:
        """Note that a file is read; raise if it may not be."""
        if not is_within(path, self.packages.readable.folders):
            why = allowance(path, self.packages.readable.folders)
            raise xacro.XacroException(f"{str(path)!r} is not read: {why}", exc=RefusedExpression())
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
                raise xacro.XacroException(f"{path!r} has more than {MAX_BYTES // 1_000_000} MB")
            return Path(path).read_bytes()
        except OSError as error:
            raise xacro.XacroException(f"{path!r} cannot be read: {error.strerror}", exc=error) from None

    def parse(self, content: Any, filename: str | None = None) -> Any:
        """Read XML, as xacro.parse does."""
        if content is not None and not isinstance(content, str):
            return content
        path = str(self.path) if content is not None else os.path.abspath(str(filename))
        try:
            return self._parsed(content if content is not None else self.content(path), path)
        except ExpatError as error:
            reason = str(error).rpartition(": line")[0] or str(error)
            raise NotAllowed(f"not XML: {reason}", (path, error.lineno)) from None
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
            raise RefusedExpression(f"{event} is refused in a robot's file")
        if event in ("open", "os.listdir", "os.scandir") and isinstance(arguments[0], (str, bytes, os.PathLike)):
            path = os.fsdecode(arguments[0])
            writes = event == "open" and bool((arguments[2] or 0) & _WRITES)
            searched = self.searching and os.path.basename(path) == "package.xml"
            if writes or not (searched or is_within(path, [*self.packages.readable.folders, *self.libraries])):
                raise RefusedExpression(f"{path!r} is not read: it lies outside the folders that are read")


def harden(sources: Sources, arguments: Arguments) -> None:
    """Give xacro our own ways to files, expressions, packages and messages."""

    def no_environment(name: str) -> str:
        raise xacro.XacroException(f"$(env {name}): the environment is not read; make it an argument, <xacro:arg>")

    def no_optional(name: str, default: str = "") -> str:
        return default

    def evaluated(text: str, context: dict[str, Any]) -> str:
        names = {name: substitution_args.convert_value(value, "auto") for name, value in arguments.items()}
        functions = {
            "arg": lambda name: substitution_args.convert_value(substitution_args._eval_arg(name, arguments), "auto"),
            "find": sources.find,
            "env": no_environment,
            "optenv": no_optional,
            "true": True,
            "false": False,
        }
        words = dict(xacro._global_symbols["python"])  # ROS has all of Python's there
        return str(evaluate(text, {**words, **names, **substitution_args.math.__dict__, **functions}))

    xacro.parse, xacro.safe_eval = sources.parse, evaluate
    xacro.open = sources.opened  # of load_yaml
    xacro.warning = xacro.message = xacro.error = sources.report
    xacro.print_location = lambda: None
    substitution_args._eval = evaluated
    substitution_args._eval_env = no_environment
    substitution_args._eval_optenv = no_optional
    substitution_args._eval_find = sources.find
    xacro.load_yaml = loading()
    xacro._global_symbols = xacro.create_global_symbols()
    for name in ("type", "vars"):
        del xacro._global_symbols["python"][name]
    check, grab = xacro.check_attrs, xacro.grab_macro

    def check_attrs(element: Any, *rest: Any) -> Any:
        if element.tagName == "xacro:arg":
            arguments.declare(element)
        return check(element, *rest)

    def grab_macro(element: Any, macros: Any) -> Any:
        sources.note_macro(element)
        return grab(element, macros)

    call = xacro.handle_macro_call

    def handle_macro_call(element: Any, macros: Any, symbols: Any) -> Any:
        try:
            return call(element, macros, symbols)
        except xacro.XacroException as error:
            if str(error).strip() != f"unknown macro name: {element.tagName}" or not sources.may_leave_out(element):
                raise
        said = f"no macro {element.tagName!r} is defined; the call is left out, with all that it may have stood for"
        sources.messages[said, origin_of(element) or sources.calls.current] = "xacro-macro"
        element.parentNode.removeChild(element)
        return True

    xacro.check_attrs, xacro.grab_macro = check_attrs, grab_macro
    xacro.handle_macro_call = handle_macro_call
    sources.calls.follow()


def expand(path: Path, values: dict[str, str], options: LoadOptions) -> dict[str, Any]:
    """Return the text, for each line its file and line, and what was said; or what is wrong and where; and the arguments."""
    sources, arguments = Sources(path, options), Arguments(values)
    os.chdir(path.parent)  # which $(cwd) means
    reply = _expanded(path, sources, arguments)
    told = [
        {"name": name, "default": default, "value": None if name in values else dict.get(arguments, name)}
        for name, default in arguments.declared.items()
    ]
    unknown = [name for name in values if name not in arguments.declared]
    if unknown and "text" in reply:
        known = ", ".join(arguments.declared) or "none"
        reply = {"rule": "xacro-argument", "origin": (str(path), 0), "wanted": known,
                 "message": f"there is no argument {unknown[0]!r}; the file has: {known}", "found": unknown[0]}  # fmt: skip
    return {**reply, "arguments": told, "read": list(sources.read)}


def _expanded(path: Path, sources: Sources, arguments: Arguments) -> dict[str, Any]:
    harden(sources, arguments)
    sys.setrecursionlimit(6_000)
    xacro.init_stacks(str(path))
    sys.addaudithook(sources.audit)
    try:
        document = xacro.parse(None, str(path))
        xacro.process_doc(document, mappings=arguments)
        lines = Lines(document.documentElement)
    except NotAllowed as error:
        rule = "doctype" if "DOCTYPE" in str(error) else "not-xml"
        return {"rule": rule, "message": str(error), "origin": error.origin}
    except RecursionError:
        return _wrong(sources, "macros are nested without end", [])
    except MemoryError:
        raise
    except Exception as error:  # xacro and what it evaluates raise anything
        return _wrong(sources, *_reason(error))
    files = list(dict.fromkeys(file for file, _ in lines.origins))
    places = [(files.index(file), line) for file, line in lines.origins]
    messages = [
        {"message": message, "origin": origin, "rule": rule} for (message, origin), rule in sources.messages.items()
    ]
    text = "\n".join(lines.lines) + "\n"
    shared = [finding.message for finding in sources.packages.readable.findings(sources.read)]
    return {"text": text, "files": files, "places": places, "messages": messages, "shared": shared,
            "macros": sources.macros}  # fmt: skip


def _wrong(sources: Sources, reason: str, expressions: list[str]) -> dict[str, Any]:
    way = sources.calls.way()
    return {"rule": "xacro-argument" if reason.startswith("argument") else "xacro", "origin": sources.calls.current,
            "message": ", ".join(dict.fromkeys([reason, *expressions])) + way, "reason": reason,
            "expressions": expressions, "way": way}  # fmt: skip


def _reason(error: BaseException) -> tuple[str, list[str]]:
    """Return what is wrong, in one line: the innermost error that says something; and the expressions that it is in."""
    expressions: list[str] = []
    while True:
        if suffix := (getattr(error, "suffix", None) or "").strip():
            expressions.insert(0, suffix)
        inner = getattr(error, "exc", None)
        if isinstance(inner, MemoryError):
            raise inner
        if not isinstance(inner, Exception) or isinstance(inner, OSError) or not inner.args:
            break
        error = inner
    if isinstance(error, substitution_args.ArgException):
        return f"argument {str(error)!r} is not given and has no default", []
    text = " ".join(str(error.args[0] if error.args else error).split()) or type(error).__name__
    return text, expressions


def main() -> None:
    """Read the request, and write the answer as JSON."""
    request = json.load(sys.stdin)
    limit_this_process(request["megabytes"], request["seconds"])
    path = Path(request["path"])
    options = LoadOptions(
        package_roots=tuple(request["package_roots"]),
        allowed_folders=tuple(request["allowed_folders"]),
    )
    reply = expand(path, request["arguments"], options)
    sys.stdout.write(json.dumps(reply))
