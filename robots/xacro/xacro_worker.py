"""The process that expands a xacro file: it reads nothing outside the robot's folders, and starts and reaches nothing."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import xacro
from xacro import substitution_args

from torseur.sim.texts import tr

from ..isolation import limit_this_process
from ..options import LoadOptions
from .arguments import Arguments
from .expressions import evaluate
from .origins import Lines, NotAllowed, origin_of
from .python_errors import in_our_words
from .sources import Sources
from .yaml_tables import loading


def harden(sources: Sources, arguments: Arguments) -> None:
    """Give xacro our own ways to files, expressions, packages and messages."""

    def no_environment(name: str) -> str:
        raise xacro.XacroException(
            tr("$(env {name}): the environment is not read; make it an argument, <xacro:arg>", name=name)
        )

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
    for name in ("message", "warning", "error"):
        setattr(xacro, name, _saying(name, sources))
    xacro.print_location = _saying("print_location", sources)
    substitution_args._eval = evaluated
    substitution_args._eval_env = no_environment
    substitution_args._eval_optenv = no_optional
    substitution_args._eval_find = sources.find
    substitution_args._eval_arg = sources.argument
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
        said = tr(
            "no macro {tagname!r} is defined; the call is left out, with all that it may have stood for",
            tagname=element.tagName,
        )
        sources.messages[said, origin_of(element) or sources.calls.current] = "xacro-macro"
        element.parentNode.removeChild(element)
        return True

    xacro.check_attrs, xacro.grab_macro = check_attrs, grab_macro
    xacro.handle_macro_call = handle_macro_call
    sources.calls.follow()


def _saying(name: str, sources: Sources) -> Callable[..., None]:
    """Return a function of this name, which xacro offers to expressions by it: ${xacro.warning('…')}."""

    def said(*words: object, **_: object) -> None:
        if words:
            sources.report(*words)

    said.__name__ = name
    return said


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
        reply = {
            "rule": "xacro-argument",
            "origin": (str(path), 0),
            "wanted": known,
            "message": tr("there is no argument {unknown!r}; the file has: {known}", unknown=unknown[0], known=known),
            "found": unknown[0],
        }
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
        return _wrong(sources, tr("macros are nested without end"), [])
    except MemoryError:
        raise
    except Exception as error:  # xacro and what it evaluates raise anything
        return _wrong(sources, *_reason(error))
    files = list(dict.fromkeys(file for file, _ in lines.origins))
    places = [(files.index(file), line) for file, line in lines.origins]
    messages = [{"message": message, "origin": origin, "rule": rule} for (message, origin), rule in sources.messages.items()]
    text = "\n".join(lines.lines) + "\n"
    shared = [finding.message for finding in sources.packages.readable.findings(sources.read)]
    return {"text": text, "files": files, "places": places, "messages": messages, "shared": shared, "macros": sources.macros}


def _wrong(sources: Sources, reason: str, expressions: list[str]) -> dict[str, Any]:
    way, (reason, wanted) = sources.calls.way(), in_our_words(reason)
    return {
        "rule": "xacro-argument" if reason.startswith("argument") else "xacro",
        "origin": sources.calls.current,
        "message": ", ".join(dict.fromkeys([reason, *expressions])) + way,
        "reason": reason,
        "wanted": wanted,
        "expressions": expressions,
        "way": way,
    }


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
        return tr("argument {error!r} is not given and has no default", error=str(error)), []
    said = error.args[-1 if isinstance(error, OverflowError) else 0] if error.args else error  # its number, then its words
    text = " ".join(str(said).split()) or type(error).__name__
    if isinstance(error, KeyError):
        text = tr("there is no key {text!r}", text=text)
    return text, expressions


def main() -> None:
    """Read the request, and write the answer as JSON."""
    request = json.load(sys.stdin)
    limit_this_process(request["megabytes"], request["seconds"])
    path = Path(request["path"])
    options = LoadOptions(package_roots=tuple(request["package_roots"]), allowed_folders=tuple(request["allowed_folders"]))
    reply = expand(path, request["arguments"], options)
    sys.stdout.write(json.dumps(reply))
