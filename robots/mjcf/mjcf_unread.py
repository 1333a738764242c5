"""What an MJCF file holds that has no counterpart here, each kind named; and which bodies never touch."""

from __future__ import annotations

import numpy as np

from .compiled import Compiled

_GRAVITY = (0.0, 0.0, -9.81)
# By MuJoCo's name of the kind: what they are, what they do.
_MOVING = {
    "eq": ("equality constraint", "hold parts of the robot together"),
    "tendon": ("tendon", "pull on the robot"),
    "flex": ("deformable body", "bend"),
}
_STILL = {
    "sensor": "sensor",
    "cam": "camera",
    "light": "light",
    "pair": "contact pair",
    "skin": "skin",
    "plugin": "plugin",
}


def report_unread(given: Compiled) -> None:
    """Record one finding for each kind that is left out."""
    for kind, (what, does) in _MOVING.items():
        if given.names[kind]:
            given.report(
                "mjcf-left-out", f"{_counted(given, kind, what)} left out, which {does}; it moves differently without"
            )
    for kind, what in _STILL.items():
        if given.names[kind]:
            given.report("mjcf-unused", f"{_counted(given, kind, what)} left out")
    if not np.allclose(given.words["gravity"], _GRAVITY):
        listed = " ".join(f"{value:g}" for value in given.words["gravity"])
        given.report(
            "mjcf-left-out", f"its gravity, {listed} m/s², is left out: a scene says its own, 0 0 -9.81 unless it does"
        )
    if given.words["fluid"] or np.any(given.get("geom_fluid")):
        given.report("mjcf-left-out", "the fluid around it is left out, which slows what moves")
    for body in np.flatnonzero(given.get("body_gravcomp")):
        given.report("mjcf-left-out", "its compensation of gravity is left out", "body", int(body))
    touching = (given["geom_contype"] | given["geom_conaffinity"]) != 0
    if np.any(given["geom_friction"][touching] != (1.0, 0.005, 0.0001)) or np.any(given["geom_condim"][touching] != 3):
        given.report(
            "mjcf-unused", "friction and contact dimensions of its shapes are left out: a scene's materials say them"
        )
    if np.any(given.get("mat_texid") >= 0):
        given.report("texture-unused", "textures are not used; the colours of their materials are")


def _counted(given: Compiled, kind: str, what: str) -> str:
    """Return how many there are, their names, and the verb."""
    names = [name for name in given.words["names"][kind] if name]
    count = len(given.names[kind])
    listed = f" ({', '.join(map(repr, names[:5]))}{', …' if len(names) > 5 else ''})" if names else ""
    return f"{count} {what}{'s' if count > 1 else ''}{listed} {'are' if count > 1 else 'is'}"


def never_touching(given: Compiled) -> tuple[tuple[str, str], ...]:
    """Return the pairs of bodies that the file excludes, and those whose masks let none of their shapes touch."""
    names = given.names["body"]
    apart = {(int(code) >> 16, int(code) & 0xFFFF) for code in given["exclude_signature"]}
    types, affinities, owner = given["geom_contype"], given["geom_conaffinity"], given["geom_bodyid"]
    touch = ((types[:, None] & affinities) | (affinities[:, None] & types)) != 0
    bodies = [int(body) for body in np.unique(owner[(types | affinities) != 0])]
    partly = []
    for k, one in enumerate(bodies):
        for other in bodies[k + 1 :]:
            mine, theirs = owner == one, owner == other
            solid = (types | affinities) != 0
            block = touch[np.ix_(mine & solid, theirs & solid)]
            if not block.any():
                apart.add((one, other))
            elif not block.all():
                partly.append((names[one], names[other]))
    if partly:
        first, second = partly[0]
        more = f" and {len(partly) - 1} more pairs" if len(partly) > 1 else ""
        given.report(
            "mjcf-left-out", f"masks that let only some shapes of {first!r} and {second!r}{more} touch: here all do"
        )
    return tuple(sorted((names[min(pair)], names[max(pair)]) for pair in apart))
