"""The process that expands a xacro file: it reads nothing outside the robot's folders, and starts and reaches nothing."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO
from xml.parsers.expat import ExpatError

import xacro
import yaml  # noqa: F401  (xacro imports it when it is first needed: before that, reading is limited)
from xacro import substitution_args
from xacrodoc import XacroDoc, packages

from torseur.sim.definition.folders import allowance, is_within, real

from ..isolation import limit_this_process
from ..options import LoadOptions
from ..urdf.packages import Packages
from .expressions import RefusedExpression, evaluate
from .origins import Lines, NotAllowed, Origin, origin_of, parsed

MAX_BYTES = 32_000_000  # of one file
_REFUSED = ("socket.", "subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.remove", "os.rename",
            "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod", "os.kill", "shutil.",
            "ctypes.")  # fmt: skip
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Arguments(dict[str, str]):
    """The arguments of a file, which notes the names that the file declares."""

    declared: list[str]

    def __init__(self, values: dict[str, str]) -> None:
        super().__init__(values)
        self.declared = []

    def __contains__(self, name: object) -> bool:
        self.declared.append(str(name))
        return super().__contains__(name)


class Sources:
    """The files that are read, and the element that is at work."""

    def __init__(self, path: Path, options: LoadOptions) -> None:
        self.path = path
        self.packages = Packages(path, options)
        self.libraries = [real(folder) for folder in (sys.prefix, sys.base_prefix, Path(__file__).parent.parent.parent)]
        self.searching = False  # for a package, which reads files called package.xml
        self.read: dict[str, None] = {}  # the files that were
        self.current: Origin = (str(path), 1)
        self.messages: dict[tuple[str, Origin], None] = {}

    def find(self, package: str) -> str:
        """Return the folder of a package, and let it be read from."""
        self.searching = True
        folders = self.packages.folders(package)
        self.searching = False
        for folder in folders:
            if is_within(folder, self.packages.readable):
                return str(folder)
        raise xacro.XacroException(self.packages.no_package(package))

    def check(self, path: str | Path) -> None:
        """Note that a file is read; raise if it may not be."""
        if not is_within(path, self.packages.readable):
            why = allowance(path, self.packages.readable)
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
            return parsed(content if content is not None else self.content(path), path)
        except ExpatError as error:
            reason = str(error).rpartition(": line")[0] or str(error)
            raise NotAllowed(f"not XML: {reason}", (path, error.lineno)) from None
        except xacro.XacroException:
            xacro.filestack.pop()  # as xacro does: it is not read
            raise

    def enter(self, element: Any) -> None:
        """Note which element is at work."""
        self.current = origin_of(element) or self.current

    def report(self, *words: object, **_: object) -> None:
        """Keep what xacro would print."""
        self.messages[" ".join(map(str, words)), self.current] = None

    def audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Refuse what an expansion does not do."""
        if event.startswith(_REFUSED):
            raise RefusedExpression(f"{event} is refused in a robot's file")
        if event in ("open", "os.listdir", "os.scandir") and isinstance(arguments[0], (str, bytes, os.PathLike)):
            path = os.fsdecode(arguments[0])
            writes = event == "open" and bool((arguments[2] or 0) & _WRITES)
            searched = self.searching and os.path.basename(path) == "package.xml"
            if writes or not (searched or is_within(path, [*self.packages.readable, *self.libraries])):
                raise RefusedExpression(f"{path!r} is not read: it lies outside the folders that are read")


def harden(sources: Sources, arguments: Arguments) -> None:
    """Give xacro our own ways to files, expressions, packages and messages."""

    def no_environment(name: str) -> str:
        raise xacro.XacroException(f"$(env {name}): the environment is not read; make it an argument, <xacro:arg>")

    def evaluated(text: str, context: dict[str, Any]) -> str:
        names = {name: substitution_args.convert_value(value, "auto") for name, value in arguments.items()}
        functions = {
            "arg": names.__getitem__,
            "find": sources.find,
            "env": no_environment,
            "true": True,
            "false": False,
        }
        return str(evaluate(text, {**substitution_args.math.__dict__, **functions, **names, "str": str, "int": int,
                                   "float": float, "list": list, "dict": dict, "map": map}))  # fmt: skip

    xacro.parse, xacro.safe_eval = sources.parse, evaluate
    xacro.open = sources.opened  # of load_yaml
    xacro.warning = xacro.message = xacro.error = sources.report
    xacro.print_location = lambda: None
    substitution_args._eval = evaluated
    substitution_args._eval_env = no_environment
    substitution_args._eval_optenv = lambda name, default="": default
    packages.get_path = sources.find
    xacro._global_symbols = xacro.create_global_symbols()
    for name in ("type", "vars"):
        del xacro._global_symbols["python"][name]
    for name in ("check_attrs", "eval_all", "handle_macro_call"):
        setattr(xacro, name, _traced(sources, getattr(xacro, name)))


