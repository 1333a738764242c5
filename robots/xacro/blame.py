"""Which argument of a xacro file is to blame where it cannot be expanded: without it, it can be."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import Any

from torseur.sim.errors import ModelError
from torseur.sim.texts import tr

MOST = 8  # arguments, of those given, that are tried by themselves
SECONDS = 5.0  # on the clock, for all of them together
_EXPRESSION = re.compile(r"'(.*)'", re.DOTALL)

Expand = Callable[[Mapping[str, str], float | None], dict[str, Any]]
"""Return what the process that expands replies to these arguments, within so many seconds on the clock. Raises ModelError."""


def blamed(reply: dict[str, Any], given: Mapping[str, str], expand: Expand) -> dict[str, Any]:
    """Return what is wrong in the words of the argument that it comes from; the reply as it is if it comes from none.

    An argument is to blame if the file can be expanded without it and not with it, as far as that is known within `SECONDS`.
    """
    if reply["rule"] != "xacro" or not given:
        return reply
    name = _to_blame(given, expand)
    if name is None:
        return reply
    default = next((one["default"] for one in reply["arguments"] if one["name"] == name), None)
    reason, wanted = reply["reason"], reply["wanted"]
    expression = _EXPRESSION.search(reply["expressions"][0]) if reply["expressions"] else None
    where = f" in ${{{expression[1]}}}" if expression else ""
    as_default = tr(", as its default {default!r}", default=default) if default is not None else ""
    needed = (
        tr("{wanted} is wanted{as_default},{where}", wanted=wanted, as_default=as_default, where=where)
        if wanted
        else tr("it cannot be expanded{where} with it: {reason}", where=where, reason=reason)
    )
    message = tr(
        "argument {name!r} is {given!r}; {rstrip}{reply}",
        name=name,
        given=given[name],
        rstrip=needed.rstrip(","),
        reply=reply["way"],
    )
    return {**reply, "rule": "xacro-argument", "message": message, "found": given[name], "wanted": wanted or default or ""}


def _to_blame(given: Mapping[str, str], expand: Expand) -> str | None:
    """Return the first argument without which the file can be expanded."""
    end = time.monotonic() + SECONDS
    for name in list(given)[:MOST]:
        left = end - time.monotonic()
        if left <= 0.0:
            return None
        try:
            if "text" in expand({key: text for key, text in given.items() if key != name}, left):
                return name
        except ModelError:  # too long, too much, or a crash: also without it the file cannot be expanded
            continue
    return None
