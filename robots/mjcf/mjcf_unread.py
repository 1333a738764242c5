"""What an MJCF file holds that has no counterpart here, each kind named; and which bodies never touch."""

from __future__ import annotations

import numpy as np

from torseur.sim.texts import marked, tr

from .compiled import Compiled

_GRAVITY = (0.0, 0.0, -9.81)
# By MuJoCo's name of the kind: what they are, what they do.
_MOVING = {
    "eq": (marked("equality constraint"), marked("hold parts of the robot together")),
    "tendon": (marked("tendon"), marked("pull on the robot")),
    "flex": (marked("deformable body"), marked("bend")),
}
# By MuJoCo's name of what a file switches off: what that is.
_DISABLED = {
    "constraint": marked("all constraints"),
    "contact": marked("contact"),
    "damper": marked("damping"),
    "frictionloss": marked("dry friction"),
    "gravity": marked("gravity"),
    "limit": marked("limits of joints"),
    "passive": marked("damping and springs"),
    "spring": marked("springs"),
}
_STILL = {
    "sensor": marked("sensor"),
    "cam": marked("camera"),
    "light": marked("light"),
    "pair": marked("contact pair"),
    "skin": marked("skin"),
    "plugin": marked("plugin"),
}


def report_unread(source: Compiled) -> None:
    """Record one finding for each kind that is left out."""
    for kind, (what, does) in _MOVING.items():
        if source.names[kind]:
            source.report(
                "mjcf-left-out",
                tr(
                    "{counted} left out, which {does}; it moves differently without",
                    counted=_counted(source, kind, what),
                    does=tr(does),
                ),
                kind,
            )
    for kind, what in _STILL.items():
        if source.names[kind]:
            source.report("mjcf-unused", tr("{counted} left out", counted=_counted(source, kind, what)), kind)
    if not np.allclose(source.words["gravity"], _GRAVITY):
        gravity = " ".join(f"{value:g}" for value in source.words["gravity"])
        source.report(
            "mjcf-left-out",
            tr(
                "its gravity, {gravity} m/s², is left out: a scene says its own, 0 0 -9.81 unless it does",
                gravity=gravity,
            ),
            "option",
        )
    if disabled := [tr(_DISABLED[name]) for name in source.words["disabled"] if name in _DISABLED]:
        message = tr(
            "that it switches off {disabled} is left out; it moves differently with them", disabled=", ".join(disabled)
        )
        source.report("mjcf-left-out", message, "flag")
    if source.words["fluid"] or np.any(source.get("geom_fluid")):
        source.report("mjcf-left-out", tr("the fluid around it is left out, which slows what moves"), "option")
    for body in np.flatnonzero(source.get("body_gravcomp")):
        source.report("mjcf-left-out", tr("its compensation of gravity is left out"), "body", int(body))
    colliding = (source["geom_contype"] | source["geom_conaffinity"]) != 0
    if np.any(source["geom_friction"][colliding] != (1.0, 0.005, 0.0001)) or np.any(
        source["geom_condim"][colliding] != 3
    ):
        source.report(
            "mjcf-unused",
            tr("friction and contact dimensions of its shapes are left out: a scene's materials say them"),
        )


def _counted(source: Compiled, kind: str, what: str) -> str:
    """Return what they are, how many, and their names."""
    names = [name for name in source.words["names"][kind] if name]
    count = len(source.names[kind])
    named = f" ({', '.join(map(repr, names[:5]))}{', …' if len(names) > 5 else ''})" if names else ""
    return f"{tr(what)} × {count}{named}"


def never_touching(source: Compiled) -> tuple[tuple[str, str], ...]:
    """Return the pairs of bodies that the file excludes, and those whose masks let none of their shapes touch."""
    names = source.names["body"]
    excluded = {(int(code) >> 16, int(code) & 0xFFFF) for code in source["exclude_signature"]}
    types, affinities, owner = source["geom_contype"], source["geom_conaffinity"], source["geom_bodyid"]
    touch = ((types[:, None] & affinities) | (affinities[:, None] & types)) != 0
    bodies = [int(body) for body in np.unique(owner[(types | affinities) != 0])]
    partly = []
    for k, one in enumerate(bodies):
        for other in bodies[k + 1 :]:
            of_one, of_other = owner == one, owner == other
            solid = (types | affinities) != 0
            block = touch[np.ix_(of_one & solid, of_other & solid)]
            if not block.any():
                excluded.add((one, other))
            elif not block.all():
                partly.append((names[one], names[other]))
    if partly:
        first, second = partly[0]
        more = tr(" and {count} more pairs", count=len(partly) - 1) if len(partly) > 1 else ""
        source.report(
            "mjcf-left-out",
            tr(
                "masks that let only some shapes of {first!r} and {second!r}{more} touch: here all do",
                first=first,
                second=second,
                more=more,
            ),
        )
    return tuple(sorted((names[min(pair)], names[max(pair)]) for pair in excluded))