def _traced(sources: Sources, function: Any) -> Any:
    def with_origin(element: Any, *rest: Any) -> Any:
        sources.enter(element)
        return function(element, *rest)

    return with_origin


def _macros() -> Iterator[str]:
    """Name the macros at work, the innermost first."""
    for macro in reversed(xacro.macrostack or []):
        yield macro.body.getAttribute("name")


def expand(path: Path, values: dict[str, str], options: LoadOptions) -> dict[str, Any]:
    """Return the text, for each line its file and line, and what was said; or what is wrong and where."""
    sources, arguments = Sources(path, options), Arguments(values)
    harden(sources, arguments)
    sys.setrecursionlimit(6_000)
    xacro.init_stacks(str(path))
    sys.addaudithook(sources.audit)
    try:
        document = XacroDoc.from_file(str(path), walk_up=False, subargs=arguments, resolve_packages=False)
        lines = Lines(document.dom.documentElement)
    except NotAllowed as error:
        rule = "doctype" if "DOCTYPE" in str(error) else "not-xml"
        return {"rule": rule, "message": str(error), "origin": error.origin}
    except RecursionError:
        return _wrong(sources, "macros are nested without end" + _in_macros())
    except MemoryError:
        raise
    except Exception as error:  # xacro and what it evaluates raise anything
        return _wrong(sources, _sentence(error, arguments) + _in_macros())
    unknown = [name for name in values if name not in dict.fromkeys(arguments.declared)]
    if unknown:
        known = ", ".join(dict.fromkeys(arguments.declared)) or "none"
        return {"rule": "xacro-argument", "origin": (str(path), 0), "wanted": known,
                "message": f"there is no argument {unknown[0]!r}; the file has: {known}", "found": unknown[0]}  # fmt: skip
    files = list(dict.fromkeys(file for file, _ in lines.origins))
    places = [(files.index(file), line) for file, line in lines.origins]
    messages = [{"message": message, "origin": origin} for message, origin in sources.messages]
    text = "\n".join(lines.lines) + "\n"
    return {"text": text, "files": files, "places": places, "messages": messages, "read": list(sources.read)}


def _in_macros() -> str:
    """Return which macros the error is in."""
    names = list(dict.fromkeys(_macros()))
    return f" (in macro {', '.join(map(repr, names[:3]))})" if names else ""


def _wrong(sources: Sources, message: str) -> dict[str, Any]:
    return {"rule": "xacro-argument" if message.startswith("argument") else "xacro", "origin": sources.current,
            "message": message}  # fmt: skip


def _sentence(error: Exception, arguments: Arguments) -> str:
    """Return what is wrong, in one line."""
    inner: Any = error
    while isinstance(getattr(inner, "exc", None), Exception) and not isinstance(inner.exc, OSError) and inner.exc.args:
        inner = inner.exc
    if isinstance(inner, MemoryError) or isinstance(getattr(inner, "exc", None), MemoryError):
        raise MemoryError
    if isinstance(inner, substitution_args.ArgException):
        return f"argument {str(inner)!r} is not given and has no default"
    expression = (getattr(error, "suffix", None) or "").strip()
    text = " ".join(str(inner.args[0] if inner.args else inner).split()) or type(inner).__name__
    return f"{text}, {expression}" if expression and inner is not error else text


def main() -> None:
    """Read the request, and write the answer as JSON."""
    request = json.load(sys.stdin)
    limit_this_process(request["megabytes"], request["seconds"])
    path = Path(request["path"])
    os.chdir(path.parent)  # which $(cwd) means
    options = LoadOptions(
        package_roots=tuple(request["package_roots"]),
        allowed_folders=tuple(request["allowed_folders"]),
    )
    reply = expand(path, request["arguments"], options)
    sys.stdout.write(json.dumps(reply))
