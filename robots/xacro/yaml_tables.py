"""YAML that a xacro file loads: what is wrong with it, or not in it, is said with its file and line."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import xacro
import yaml

from torseur.sim.texts import tr

_constructed = xacro.ConstructUnits.constructor


class YamlTable(dict[Any, Any]):
    """A table of a YAML file. Attributes that do not begin with an underscore are its keys."""

    def __init__(self, items: Any = (), file: str = "", place: str = "") -> None:
        super().__init__(items)
        self._file, self._place = file, place

    def __getattr__(self, key: Any) -> Any:
        if key not in self:
            within = f" in {self._place!r}" if self._place else ""
            at = f"{os.path.basename(self._file)}: " if self._file else ""
            raise AttributeError(f"{at}there is no key {key!r}{within}; it has: {', '.join(map(str, self)) or 'none'}")
        return _wrapped(dict.__getitem__(self, key), self._file, f"{self._place}.{key}" if self._place else str(key))

    def __getitem__(self, key: Any) -> Any:
        return self.__getattr__(key)


class YamlList(list[Any]):
    """A list of a YAML file."""

    def __init__(self, items: Any = (), file: str = "", place: str = "") -> None:
        super().__init__(items)
        self._file, self._place = file, place

    def __getitem__(self, index: Any) -> Any:
        return _wrapped(list.__getitem__(self, index), self._file, f"{self._place}[{index}]")

    def __iter__(self) -> Any:
        return (_wrapped(item, self._file, f"{self._place}[{k}]") for k, item in enumerate(list.__iter__(self)))


def _wrapped(item: Any, file: str, place: str) -> Any:
    if isinstance(item, dict):
        return YamlTable(item, file, place)
    return YamlList(item, file, place) if isinstance(item, list) else item


def loading() -> Callable[[str], Any]:
    """Return what loads a YAML file in place of xacro's own `load_yaml`, which it calls.

    What is raised names the file, and the line where there is one.
    """
    load, wrapper = xacro.load_yaml, xacro.YamlListWrapper
    wrapper.wrap = staticmethod(_as_loaded)  # of what xacro loads; it is wrapped here
    xacro.ConstructUnits.constructor = _with_line
    xacro.YamlDictWrapper = YamlTable  # which xacro.dotify makes

    def load_yaml(filename: str) -> Any:
        path = xacro.abs_filename_spec(filename)
        try:
            return _wrapped(load(filename), path, "")
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line = f":{mark.line + 1}" if mark is not None else ""
            raise xacro.XacroException(f"{path}{line}: {error.problem or error.context}") from None
        except OSError as error:
            raise xacro.XacroException(tr("{path!r} cannot be read: {reason}", path=path, reason=error.strerror)) from None
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            raise xacro.XacroException(tr("{path}: this is not YAML: {error}", path=path, error=error)) from None

    return load_yaml


def _as_loaded(item: Any) -> Any:
    return item


def _with_line(unit: Any, loader: Any, node: Any) -> Any:
    """Evaluate a value with a unit, as xacro does; what is wrong with it has a line."""
    try:
        return _constructed(unit, loader, node)
    except Exception as error:  # what it evaluates raises anything
        problem = f"{unit.value.tag} {node.value}: {error}"
        raise yaml.constructor.ConstructorError(None, None, problem, node.start_mark) from None
