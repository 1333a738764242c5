"""Where an expansion is: the element at work, and the macros and includes that led to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import xacro

from torseur.sim.texts import tr

from .origins import Origin, origin_of

_TOLD = 8  # calls, at most


@dataclass(slots=True)
class Calls:
    """The way from the robot's file to the element at work."""

    current: Origin
    chain: list[tuple[str, Origin]] = field(default_factory=list)  # what is called or included, and from where

    def follow(self) -> None:
        """Have xacro tell what it is at: from now on it does."""
        for name in ("check_attrs", "reqd_attrs"):
            setattr(xacro, name, self._noted(getattr(xacro, name)))
        for name, kind in (("eval_all", ""), ("handle_macro_call", "macro"), ("process_include", "include")):
            setattr(xacro, name, self._followed(getattr(xacro, name), kind))

    def enter(self, element: Any) -> None:
        """Note which element is at work."""
        self.current = origin_of(element) or self.current

    def way(self) -> str:
        """Return the macros and includes that lead to the element at work, the innermost first; empty if there are none."""
        links = list(dict.fromkeys(f"{what} at {_place(origin)}" for what, origin in reversed(self.chain)))
        more = tr(", and {count} more", count=len(links) - _TOLD) if len(links) > _TOLD else ""
        return f" ({', '.join(links[:_TOLD])}{more})" if links else ""

    def _noted(self, function: Any) -> Callable[..., Any]:
        def noted(element: Any, *rest: Any) -> Any:
            self.enter(element)
            return function(element, *rest)

        return noted

    def _followed(self, function: Any, kind: str) -> Callable[..., Any]:
        def followed(element: Any, *rest: Any) -> Any:
            before, depth = self.current, len(self.chain)
            self.enter(element)
            if kind == "macro" and element.tagName.startswith("xacro:"):
                self.chain.append((tr("in macro {called!r}, called", called=_called(element)), self.current))
            elif kind == "include":
                self.chain.append((tr("in {file!r}, included", file=element.getAttribute("filename")), self.current))
            result = function(element, *rest)
            self.current = before
            del self.chain[depth:]
            return result

        return followed


def _called(element: Any) -> str:
    name: str = element.tagName.removeprefix("xacro:")
    return element.getAttribute("macro") if name == "call" else name


def _place(origin: Origin) -> str:
    file, line = origin
    return f"{Path(file).name}:{line}"
