"""What an MJCF file holds that has no counterpart here, each kind named; and which bodies never touch."""

from __future__ import annotations

import numpy as np

from torseur.sim.texts import marked, tr

from .compiled import Compiled

_GRAVITY = (0.0, 0.0, -9.81)
# By MuJoCo's name of the kind: that one, and that several, are left out.
_MOVING = {
    "eq": (
        marked("1 equality constraint{named} is left out, which holds parts of the robot together"),
        marked("{count} equality constraints{named} are left out, which hold parts of the robot together"),
    ),
    "tendon": (
        marked("1 tendon{named} is left out, which pulls on the robot"),
        marked("{count} tendons{named} are left out, which pull on the robot"),
    ),
    "flex": (
        marked("1 deformable body{named} is left out, which bends"),
        marked("{count} deformable bodies{named} are left out, which bend"),
    ),
}
_STILL = {
    "sensor": (marked("1 sensor{named} is left out"), marked("{count} sensors{named} are left out")),
    "cam": (marked("1 camera{named} is left out"), marked("{count} cameras{named} are left out")),
    "light": (marked("1 light{named} is left out"), marked("{count} lights{named} are left out")),
    "pair": (marked("1 contact pair{named} is left out"), marked("{count} contact pairs{named} are left out")),
    "skin": (marked("1 skin{named} is left out"), marked("{count} skins{named} are left out")),
    "plugin": (marked("1 plugin{named} is left out"), marked("{count} plugins{named} are left out")),
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


def report_unread(source: Compiled) -> None:
    """Record one finding for each kind that is left out."""
    for kind, sentences in _MOVING.items():
        if source.names[kind]:
            message = tr("{left_out}; it moves differently without", left_out=_counted(source, kind, sentences))
            source.report("mjcf-left-out", message, kind)
    for kind, sentences in _STILL.items():
        if source.names[kind]:
            source.report("mjcf-unused", _counted(source, kind, sentences), kind)
    if not np.allclose(source.words["gravity"], _GRAVITY):
        gravity = " ".join(f"{value:g}" for value in source.words["gravity"])
        source.report(
            "mjcf-left-out",
            tr("its gravity, {gravity} m/s², is left out: a scene says its own, 0 0 -9.81 unless it does", gravity=gravity),
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
    if np.any(source["geom_friction"][colliding] != (1.0, 0.005, 0.0001)) or np.any(source["geom_condim"][colliding] != 3):
        source.report(
            "mjcf-unused", tr("friction and contact dimensions of its shapes are left out: a scene's materials say them")
        )


def _counted(source: Compiled, kind: str, sentences: tuple[str, str]) -> str:
    """Return the sentence of one or of several, with their names."""
    names = [name for name in source.words["names"][kind] if name]
    count = len(source.names[kind])
    named = f" ({', '.join(map(repr, names[:5]))}{', …' if len(names) > 5 else ''})" if names else ""
    return tr(sentences[count > 1], count=count, named=named)


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
