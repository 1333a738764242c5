"""Which argument of a xacro file is to blame where it cannot be expanded: without it, it can be."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

MOST = 8  # arguments, of those given, that are tried by themselves
_WANTED = (  # what xacro and Python say, and what is wanted then
    (re.compile(r"could not convert string to float|can only concatenate str|unsupported operand type|must be real number|"
                r"can't multiply sequence|bad operand type|not supported between instances of '(?:str|int|float)'"), "a number"),
    (re.compile(r"invalid literal for int|list indices must be integers|cannot be interpreted as an integer"),
     "a whole number"),
    (re.compile(r"is not a boolean expression"), "true or false"),
    (re.compile(r"division by zero"), "a number that is not 0"),
    (re.compile(r"list index out of range|there is no key|No such file|is not read|cannot be read|no package"),
     "one of those that there are"),
)  # fmt: skip
_EXPRESSION = re.compile(r"'(.*)'", re.DOTALL)

Expand = Callable[[Mapping[str, str]], dict[str, Any]]
"""Return what the process that expands replies to these arguments."""


def blamed(reply: dict[str, Any], given: Mapping[str, str], expand: Expand) -> dict[str, Any]:
    """Return what is wrong in the words of the argument that it comes from; the reply as it is if it comes from none.

    An argument is to blame if the file can be expanded without it and not with it.
    """
    if reply["rule"] != "xacro" or not given:
        return reply
    others = {name: {key: text for key, text in given.items() if key != name} for name in list(given)[:MOST]}
    name = next((name for name, rest in others.items() if "text" in expand(rest)), None)
    if name is None:
        return reply
    default = next((one["default"] for one in reply["arguments"] if one["name"] == name), None)
    reason = reply["reason"]
    wanted = next((wanted for pattern, wanted in _WANTED if pattern.search(reason)), "")
    expression = _EXPRESSION.search(reply["expressions"][0]) if reply["expressions"] else None
    where = f" in ${{{expression[1]}}}" if expression else ""
    as_default = f", as its default {default!r}" if default is not None else ""
    needed = f"{wanted} is wanted{as_default},{where}" if wanted else f"it cannot be expanded{where} with it: {reason}"
    message = f"argument {name!r} is {given[name]!r}; {needed.rstrip(',')}{reply['way']}"
    return {
        **reply,
        "rule": "xacro-argument",
        "message": message,
        "found": given[name],
        "wanted": wanted or default or "",
    }
